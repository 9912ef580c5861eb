/**
 * An owner's directory: rows of JSON (domain/invoice/directory.ts has the schemas) and a version that every change
 * increments. A change locks the version's row first, so that no other transaction can change the state against which
 * key conflicts are checked. Readers query only the version and cache the rest (owner-directory.ts).
 * extraction/directory/merge-tables.ts combines the owner's entries with the built-in tables.
 */

import { uuidv7 } from 'uuidv7'
import type { Db } from '../db/db.ts'
import {
  lockDirectoryChanges,
  raiseDirectoryVersion,
  deleteEntry,
  deleteLearnedCorrection,
  type DirectoryRow,
  putEntries,
  readDirectory,
} from '../db/review/directory.sql.ts'
import { Goods, type LearnedCorrectionEntry, Party, Unit } from '../domain/invoice/directory.ts'
import { AppError } from '../domain/errors/app-error.ts'
import { createInvalidFieldsError } from '../domain/errors/invalid-fields.ts'
import { listFaults } from '../domain/messages/fault.ts'
import { listEntryKeys, type Tables } from '../extraction/directory/directory.ts'
import {
  findRemainingBuiltIns,
  type TableEntry,
  identifyEntry,
  type TableKind,
} from '../extraction/directory/merge-tables.ts'
import { type Replayable, type Caller, withIdempotencyKey } from '../intake/with-idempotency-key.ts'
import { recheckWaiting } from '../db/jobs/rereads.sql.ts'
import { commitWithRereads, type Reread, type RereadDeps } from '../queue/reread.ts'
import type { DirectoryCache } from './owner-directory.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'

export interface DirectoryDeps extends RereadDeps {
  directories: DirectoryCache
  /** Built-in tables, and those from the settings. */
  tables: Tables
}

/** An owner's entry or a built-in entry. */
export interface ListedEntry<K extends TableKind> {
  id: string
  origin: 'own' | 'built_in'
  updated_at: string | null
  entry: TableEntry<K>
}

const maxDirectoryBytes = 4 * 1024 * 1024
const maxEntryBytes = 20_000
const builtInPrefix = 'built-in-'

export const schemas = { parties: Party, units: Unit, goods: Goods }

/** Lists the owner's entries, then the built-in entries that none of them overrides. */
export function listEntries<K extends TableKind>(
  kind: K,
  tables: Tables,
  directory: DirectoryRow | undefined,
): ListedEntry<K>[] {
  const mine = ownEntries(kind, directory)
  const base = tables[kind] as readonly TableEntry<K>[]
  const visible = findRemainingBuiltIns(
    kind,
    base,
    mine.map(({ entry }) => entry),
  )
  const others = visible.map((entry) => {
    return { id: builtInId(kind, entry), origin: 'built_in' as const, updated_at: null, entry }
  })
  return [...mine, ...others]
}

/** Defaults for fields that older stored entries lack. */
const addedFields: Record<TableKind, object> = { parties: { signer: null }, units: {}, goods: {} }

function ownEntries<K extends TableKind>(
  kind: K,
  directory: DirectoryRow | undefined,
): ListedEntry<K>[] {
  return (directory?.entries ?? [])
    .filter((row) => row.kind === kind)
    .map(({ id, updated_at, entry: stored }) => {
      const entry = { ...addedFields[kind], ...(stored as TableEntry<K>) }
      return { id, origin: 'own' as const, updated_at, entry }
    })
}

function builtInId<K extends TableKind>(kind: K, entry: TableEntry<K>): string {
  const identity = (identifyEntry[kind] as (it: TableEntry<K>) => string)(entry)
  return builtInPrefix + Buffer.from(identity).toString('base64url')
}

export function createEntry<K extends TableKind>(
  deps: DirectoryDeps,
  caller: Caller,
  kind: K,
  entry: TableEntry<K>,
): Promise<Replayable<ListedEntry<K>>> {
  const { owner_id } = caller
  return withIdempotencyKey(deps.db, caller, entry, ({ id }) =>
    changeLocked(deps, owner_id, (tx, directory) =>
      save(tx, owner_id, directory, kind, [{ id, entry }]),
    ),
  )
}

/** Updates an entry. Omitted fields are kept. Editing a built-in entry creates an owner entry that overrides it. */
export function updateEntry<K extends TableKind>(
  deps: DirectoryDeps,
  ownerId: string,
  kind: K,
  { id, patch }: { id: string; patch: object },
): Promise<ListedEntry<K>> {
  return changeLocked(deps, ownerId, (tx, directory) => {
    const found = listEntries(kind, deps.tables, directory).find((one) => one.id === id)
    if (!found) throw entryNotFound()
    const merged = { ...found.entry, ...patch }
    const parsed = schemas[kind].safeParse(merged)
    if (!parsed.success) throw createInvalidFieldsError(listFaults(parsed.error, merged))
    const entry = {
      id: found.origin === 'own' ? id : uuidv7(),
      entry: parsed.data as TableEntry<K>,
    }
    return save(tx, ownerId, directory, kind, [entry])
  })
}

