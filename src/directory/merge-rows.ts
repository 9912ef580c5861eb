import { isDeepStrictEqual } from 'node:util'
import { uuidv7 } from 'uuidv7'
import { createFault, listFaults } from '../domain/messages/fault.ts'
import type { Message } from '../domain/messages/message.ts'
import { listEntryKeys } from '../extraction/directory/directory.ts'
import {
  identifyEntry,
  type TableEntry,
  type TableKind,
} from '../extraction/directory/merge-tables.ts'
import { entryTitle, type ListedEntry, schemas } from './entries.ts'

/** A row from a user's table, with some of an entry's fields. */
export interface GivenRow {
  /** ID of an exported entry. If it is set, the row replaces the entry's fields. */
  id?: string | undefined
  given: Record<string, unknown>
}

export type MergedRow<K extends TableKind> =
  | { outcome: 'created' | 'changed' | 'unchanged'; id: string; entry: TableEntry<K> }
  | { outcome: 'rejected'; faults: Message[] }

/**
 * Merges rows into a directory, one by one. A row updates the entry with the same ID, name or code, or creates an
 * entry. Omitted fields are kept. Lists are extended or, if the row has an ID, replaced. A row that contradicts another
 * entry or an earlier row is rejected, and the others are still merged.
 */
export function mergeRows<K extends TableKind>(
  kind: K,
  existing: readonly ListedEntry<K>[],
  rows: readonly GivenRow[],
): MergedRow<K>[] {
  const state = createState(kind, existing)
  return rows.map((row) => mergeRow(state, row))
}

interface State<K extends TableKind> {
  kind: K
  entries: Map<string, ListedEntry<K>>
  /** ID of the entry that each name, alias and code belongs to. */
  owners: Map<string, string>
  /** IDs of the entries that earlier rows have changed. */
  touched: Set<string>
}

function createState<K extends TableKind>(kind: K, existing: readonly ListedEntry<K>[]): State<K> {
  const entries = new Map(existing.map((one) => [one.id, one]))
  const owners = new Map<string, string>()
  // The owner's entries come last, so that they override built-in entries.
  for (const one of existing.toSorted((a, b) => (a.origin < b.origin ? -1 : 1)))
    for (const key of keys(kind, one.entry)) owners.set(key, one.id)
  return { kind, entries, owners, touched: new Set() }
}

function mergeRow<K extends TableKind>(state: State<K>, row: GivenRow): MergedRow<K> {
  const { kind, entries, owners, touched } = state
  const named = entries.get(row.id ?? '')
  const found = named ?? entries.get(owners.get(identity(kind, row.given)) ?? '')
  const given = { ...found?.entry, ...(named ? row.given : withLists(found?.entry, row.given)) }
  const parsed = schemas[kind].safeParse(given)
  if (!parsed.success) return { outcome: 'rejected', faults: listFaults(parsed.error, given) }
  const entry = parsed.data as TableEntry<K>
  const id = found?.origin === 'own' ? found.id : uuidv7()
  const taken = keys(kind, entry).find((key) => isTaken(state, key, found?.id ?? id))
  if (taken !== undefined) {
    const owner = entries.get(owners.get(taken) ?? '')
    const by = { key: taken, entry: owner ? entryTitle(owner.entry) : '' }
    return { outcome: 'rejected', faults: [createFault('key_taken', null, by)] }
  }
  if (found && touched.has(found.id) && contradicts(found.entry, entry))
    return { outcome: 'rejected', faults: [createFault('csv_entry_twice', null, {})] }
  const isSame = found !== undefined && isDeepStrictEqual(found.entry, entry)
  if (isSame) return { outcome: 'unchanged', id: found.id, entry }
  entries.set(id, { id, origin: 'own', updated_at: null, entry })
  for (const key of keys(kind, entry)) owners.set(key, id)
  touched.add(id)
  return { outcome: found?.origin === 'own' ? 'changed' : 'created', id, entry }
}

/**
 * True if the key belongs to another of the owner's entries. The keys of built-in entries are free, because the owner's
 * entry overrides them.
 */
function isTaken<K extends TableKind>({ entries, owners }: State<K>, key: string, id: string) {
  const owner = owners.get(key)
  return owner !== undefined && owner !== id && entries.get(owner)?.origin === 'own'
}

/** True if the row contradicts the entry. Two rows may complement each other but must not contain different numbers. */
function contradicts(before: object, after: object): boolean {
  const [one, other] = [before as { tin?: string | null }, after as { tin?: string | null }]
  return typeof one.tin === 'string' && one.tin !== other.tin
}

/** Extends a known entry's lists, and adds another spelling of its name as an alias. */
function withLists(known: object | undefined, given: Record<string, unknown>) {
  if (!known) return given
  const old = known as Record<string, unknown>
  const joined = Object.entries(given).map(([key, value]) => {
    const before = old[key]
    return [key, Array.isArray(value) && Array.isArray(before) ? join(before, value) : value]
  })
  return { ...Object.fromEntries(joined), ...(old['name'] !== undefined && { name: old['name'] }) }
}

function join(before: unknown[], added: unknown[]): unknown[] {
  const known = new Set(before.map((value) => JSON.stringify(value)))
  return [...before, ...added.filter((value) => !known.has(JSON.stringify(value)))]
}

function keys<K extends TableKind>(kind: K, entry: TableEntry<K>): string[] {
  const listKeys = listEntryKeys[kind] as (entry: TableEntry<K>) => string[]
  return [...new Set([identity(kind, entry), ...listKeys(entry)])]
}

/** Returns the key of the entry to which a row refers. The row may be incomplete. */
function identity<K extends TableKind>(kind: K, given: object): string {
  const { name } = given as { name?: unknown }
  if (kind === 'parties' && typeof name !== 'string') return ''
  return (identifyEntry[kind] as (entry: object) => string)(given)
}
