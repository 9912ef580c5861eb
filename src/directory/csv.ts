import { isDeepStrictEqual } from 'node:util'
import { uuidv7 } from 'uuidv7'
import { putEntries } from '../db/review/directory.sql.ts'
import type { ImportAnswer } from '../domain/api/routes/directory.ts'
import { type EntryOf, identityOf, type Kind } from '../extraction/directory/merge-tables.ts'
import {
  type ImportedRow,
  importRefusal,
  readTableCsv,
  tableCsv,
} from '../extraction/directory/table-csv.ts'
import { change, type Keeping, type Listed, listed, refuseFull, takenKeys } from './entries.ts'

export async function exportEntries(
  { directories, tables }: Keeping,
  ownerId: string,
  kind: Kind,
): Promise<string> {
  return tableCsv(kind, listed(kind, tables, await directories.of(ownerId)))
}

/** All rows, or none: a row takes the place of the entry that it came from, or that it is. */
export function importEntries<K extends Kind>(
  keeping: Keeping,
  ownerId: string,
  kind: K,
  csv: string,
): Promise<ImportAnswer> {
  const rows = readTableCsv(kind, csv)
  return change(keeping, ownerId, async (tx, own) => {
    const present = listed(kind, keeping.tables, own)
    const placed = rows.map((row) => ({ row, found: placeOf(kind, row, present) }))
    const changed = placed.filter(({ row, found }) => !isDeepStrictEqual(row.entry, found?.entry))
    const entries = changed.map(({ row, found }) => ({
      id: found?.origin === 'own' ? found.id : uuidv7(),
      entry: row.entry,
      line: row.line,
    }))
    const lineOf = new Map(entries.map(({ id, line }) => [id, line]))
    const taken = takenKeys(kind, own, entries)
    const twice = entries.filter(({ id, line }) => lineOf.get(id) !== line)
    if (taken.length > 0 || twice.length > 0) {
      throw importRefusal([
        ...taken.map(({ id, detail }) => ({ line: lineOf.get(id) ?? 0, detail })),
        ...twice.map(({ line }) => ({ line, detail: 'this entry is in the table twice' })),
      ])
    }
    refuseFull(own, entries)
    await putEntries(
      tx,
      ownerId,
      entries.map(({ id, entry }) => ({ id, entry, kind })),
    )
    const created = changed.filter(({ found }) => found?.origin !== 'own').length
    return {
      created,
      changed: changed.length - created,
      unchanged: rows.length - changed.length,
    }
  })
}

function placeOf<K extends Kind>(
  kind: K,
  { id, entry }: ImportedRow<K>,
  present: Listed<K>[],
): Listed<K> | undefined {
  const identity = identityOf[kind] as (it: EntryOf<K>) => string
  return (
    present.find((one) => one.id === id) ??
    present.find((one) => identity(one.entry) === identity(entry))
  )
}
