import { z } from 'zod'
import { encodeFault } from '../messages/fault-codes.ts'

/** Types that a mapping may give to a field, in the user's terms. */
export const FieldListType = z.enum([
  'text',
  'number',
  'integer',
  'decimal',
  'date',
  'yes_no',
  'group',
  'table',
])
export type FieldListType = z.infer<typeof FieldListType>

/** A field in a mapping's list: a short form of a property in a JSON Schema. */
export const ListedField = z.strictObject({
  name: z.string().min(1).max(100),
  type: FieldListType.default('text'),
  title: z.string().max(500).optional(),
  labels: z.array(z.string().regex(/[\p{L}\p{N}]/u, encodeFault('label_blank', {}))).optional(),
  hint: z.string().max(500).optional(),
  options: z.array(z.string()).min(1).optional(),
  pattern: z.string().optional(),
  format: z.string().max(40).optional(),
  get fields(): z.ZodOptional<z.ZodArray<typeof ListedField>> {
    return z.array(ListedField).min(1).max(100).optional()
  },
})
export type ListedField = z.infer<typeof ListedField>

type Schema = Record<string, unknown>

const valueSchemas: Record<Exclude<FieldListType, 'group' | 'table'>, Schema> = {
  text: { type: 'string' },
  number: { type: 'number' },
  integer: { type: 'integer' },
  decimal: { type: 'string', format: 'decimal' },
  date: { type: 'string', format: 'date' },
  yes_no: { type: 'boolean' },
}

/** Converts a mapping's fields to the JSON Schema of the object that the mapping returns. */
export function toJsonSchema(fields: readonly ListedField[]): Schema {
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, toProperty(field)])),
  }
}

function toProperty(field: ListedField): Schema {
  const { type, title, labels, hint, options, pattern, format, fields = [] } = field
  const names = {
    ...(title !== undefined && { title }),
    ...(hint !== undefined && { description: hint }),
    ...(labels && { 'x-labels': labels }),
  }
  if (type === 'group') return { ...names, ...toJsonSchema(fields) }
  if (type === 'table') return { ...names, type: 'array', items: toJsonSchema(fields) }
  return {
    ...names,
    ...valueSchemas[type],
    ...(options && { enum: options }),
    ...(pattern !== undefined && { pattern }),
    ...(format !== undefined && { format }),
  }
}
