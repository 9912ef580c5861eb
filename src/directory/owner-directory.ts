import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { uuidv7 } from 'uuidv7'
import { shared } from '../db/batched.ts'
import type { Db } from '../db/db.ts'
import {
  raiseDirectoryVersion,
  type DirectoryRow,
  readDirectoryVersion,
  putLearnedCorrections,
  readDirectory,
} from '../db/review/directory.sql.ts'
import type { Goods, LearnedCorrection, Party, Unit } from '../domain/invoice/directory.ts'
import type { OwnerTables } from '../extraction/reference-data/owner-tables.ts'
import type { OwnerTablesFile } from '../extraction/sandbox/sandbox.ts'

/** LRU cache of owner directories. */
export interface DirectoryCache {
  /** Returns the owner's directory, or undefined if the owner has never saved anything. */
  get(ownerId: string): Promise<DirectoryRow | undefined>
}

const maxCachedOwners = 8
const findVersion = shared(readDirectoryVersion)

/**
 * Creates a cache that queries only the version on each call, and reloads the directory only if its version has
 * changed.
 */
export function createDirectoryCache(db: Db): DirectoryCache {
  const cache = new Map<string, DirectoryRow>()
  return {
    async get(ownerId) {
      const [now] = await findVersion(db, ownerId)
      if (!now) return undefined
      const known = cache.get(ownerId)
      const [found] = known?.version === now.version ? [known] : await readDirectory(db, ownerId)
      cache.delete(ownerId)
      if (found) cache.set(ownerId, found)
      for (const oldest of [...cache.keys()].slice(0, cache.size - maxCachedOwners))
        cache.delete(oldest)
      return found
    },
  }
}

interface DirectoryFile extends OwnerTablesFile {
  version: number
}

/** Writes the owner's tables to a file for a child process. */
export async function writeDirectoryFile(
  directories: DirectoryCache,
  ownerId: string,
  folder: string,
): Promise<DirectoryFile | undefined> {
  const directory = await directories.get(ownerId)
  if (!directory) return undefined
  const file = path.join(folder, 'directory.json')
  await writeFile(file, JSON.stringify(toTables(directory)))
  return { file, key: `${ownerId} ${directory.version}`, version: directory.version }
}

function toTables({ entries, learned_corrections, rates }: DirectoryRow): OwnerTables {
  const pick = <T>(kind: string) =>
    entries.filter((row) => row.kind === kind).map(({ entry }) => entry as T)
  return {
    parties: pick<Party>('parties'),
    units: pick<Unit>('units'),
    goods: pick<Goods>('goods'),
    rates,
    learned_corrections: learned_corrections.filter(({ is_disputed }) => !is_disputed),
  }
}

const maxLearnedCorrections = 10_000

/**
 * Replaces the corrections learned from one reading. Keeps the version if the reading has no corrections and had none
 * before. Requires `lockDirectoryChanges`.
 */
export async function saveLearnedCorrections(
  tx: Db,
  ownerId: string,
  jobId: string,
  corrections: LearnedCorrection[],
): Promise<void> {
  const [before] = await readDirectory(tx, ownerId)
  const known = before?.learned_corrections ?? []
  const hasTaught = known.some(({ job_id }) => job_id === jobId)
  if ((corrections.length === 0 && !hasTaught) || known.length >= maxLearnedCorrections) return
  await raiseDirectoryVersion(tx, ownerId)
  const named = corrections.map((correction) => ({ ...correction, id: uuidv7() }))
  await putLearnedCorrections(tx, ownerId, jobId, named)
}
