import { z } from 'zod'
import { type NotationName, notations } from '../values/notations.ts'
import { HeatSheetReading } from '../heat-sheet/heat-sheet.ts'
import { InvoiceReading } from '../invoice/invoice.ts'
import { fixedFields, type Shape } from './shape.ts'

type Schema = z.core.JSONSchema.BaseSchema
type Kind = 'invoice' | 'heat_sheet'

/**
 * The editable parts of each kind of reading, derived from its schema. The browser build replaces this file with the
 * resulting shapes (scripts/web-plugins.ts).
 */
export const readingShapes = Object.fromEntries(
  [InvoiceReading, HeatSheetReading].map((reading) => [
    reading.shape.kind.value,
    toReadingShape(reading),
  ]),
) as Record<Kind, Shape>

function toReadingShape(reading: z.ZodType): Shape {
  const { properties = {}, ...schema } = z.toJSONSchema(reading)
  const kept = Object.entries(properties).filter(([name]) => !fixedFields.includes(name))
  return toShape({ ...schema, properties: Object.fromEntries(kept) })
}

function toShape(schema: Schema): Shape {
  const inner = dropNull(schema)
  if (inner) return { ...toShape(inner), absence: 'null' }
  switch (schema.type) {
    case 'object':
      return { kind: 'group', fields: toFields(schema) }
    case 'array':
      return { kind: 'list', entry: toShape(schema.items as Schema) }
    case 'integer':
      return { kind: 'whole' }
    case 'boolean':
      return { kind: schema.const === true ? 'yes' : 'flag' }
    case 'string':
      return toText(schema)
    case 'number':
    case 'null':
    case undefined:
    default:
      throw new Error(`No shape for the schema ${JSON.stringify(schema)}`)
  }
}

/** Removes null from the schema of a nullable value. The null is in an `anyOf` or in a list of types. */
function dropNull(schema: Schema): Schema | undefined {
  const { type: types } = schema
  if (!Array.isArray(types)) return schema.anyOf?.find(({ type }) => type !== 'null')
  const type = types.find((it) => it !== 'null')
  return type && { ...schema, type }
}

function toFields({ properties = {}, required = [] }: Schema): Record<string, Shape> {
  const entries = Object.entries(properties).map(([name, schema]) => {
    const shape = toShape(schema as Schema)
    return [name, required.includes(name) ? shape : { ...shape, absence: 'left out' as const }]
  })
  return Object.fromEntries(entries)
}

function toText({ format, pattern }: Schema): Shape {
  if (format === 'date') return { kind: 'day' }
  if (pattern === undefined) return { kind: 'text' }
  const names = Object.keys(notations) as NotationName[]
  const notation = names.find((name) => notations[name].pattern.source === pattern)
  if (!notation) throw new Error(`No notation with the pattern ${pattern}`)
  return { kind: 'text', notation }
}
