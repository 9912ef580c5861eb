import type { Goods, Party, Unit } from '../../../domain/invoice/directory.ts'
import { directoryRoutes, type ImportResponse } from '../../../domain/api/routes/directory.ts'
import { client } from '../../api/client.ts'
import { createStore } from '../../store/store.ts'
import type { DirectoryTable } from './directory-view.ts'
import { toBody, type EntryDraft, type DirectoryEntry, toPatch } from './entry-draft.ts'

const routes = {
  parties: {
    list: directoryRoutes.listParties,
    create: directoryRoutes.createParty,
    edit: directoryRoutes.editParty,
    remove: directoryRoutes.deleteParty,
    download: directoryRoutes.exportParties,
    upload: directoryRoutes.importParties,
  },
  units: {
    list: directoryRoutes.listUnits,
    create: directoryRoutes.createUnit,
    edit: directoryRoutes.editUnit,
    remove: directoryRoutes.deleteUnit,
    download: directoryRoutes.exportUnits,
    upload: directoryRoutes.importUnits,
  },
  goods: {
    list: directoryRoutes.listGoods,
    create: directoryRoutes.createGoods,
    edit: directoryRoutes.editGoods,
    remove: directoryRoutes.deleteGoods,
    download: directoryRoutes.exportGoods,
    upload: directoryRoutes.importGoods,
  },
}

const pageLength = 100

export interface EntryPage {
  entries: DirectoryEntry[]
  next_cursor: string | null
}

export const entriesKey = (table: DirectoryTable) => ['directory', table]

export function fetchEntries(
  table: DirectoryTable,
  { q, cursor }: { q: string; cursor: string | undefined },
  signal: AbortSignal,
): Promise<EntryPage> {
  const query = { ...(q !== '' && { q }), cursor, limit: pageLength }
  return client.call(routes[table].list, { query, signal })
}

/** Creates an entry. The cast is safe, because the server validates the body. */
function createEntry(
  table: DirectoryTable,
  body: Record<string, unknown>,
): Promise<DirectoryEntry> {
  return client.call(routes[table].create, { body: body as Party & Unit & Goods })
}

export function saveEntry(
  table: DirectoryTable,
  entry: DirectoryEntry | undefined,
  draft: EntryDraft,
): Promise<DirectoryEntry> {
  if (!entry) return createEntry(table, toBody(table, draft))
  const body = toPatch(table, entry, draft)
  return client.call(routes[table].edit, { params: { id: entry.id }, body })
}

export function removeEntry(table: DirectoryTable, { id }: DirectoryEntry): Promise<void> {
  return client.call(routes[table].remove, { params: { id } })
}

/** Recreates the removed entry with a new id. */
export function restoreEntry(
  table: DirectoryTable,
  entry: DirectoryEntry,
): Promise<DirectoryEntry> {
  const { id: _id, origin: _origin, updated_at: _at, ...body } = entry
  return createEntry(table, body)
}

export function exportUrl(table: DirectoryTable): string {
  return client.url(routes[table].download)
}

export function importEntries(
  table: DirectoryTable,
  text: string,
  query: { dry_run: boolean },
): Promise<ImportResponse> {
  return client.call(routes[table].upload, { text, query })
}

/** Unsaved forms by entry. They survive navigation. */
export const drafts = createStore<Readonly<Record<string, EntryDraft>>>({})

export function putDraft(key: string, draft: EntryDraft | undefined): void {
  const { [key]: _, ...others } = drafts.get()
  drafts.set(draft === undefined ? others : { ...others, [key]: draft })
}

/** Key of the entry whose edit button gets the focus once it is rendered. */
export const focusTarget = createStore<string | undefined>(undefined)
