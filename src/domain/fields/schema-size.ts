/** Limit for a JSON Schema in text form. In a file of its own, because the upload page needs no compiler. */
export const maxSchemaBytes = 32 * 1024
