import type { Goods, Party, Unit } from '../../../domain/invoice/directory.ts'
import type { Fault } from '../../../domain/errors/app-error.ts'
import { faultSentence, faultText } from '../../i18n/message-text.ts'
import type { DirectoryTable } from './directory-view.ts'
import { type Field, entryFields } from './entry-fields.ts'

export interface EntryMeta {
  id: string
  origin: 'own' | 'built_in'
  updated_at: string | null
}
export type DirectoryEntry = EntryMeta & (Party | Unit | Goods)

interface CustomerCode {
  seller: string
  code: string
}

/** State of an entry's form. List fields have one item per line. */
export interface EntryDraft {
  texts: Readonly<Record<string, string>>
  codes: readonly CustomerCode[]
}

export function emptyDraft(table: DirectoryTable): EntryDraft {
  const texts = entryFields[table].map(({ name, initial = '' }) => [name, initial])
  return { texts: Object.fromEntries(texts), codes: [] }
}

export function createDraft(table: DirectoryTable, entry: DirectoryEntry): EntryDraft {
  const texts = entryFields[table].map(({ name }) => [name, toText(valueAt(entry, name))])
  return {
    texts: Object.fromEntries(texts),
    codes: (valueAt(entry, 'codes') as Party['codes'] | undefined) ?? [],
  }
}

/** Builds the request body for a new entry. */
export function toBody(table: DirectoryTable, draft: EntryDraft): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const field of entryFields[table]) {
    const [outer = '', inner] = field.name.split('.')
    const value = parseField(field, draft)
    if (inner === undefined) body[outer] = value
    else body[outer] = { ...(body[outer] as object | undefined), [inner]: value }
  }
  const inner = Object.entries(body).filter(([, value]) => isEmptyObject(value))
  for (const [name] of inner) body[name] = null
  return body
}

/** Returns only the changed fields, because others may have changed on the server. */
export function toPatch(
  table: DirectoryTable,
  entry: DirectoryEntry,
  draft: EntryDraft,
): Record<string, unknown> {
  const before = toBody(table, createDraft(table, entry))
  const changed = Object.entries(toBody(table, draft)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  )
  return Object.fromEntries(changed)
}

/** Groups validation errors by field. The empty key has the errors that belong to no field. */
export function errorsByField(
  table: DirectoryTable,
  faults: readonly Fault[],
): Record<string, string> {
  const names = entryFields[table].map(({ name }) => name)
  const errors: Record<string, string> = {}
  for (const fault of faults) {
    const [outer = '', inner] = fault.pointer.split('/').slice(1)
    const field = names.find((name) => name === `${outer}.${inner}` || name === outer) ?? ''
    errors[field] = [errors[field], faultSentence(faultText(fault))].filter(Boolean).join(' ')
  }
  return errors
}

function parseField({ name, kind, isRequired }: Field, { texts, codes }: EntryDraft): unknown {
  if (kind === 'codes') {
    const trimmed = codes.map(({ seller, code }) => ({ seller: seller.trim(), code: code.trim() }))
    return trimmed.filter(({ seller, code }) => seller !== '' || code !== '')
  }
  const text = texts[name]?.trim() ?? ''
  if (kind === 'list')
    return [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean)
  return text === '' && !isRequired ? null : text
}

function isEmptyObject(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.values(value).every((inner) => inner === null)
}

function valueAt(entry: object, name: string): unknown {
  return name.split('.').reduce<unknown>((value, key) => {
    return (value as Record<string, unknown> | null | undefined)?.[key]
  }, entry)
}

function toText(value: unknown): string {
  if (Array.isArray(value)) return value.filter((one) => typeof one === 'string').join('\n')
  return typeof value === 'string' ? value : ''
}
