import { compileSchema } from '../fields/compile-schema.ts'
import type { Field } from '../fields/field.ts'
import type { FieldsReading } from '../fields/fields-reading.ts'
import type { Shape } from './shape.ts'

/** Returns the values that a user may enter, as the requested schema defines them. Any single value may be null. */
export function toFieldsShape({ schema }: Pick<FieldsReading, 'schema'>): Shape {
  const { root } = compileSchema(schema)
  return { kind: 'group', fields: root ? { data: toShape(root) } : {} }
}

function toShape(field: Field): Shape {
  switch (field.kind) {
    case 'group':
      return {
        kind: 'group',
        fields: Object.fromEntries(field.fields.map((part) => [part.name, toShape(part)])),
      }
    case 'list':
      return { kind: 'list', entry: toShape(field.entry) }
    case 'value':
      return { ...valueShapes[field.type], absence: 'null' }
  }
}

const valueShapes = {
  text: { kind: 'text' },
  decimal: { kind: 'text', notation: 'decimal' },
  number: { kind: 'number' },
  integer: { kind: 'whole' },
  flag: { kind: 'flag' },
  date: { kind: 'day' },
} as const satisfies Record<string, Shape>
