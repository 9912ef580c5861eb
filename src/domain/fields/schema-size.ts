/** Limit for a JSON Schema in text form. In a separate file, because the upload page does not need the compiler. */
export const maxSchemaBytes = 32 * 1024
