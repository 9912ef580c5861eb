/**
 * Maximum size of a JSON Schema as text, in bytes. It is in a separate file, because the upload page does not need the
 * compiler.
 */
export const maxSchemaBytes = 32 * 1024
