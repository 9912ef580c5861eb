import type { Goods, Party, Unit } from '../../../domain/invoice/directory.ts'
import type { Fault } from '../../../domain/errors/errors.ts'
import type { Table } from './directory-view.ts'
import { type Field, fieldsOf } from './entry-fields.ts'

export interface EntryFacts {
  id: string
  origin: 'own' | 'built_in'
  updated_at: string | null
}
export type Entry = EntryFacts & (Party | Unit | Goods)

interface CustomerCode {
  seller: string
  code: string
}

/** An entry as it is typed: what a list holds stands on lines of its own. */
export interface Draft {
  texts: Readonly<Record<string, string>>
  codes: readonly CustomerCode[]
}

export function emptyDraft(table: Table): Draft {
  const texts = fieldsOf[table].map(({ name, initial = '' }) => [name, initial])
  return { texts: Object.fromEntries(texts), codes: [] }
}

export function draftOf(table: Table, entry: Entry): Draft {
  const texts = fieldsOf[table].map(({ name }) => [name, textOf(valueAt(entry, name))])
  return {
    texts: Object.fromEntries(texts),
    codes: (valueAt(entry, 'codes') as Party['codes'] | undefined) ?? [],
  }
}

/** What the server is sent for a new entry. */
export function bodyOf(table: Table, draft: Draft): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const field of fieldsOf[table]) {
    const [outer = '', inner] = field.name.split('.')
    const value = typedValue(field, draft)
    if (inner === undefined) body[outer] = value
    else body[outer] = { ...(body[outer] as object | undefined), [inner]: value }
  }
  const inner = Object.entries(body).filter(([, value]) => isNothing(value))
  for (const [name] of inner) body[name] = null
  return body
}

/** What the server is sent for one that is there: only what was changed, for the rest may have changed meanwhile. */
export function patchOf(table: Table, entry: Entry, draft: Draft): Record<string, unknown> {
  const before = bodyOf(table, draftOf(table, entry))
  const changed = Object.entries(bodyOf(table, draft)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  )
  return Object.fromEntries(changed)
}

/** What is wrong, by field; what belongs to none stands under the empty name. */
export function faultsIn(table: Table, faults: readonly Fault[]): Record<string, string> {
  const names = fieldsOf[table].map(({ name }) => name)
  const found: Record<string, string> = {}
  for (const { pointer, detail } of faults) {
    const [outer = '', inner] = pointer.split('/').slice(1)
    const field = names.find((name) => name === `${outer}.${inner}` || name === outer) ?? ''
    found[field] = [found[field], detail].filter(Boolean).join('; ')
  }
  return found
}

function typedValue({ name, kind, isNeeded }: Field, { texts, codes }: Draft): unknown {
  if (kind === 'codes') {
    const trimmed = codes.map(({ seller, code }) => ({ seller: seller.trim(), code: code.trim() }))
    return trimmed.filter(({ seller, code }) => seller !== '' || code !== '')
  }
  const text = texts[name]?.trim() ?? ''
  if (kind === 'list')
    return [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean)
  return text === '' && !isNeeded ? null : text
}

function isNothing(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.values(value).every((inner) => inner === null)
}

function valueAt(entry: object, name: string): unknown {
  return name.split('.').reduce<unknown>((value, key) => {
    return (value as Record<string, unknown> | null | undefined)?.[key]
  }, entry)
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.filter((one) => typeof one === 'string').join('\n')
  return typeof value === 'string' ? value : ''
}
