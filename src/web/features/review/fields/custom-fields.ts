import { compileSchema } from '../../../../domain/fields/compile-schema.ts'
import type { Field, ListField } from '../../../../domain/fields/field.ts'
import type { FieldsReading } from '../../../../domain/fields/fields-reading.ts'
import type { FieldKind } from './fields.ts'

/** A value in the requested object, with its label. */
export interface CustomValue {
  path: string
  kind: FieldKind
  label: string
}

/** Part of the requested object, in the order of the schema: a group of values, or the rows of a list. */
export type CustomPart =
  | { values: CustomValue[] }
  | { heading: string; path: string; rows: CustomValue[][] }

const kinds: Record<string, FieldKind> = {
  text: 'text',
  decimal: 'amount',
  number: 'number',
  integer: 'whole',
  date: 'day',
  flag: 'flag',
}

/** Returns the parts of the requested object. A list within a list is shown in the row that contains it. */
export function listCustomParts({
  schema,
  data,
}: Pick<FieldsReading, 'schema' | 'data'>): CustomPart[] {
  const { root } = compileSchema(schema)
  return (root?.fields ?? []).flatMap((field): CustomPart[] => {
    const path = `data.${field.name}`
    const value = data[field.name]
    if (field.kind !== 'list') return [{ values: listValues(field, value, path, '') }]
    return [{ heading: nameField(field), path, rows: listRows(field, value, path) }]
  })
}

export function listCustomValues(reading: Pick<FieldsReading, 'schema' | 'data'>): CustomValue[] {
  return listCustomParts(reading).flatMap((part) =>
    'rows' in part ? part.rows.flat() : part.values,
  )
}

function listRows(list: ListField, value: unknown, path: string): CustomValue[][] {
  const rows = Array.isArray(value) ? (value as unknown[]) : []
  return rows.map((row, at) => {
    const rowPath = `${path}.${at}`
    if (list.entry.kind === 'value') return listValues(list.entry, row, rowPath, '')
    return list.entry.fields.flatMap((field) =>
      listValues(field, readProperty(row, field.name), `${rowPath}.${field.name}`, ''),
    )
  })
}

function listValues(field: Field, value: unknown, path: string, prefix: string): CustomValue[] {
  const label = prefix + nameField(field)
  if (field.kind === 'value') return [{ path, kind: kinds[field.type] ?? 'text', label }]
  if (field.kind === 'list') return listRows(field, value, path).flat()
  return field.fields.flatMap((part) =>
    listValues(part, readProperty(value, part.name), `${path}.${part.name}`, `${label} · `),
  )
}

function nameField({ title, name }: Field): string {
  return title ?? name.replaceAll('_', ' ')
}

function readProperty(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined
}