export async function deleteOwnEntry(
  deps: DirectoryDeps,
  ownerId: string,
  kind: TableKind,
  id: string,
): Promise<void> {
  const directory = await deps.directories.get(ownerId)
  const found = listEntries(kind, deps.tables, directory).find((one) => one.id === id)
  if (!found) throw entryNotFound()
  if (found.origin === 'built_in') throw new AppError('READ_ONLY')
  await changeLocked(deps, ownerId, async (tx) => {
    const [deleted] = await deleteEntry(tx, ownerId, id)
    if (!deleted) throw entryNotFound()
  })
}

/**
 * Serialises changes per owner: `run` sees the latest directory, and no other change runs concurrently. The same
 * transaction requeues the owner's documents that the change may affect, so that they are rechecked with the changed
 * directory.
 */
export function changeLocked<Result>(
  deps: DirectoryDeps,
  ownerId: string,
  run: (tx: Db, directory: DirectoryRow, reread: Reread) => Promise<Result>,
): Promise<Result> {
  return commitWithRereads(deps, async (tx, reread) => {
    await lockDirectoryChanges(tx, ownerId)
    await raiseDirectoryVersion(tx, ownerId)
    const [directory] = await readDirectory(tx, ownerId)
    if (!directory) throw new Error('Directory not found after write')
    const result = await run(tx, directory, reread)
    await reread(() => recheckWaiting(tx, ownerId))
    return result
  })
}

async function save<K extends TableKind>(
  tx: Db,
  ownerId: string,
  directory: DirectoryRow,
  kind: K,
  entries: { id: string; entry: TableEntry<K> }[],
): Promise<ListedEntry<K>> {
  const [conflict] = findKeyConflicts(kind, directory, entries)
  if (conflict) throw new AppError('ENTRY_TAKEN', createDetail('entry_taken', conflict.by))
  requireSpace(directory, entries)
  await putEntries(
    tx,
    ownerId,
    entries.map((one) => ({ ...one, kind })),
  )
  const [after] = await readDirectory(tx, ownerId)
  const saved = ownEntries(kind, after).find(({ id }) => id === entries[0]?.id)
  if (!saved) throw new Error('Entry not found after write')
  return saved
}

/** Finds keys of new entries that already belong to another entry, either saved or new. */
function findKeyConflicts<K extends TableKind>(
  kind: K,
  directory: DirectoryRow,
  entries: readonly { id: string; entry: TableEntry<K> }[],
): { id: string; by: { key: string; entry: string } }[] {
  const keys = listEntryKeys[kind] as (entry: TableEntry<K>) => string[]
  const identity = identifyEntry[kind] as (entry: TableEntry<K>) => string
  const changed = new Set(entries.map(({ id }) => id))
  const owners = new Map<string, { id: string; entry: TableEntry<K> }>()
  for (const one of ownEntries(kind, directory).filter(({ id }) => !changed.has(id))) {
    for (const key of [identity(one.entry), ...keys(one.entry)]) owners.set(key, one)
  }
  return entries.flatMap((one) =>
    [...new Set([identity(one.entry), ...keys(one.entry)])].flatMap((key) => {
      const owner = owners.get(key) ?? one
      owners.set(key, owner)
      const by = { key, entry: entryTitle(owner.entry) }
      return owner.id === one.id ? [] : [{ id: one.id, by }]
    }),
  )
}

export function entryTitle(entry: TableEntry<TableKind>): string {
  return 'name' in entry ? entry.name : `${entry.option}${entry.code}`
}

/** Rejects a directory that is too large, because workers hold directories in memory. */
export function requireSpace(
  directory: DirectoryRow,
  added: readonly { id: string; entry: unknown }[],
): void {
  const countBytes = (entry: unknown) => JSON.stringify(entry).length
  const ids = new Set(added.map(({ id }) => id))
  const unchanged = directory.entries.filter(({ id }) => !ids.has(id))
  const total = [...unchanged, ...added].reduce((sum, { entry }) => sum + countBytes(entry), 0)
  if (added.some(({ entry }) => countBytes(entry) > maxEntryBytes)) {
    throw new AppError('INVALID_REQUEST', createDetail('entry_too_long', {}))
  }
  if (total > maxDirectoryBytes) {
    throw new AppError('INVALID_REQUEST', createDetail('directory_full', {}))
  }
}

export async function listLearnedCorrections(
  { directories }: DirectoryDeps,
  ownerId: string,
): Promise<LearnedCorrectionEntry[]> {
  return (await directories.get(ownerId))?.learned_corrections ?? []
}

export function deleteOwnLearnedCorrection(
  deps: DirectoryDeps,
  ownerId: string,
  id: string,
): Promise<void> {
  return changeLocked(deps, ownerId, async (tx) => {
    const [deleted] = await deleteLearnedCorrection(tx, ownerId, id)
    if (!deleted) throw entryNotFound()
  })
}

function entryNotFound(): AppError {
  return new AppError('NOT_FOUND', createDetail('entry_not_found', {}))
}
