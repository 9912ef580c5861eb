/**
 * Maximum size of a JSON Schema as text, in bytes. In its own file, because the upload page does not need the compiler.
 */
export const maxSchemaBytes = 32 * 1024
