import { putEntries } from '../db/review/directory.sql.ts'
import type { ImportResponse } from '../domain/api/routes/directory.ts'
import { addRenderedText } from '../domain/i18n/render.ts'
import type { TableKind } from '../extraction/directory/merge-tables.ts'
import {
  type ImportedTable,
  readTableCsv,
  writeTableCsv,
} from '../extraction/directory/table-csv.ts'
import { changeLocked, type DirectoryDeps, listEntries, requireSpace } from './entries.ts'
import { type MergedRow, mergeRows } from './merge-rows.ts'

export async function exportEntries(
  { directories, tables }: DirectoryDeps,
  ownerId: string,
  kind: TableKind,
): Promise<string> {
  return writeTableCsv(kind, listEntries(kind, tables, await directories.get(ownerId)))
}

/** Maximum number of rejected rows that are listed. The web app offers them as a file to correct and import again. */
const maxRejected = 1000

/**
 * Merges a file's rows into the directory. Invalid rows are rejected one by one. With `dry_run`, only reports what an
 * import would do.
 */
export async function importEntries(
  deps: DirectoryDeps,
  ownerId: string,
  kind: TableKind,
  { csv, dry_run }: { csv: string; dry_run: boolean },
): Promise<ImportResponse> {
  const table = readTableCsv(kind, csv)
  if (dry_run) {
    const own = await deps.directories.get(ownerId)
    return toImportResponse(table, mergeRows(kind, listEntries(kind, deps.tables, own), table.rows))
  }
  return changeLocked(deps, ownerId, async (tx, own) => {
    const merged = mergeRows(kind, listEntries(kind, deps.tables, own), table.rows)
    const saved = toSavedEntries(kind, merged)
    requireSpace(own, saved)
    await putEntries(tx, ownerId, saved)
    return toImportResponse(table, merged)
  })
}

/** Returns the final version of each entry to save. */
export function toSavedEntries<K extends TableKind>(kind: K, merged: readonly MergedRow<K>[]) {
  const changed = merged.flatMap((row) =>
    row.outcome === 'created' || row.outcome === 'changed'
      ? [{ id: row.id, entry: row.entry, kind }]
      : [],
  )
  return [...new Map(changed.map((one) => [one.id, one])).values()]
}

function toImportResponse(
  { columns, rows }: ImportedTable,
  merged: readonly MergedRow<TableKind>[],
): ImportResponse {
  const count = (outcome: string) => merged.filter((row) => row.outcome === outcome).length
  const rejected = merged.flatMap((row, index) => {
    const { line = 0, cells = [] } = rows[index] ?? {}
    return row.outcome === 'rejected' ? [{ line, cells, faults: row.faults }] : []
  })
  return {
    created: count('created'),
    changed: count('changed'),
    unchanged: count('unchanged'),
    rejected_count: rejected.length,
    rejected: rejected.slice(0, maxRejected).map(({ line, cells, faults }) => ({
      line,
      cells,
      errors: faults.map((it) => addRenderedText(it)),
    })),
    columns,
  }
}
