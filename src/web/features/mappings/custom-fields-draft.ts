import type { FieldListType } from '../../../domain/fields/field-list.ts'
import { storedValue } from '../../store/stored-value.ts'

/** A field as entered in the form. Only tables have columns. */
export interface FieldDraft {
  id: number
  name: string
  type: FieldListType
  /** Labels as entered, separated by commas. */
  labels: string
  hint: string
  columns: FieldDraft[]
}

export interface FieldsDraft {
  title: string
  fields: FieldDraft[]
}

/** The types that the form offers. Other types require the YAML editor. */
export const fieldTypes = ['text', 'number', 'integer', 'date', 'yes_no', 'table'] as const
export const columnTypes = ['text', 'number', 'integer', 'date'] as const

export function createField(id: number, type: FieldListType = 'text'): FieldDraft {
  return { id, name: '', type, labels: '', hint: '', columns: [] }
}

/** Returns the next ID, which is greater than all others in the draft. */
export function nextId({ fields }: FieldsDraft): number {
  return (
    Math.max(0, ...fields.flatMap(({ id, columns }) => [id, ...columns.map((it) => it.id)])) + 1
  )
}

const emptyDraft: FieldsDraft = { title: '', fields: [createField(1)] }

/** The draft, which stays on this device until it is saved as a mapping. */
export const customFieldsDraft = storedValue<FieldsDraft>('custom_fields', emptyDraft, (stored) =>
  isDraft(stored) ? stored : undefined,
)

export function resetDraft(): void {
  customFieldsDraft.set(emptyDraft)
}

/** Changes one field or column. */
export function updateField(
  fields: readonly FieldDraft[],
  id: number,
  change: Partial<FieldDraft>,
): FieldDraft[] {
  return fields.map((field) => (field.id === id ? { ...field, ...change } : field))
}

/** Converts the form to the YAML of a mapping. Omits fields without a name. */
export function toMappingYaml({ title, fields }: FieldsDraft): string {
  const shown = title.trim() || defaultTitle
  const lines = listNamed(fields).map((field) => `  - ${JSON.stringify(toListedField(field))}`)
  return [
    `name: ${toMappingName(shown)}`,
    `title: ${JSON.stringify(shown)}`,
    `description: ${JSON.stringify(
      listNamed(fields)
        .map(({ name }) => name.trim())
        .join(', ') || shown,
    )}`,
    'reader: fields',
    'fields:',
    ...lines,
    '',
  ].join('\n')
}

export function hasFields({ fields }: FieldsDraft): boolean {
  return listNamed(fields).length > 0
}

const defaultTitle = 'Custom fields'

/** Converts a title to a mapping name: `Delivery note (2)` → `delivery_note_2_v1`. */
export function toMappingName(title: string): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
  return `${words || 'custom_fields'}_v1`
}

function toListedField({ name, type, labels, hint, columns }: FieldDraft): object {
  const list = labels
    .split(',')
    .map((label) => label.trim())
    .filter((label) => label !== '')
  return {
    name: name.trim(),
    type,
    ...(list.length > 0 && { labels: list }),
    ...(hint.trim() !== '' && { hint: hint.trim() }),
    ...(type === 'table' && { fields: listNamed(columns).map(toListedField) }),
  }
}

function listNamed(fields: readonly FieldDraft[]): FieldDraft[] {
  return fields.filter(
    ({ name, type, columns }) =>
      name.trim() !== '' && (type !== 'table' || listNamed(columns).length > 0),
  )
}

function isDraft(stored: unknown): stored is FieldsDraft {
  if (typeof stored !== 'object' || stored === null) return false
  const { title, fields } = stored as Partial<FieldsDraft>
  return typeof title === 'string' && Array.isArray(fields) && fields.every(isField)
}

function isField(stored: unknown): stored is FieldDraft {
  if (typeof stored !== 'object' || stored === null) return false
  const { id, name, type, labels, hint, columns } = stored as Partial<FieldDraft>
  return (
    typeof id === 'number' &&
    [name, type, labels, hint].every((text) => typeof text === 'string') &&
    Array.isArray(columns) &&
    columns.every(isField)
  )
}
