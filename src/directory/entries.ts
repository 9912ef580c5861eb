import { uuidv7 } from 'uuidv7'
import type { Database, Db } from '../db/db.ts'
import {
  changeDirectory,
  deleteEntry,
  deleteLesson,
  type DirectoryRow,
  putEntries,
  readDirectory,
} from '../db/review/directory.sql.ts'
import { Goods, type LessonEntry, Party, Unit } from '../domain/invoice/directory.ts'
import { AppError } from '../domain/errors/errors.ts'
import { keysOf, type Tables } from '../extraction/directory/directory.ts'
import {
  builtInLeft,
  type EntryOf,
  identityOf,
  type Kind,
} from '../extraction/directory/merge-tables.ts'
import { type Replayable, type Caller, withIdempotencyKey } from '../intake/with-idempotency-key.ts'
import type { Directories } from './owner-directory.ts'

export interface Keeping {
  db: Database
  directories: Directories
  /** The tables that come with Docket and its settings. */
  tables: Tables
}

/** An entry of a table, be it one's own or one that everyone has. */
export interface Listed<K extends Kind> {
  id: string
  origin: 'own' | 'built_in'
  updated_at: string | null
  entry: EntryOf<K>
}

const mostBytes = 4 * 1024 * 1024
const mostEntryBytes = 20_000
const builtIn = 'built-in-'

const schemas = { parties: Party, units: Unit, goods: Goods }

/** What an owner sees of a table: built-in entries but for those that an own one takes the place of. */
export function listed<K extends Kind>(
  kind: K,
  tables: Tables,
  own: DirectoryRow | undefined,
): Listed<K>[] {
  const mine = ownEntries(kind, own)
  const base = tables[kind] as readonly EntryOf<K>[]
  const left = builtInLeft(
    kind,
    base,
    mine.map(({ entry }) => entry),
  )
  const others = left.map((entry) => {
    return { id: builtInId(kind, entry), origin: 'built_in' as const, updated_at: null, entry }
  })
  return [...mine, ...others]
}

function ownEntries<K extends Kind>(kind: K, own: DirectoryRow | undefined): Listed<K>[] {
  return (own?.entries ?? [])
    .filter((row) => row.kind === kind)
    .map(({ id, updated_at, entry }) => {
      return { id, origin: 'own' as const, updated_at, entry: entry as EntryOf<K> }
    })
}

function builtInId<K extends Kind>(kind: K, entry: EntryOf<K>): string {
  const identity = (identityOf[kind] as (it: EntryOf<K>) => string)(entry)
  return builtIn + Buffer.from(identity).toString('base64url')
}

export function createEntry<K extends Kind>(
  keeping: Keeping,
  asker: Caller,
  kind: K,
  entry: EntryOf<K>,
): Promise<Replayable<Listed<K>>> {
  const { owner_id } = asker
  return withIdempotencyKey(keeping.db, asker, entry, ({ id }) =>
    change(keeping, owner_id, (tx, own) => save(tx, owner_id, own, kind, [{ id, entry }])),
  )
}

/** What is left out stays as it is. A built-in entry is not changed: an own one takes its place. */
export function editEntry<K extends Kind>(
  keeping: Keeping,
  ownerId: string,
  kind: K,
  { id, patch }: { id: string; patch: object },
): Promise<Listed<K>> {
  return change(keeping, ownerId, (tx, own) => {
    const found = listed(kind, keeping.tables, own).find((one) => one.id === id)
    if (!found) throw noEntry()
    const parsed = schemas[kind].safeParse({ ...found.entry, ...patch })
    if (!parsed.success) throw invalid(parsed.error.issues)
    const entry = { id: found.origin === 'own' ? id : uuidv7(), entry: parsed.data as EntryOf<K> }
    return save(tx, ownerId, own, kind, [entry])
  })
}

export async function removeEntry(
  keeping: Keeping,
  ownerId: string,
  kind: Kind,
  id: string,
): Promise<void> {
  const own = await keeping.directories.of(ownerId)
  const found = listed(kind, keeping.tables, own).find((one) => one.id === id)
  if (!found) throw noEntry()
  if (found.origin === 'built_in') throw new AppError('READ_ONLY')
  await change(keeping, ownerId, async (tx) => {
    const [gone] = await deleteEntry(tx, ownerId, id)
    if (!gone) throw noEntry()
  })
}

