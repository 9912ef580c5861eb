import { isDeepStrictEqual } from 'node:util'
import { uuidv7 } from 'uuidv7'
import { putEntries } from '../db/review/directory.sql.ts'
import type { ImportAnswer } from '../domain/api/routes/directory.ts'
import { createFault } from '../domain/messages/fault.ts'
import {
  type TableEntry,
  identifyEntry,
  type TableKind,
} from '../extraction/directory/merge-tables.ts'
import {
  type ImportedRow,
  importError,
  readTableCsv,
  writeTableCsv,
} from '../extraction/directory/table-csv.ts'
import {
  changeLocked,
  type DirectoryDeps,
  type ListedEntry,
  listEntries,
  requireSpace,
  findKeyConflicts,
} from './entries.ts'

export async function exportEntries(
  { directories, tables }: DirectoryDeps,
  ownerId: string,
  kind: TableKind,
): Promise<string> {
  return writeTableCsv(kind, listEntries(kind, tables, await directories.get(ownerId)))
}

/** All or nothing. A row updates the entry with its id or identity, otherwise it creates one. */
export function importEntries<K extends TableKind>(
  deps: DirectoryDeps,
  ownerId: string,
  kind: K,
  csv: string,
): Promise<ImportAnswer> {
  const rows = readTableCsv(kind, csv)
  return changeLocked(deps, ownerId, async (tx, directory) => {
    const existing = listEntries(kind, deps.tables, directory)
    const matched = rows.map((row) => ({ row, found: findExisting(kind, row, existing) }))
    const changed = matched.filter(
      ({ row, found: match }) => !isDeepStrictEqual(row.entry, match?.entry),
    )
    const entries = changed.map(({ row, found: match }) => ({
      id: match?.origin === 'own' ? match.id : uuidv7(),
      entry: row.entry,
      line: row.line,
    }))
    const lineById = new Map(entries.map(({ id, line }) => [id, line]))
    const conflicts = findKeyConflicts(kind, directory, entries)
    const duplicated = entries.filter(({ id, line }) => lineById.get(id) !== line)
    if (conflicts.length > 0 || duplicated.length > 0) {
      throw importError([
        ...conflicts.map(({ id, by }) => ({
          line: lineById.get(id) ?? 0,
          ...createFault('key_taken', null, by),
        })),
        ...duplicated.map(({ line }) => ({ line, ...createFault('csv_entry_twice', null, {}) })),
      ])
    }
    requireSpace(directory, entries)
    await putEntries(
      tx,
      ownerId,
      entries.map(({ id, entry }) => ({ id, entry, kind })),
    )
    const created = changed.filter(({ found: match }) => match?.origin !== 'own').length
    return {
      created,
      changed: changed.length - created,
      unchanged: rows.length - changed.length,
    }
  })
}

function findExisting<K extends TableKind>(
  kind: K,
  { id, entry }: ImportedRow<K>,
  existing: ListedEntry<K>[],
): ListedEntry<K> | undefined {
  const identity = identifyEntry[kind] as (it: TableEntry<K>) => string
  return (
    existing.find((one) => one.id === id) ??
    existing.find((one) => identity(one.entry) === identity(entry))
  )
}
