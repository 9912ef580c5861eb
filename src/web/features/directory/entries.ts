import type { Goods, Party, Unit } from '../../../domain/invoice/directory.ts'
import { directoryRoutes, type ImportResponse } from '../../../domain/api/routes/directory.ts'
import { client } from '../../api/client.ts'
import { createStore } from '../../store/store.ts'
import type { Table } from './directory-view.ts'
import { toBody, type Draft, type Entry, toPatch } from './entry-draft.ts'

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
  entries: Entry[]
  next_cursor: string | null
}

export const entriesKey = (table: Table) => ['directory', table]

export function fetchEntries(
  table: Table,
  { q, cursor }: { q: string; cursor: string | undefined },
  signal: AbortSignal,
): Promise<EntryPage> {
  const query = { ...(q !== '' && { q }), cursor, limit: pageLength }
  return client.call(routes[table].list, { query, signal })
}

/** The cast is safe because the server validates the body. */
function createEntry(table: Table, body: Record<string, unknown>): Promise<Entry> {
  return client.call(routes[table].create, { body: body as Party & Unit & Goods })
}

export function saveEntry(table: Table, entry: Entry | undefined, draft: Draft): Promise<Entry> {
  if (!entry) return createEntry(table, toBody(table, draft))
  const body = toPatch(table, entry, draft)
  return client.call(routes[table].edit, { params: { id: entry.id }, body })
}

export function removeEntry(table: Table, { id }: Entry): Promise<void> {
  return client.call(routes[table].remove, { params: { id } })
}

/** Recreates the removed entry with a new id. */
export function restoreEntry(table: Table, entry: Entry): Promise<Entry> {
  const { id: _id, origin: _origin, updated_at: _at, ...body } = entry
  return createEntry(table, body)
}

export function exportUrl(table: Table): string {
  return client.url(routes[table].download)
}

export function importEntries(
  table: Table,
  text: string,
  query: { dry_run: boolean },
): Promise<ImportResponse> {
  return client.call(routes[table].upload, { text, query })
}

/** Unsaved forms, keyed by entry; they survive navigation. */
export const drafts = createStore<Readonly<Record<string, Draft>>>({})

export function putDraft(key: string, draft: Draft | undefined): void {
  const { [key]: _, ...others } = drafts.get()
  drafts.set(draft === undefined ? others : { ...others, [key]: draft })
}

/** Entry whose edit button takes focus once rendered. */
export const focusTarget = createStore<string | undefined>(undefined)
