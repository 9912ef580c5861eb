import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { HeatSheetReading } from '../heat-sheet/heat-sheet.ts'
import { InvoiceReading } from '../invoice/invoice.ts'
import { readingShapes } from './reading-shapes.ts'
import { normaliseValue, fixedFields, type Shape } from './shape.ts'

const texts = ['', 'text', '5', '-5.50', '+5', '5.', '1.000,5', '٥', '5\n', ' 5']
const days = ['2025-03-14', '2025-02-30', '2024-02-29', '2025-13-01', '14.3.2025', '2025-3-14']
const codes = ['A940100', 'C940100', 'A94010', '09:15', '24:00', '9:15']
const rates = ['0', '20', '12.5', '200.00', '200.01', '999', '1.234', '-1']
const others = [0, 1, -1, 1.5, Number.NaN, 2 ** 53, true, false, [], {}]
const values: unknown[] = [...texts, ...days, ...codes, ...rates, ...others]

/** Returns each difference between a schema and a shape. */
function differences(schema: z.ZodType, shape: Shape | undefined, path: string): string[] {
  if (!shape) return [`${path}: has no shape`]
  const inner = unwrapped(schema)
  const absence =
    schema instanceof z.ZodNullable ? 'null' : schema === inner ? undefined : 'left out'
  const found = absence === shape.absence ? [] : [`${path}: ${shape.absence}, not ${absence}`]
  if (inner instanceof z.ZodArray) {
    const entry = shape.kind === 'list' ? shape.entry : undefined
    return [...found, ...differences(inner.element as z.ZodType, entry, `${path}.0`)]
  }
  if (inner instanceof z.ZodObject) {
    const fields = shape.kind === 'group' ? shape.fields : {}
    const keys = new Set([...Object.keys(inner.shape), ...Object.keys(fields)])
    return [...keys]
      .filter((key) => !(path === '' && fixedFields.includes(key)))
      .flatMap((key) =>
        inner.shape[key]
          ? differences(inner.shape[key] as z.ZodType, fields[key], `${path}.${key}`)
          : [`${path}.${key}: has no schema`],
      )
      .concat(found)
  }
  const normalised = values.filter(
    (value) => inner.safeParse(value).success !== isAllowed(shape, value),
  )
  return [...found, ...normalised.map((value) => `${path}: ${JSON.stringify(value)}`)]
}

function unwrapped(schema: z.ZodType): z.ZodType {
  const isWrapped = schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
  return isWrapped ? unwrapped(schema.unwrap() as z.ZodType) : schema
}

function isAllowed(shape: Shape, value: unknown): boolean {
  try {
    normaliseValue(shape, 'it', value)
    return true
  } catch {
    return false
  }
}

describe.each(
  [InvoiceReading, HeatSheetReading].map((schema) => [schema.shape.kind.value, schema] as const),
)('editable values in a %s', (kind, schema) => {
  it('match the schema at every path', () => {
    expect(differences(schema, readingShapes[kind], '')).toEqual([])
  })
})