/** Whoever changes a directory sees what the one before has left, and nobody else changes it meanwhile. */
export function change<Result>(
  { db }: Keeping,
  ownerId: string,
  run: (tx: Db, own: DirectoryRow) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    await changeDirectory(tx, ownerId)
    const [own] = await readDirectory(tx, ownerId)
    if (!own) throw new Error('A directory that was just written is not there')
    return run(tx, own)
  })
}

async function save<K extends Kind>(
  tx: Db,
  ownerId: string,
  own: DirectoryRow,
  kind: K,
  entries: { id: string; entry: EntryOf<K> }[],
): Promise<Listed<K>> {
  const [taken] = takenKeys(kind, own, entries)
  if (taken) throw new AppError('ENTRY_TAKEN', `${taken.detail}. Change that one.`)
  refuseFull(own, entries)
  await putEntries(
    tx,
    ownerId,
    entries.map((one) => ({ ...one, kind })),
  )
  const [after] = await readDirectory(tx, ownerId)
  const saved = ownEntries(kind, after).find(({ id }) => id === entries[0]?.id)
  if (!saved) throw new Error('An entry that was just written is not there')
  return saved
}

/** The keys of new entries that lead to another one already, be it kept or new itself. */
export function takenKeys<K extends Kind>(
  kind: K,
  own: DirectoryRow,
  entries: readonly { id: string; entry: EntryOf<K> }[],
): { id: string; detail: string }[] {
  const keys = keysOf[kind] as (entry: EntryOf<K>) => string[]
  const identity = identityOf[kind] as (entry: EntryOf<K>) => string
  const changed = new Set(entries.map(({ id }) => id))
  const owners = new Map<string, { id: string; entry: EntryOf<K> }>()
  for (const one of ownEntries(kind, own).filter(({ id }) => !changed.has(id))) {
    for (const key of [identity(one.entry), ...keys(one.entry)]) owners.set(key, one)
  }
  return entries.flatMap((one) =>
    [...new Set([identity(one.entry), ...keys(one.entry)])].flatMap((key) => {
      const owner = owners.get(key) ?? one
      owners.set(key, owner)
      const detail = `"${key}" already leads to ${titleOf(owner.entry)}`
      return owner.id === one.id ? [] : [{ id: one.id, detail }]
    }),
  )
}

function titleOf(entry: EntryOf<Kind>): string {
  return 'name' in entry ? entry.name : `${entry.option}${entry.code}`
}

/** Workers hold it in memory. */
export function refuseFull(
  own: DirectoryRow,
  added: readonly { id: string; entry: unknown }[],
): void {
  const bytes = (entry: unknown) => JSON.stringify(entry).length
  const ids = new Set(added.map(({ id }) => id))
  const kept = own.entries.filter(({ id }) => !ids.has(id))
  const total = [...kept, ...added].reduce((sum, { entry }) => sum + bytes(entry), 0)
  if (added.some(({ entry }) => bytes(entry) > mostEntryBytes)) {
    throw new AppError('INVALID_REQUEST', 'This entry is far too long.')
  }
  if (total > mostBytes) {
    throw new AppError('INVALID_REQUEST', 'The directory is full. Delete what is not used.')
  }
}

export async function ownedLessons(
  { directories }: Keeping,
  ownerId: string,
): Promise<LessonEntry[]> {
  return (await directories.of(ownerId))?.lessons ?? []
}

export function forgetLesson(keeping: Keeping, ownerId: string, id: string): Promise<void> {
  return change(keeping, ownerId, async (tx) => {
    const [gone] = await deleteLesson(tx, ownerId, id)
    if (!gone) throw noEntry()
  })
}

function noEntry(): AppError {
  return new AppError('NOT_FOUND', 'There is no such entry. It may have been deleted.')
}

function invalid(issues: { path: PropertyKey[]; message: string }[]): AppError {
  const errors = issues.map(({ path, message }) => {
    return { pointer: `/${path.join('/')}`, detail: message }
  })
  const list = issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
  return new AppError('INVALID_REQUEST', `This request is not valid. ${list}.`, { errors })
}
