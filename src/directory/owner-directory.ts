import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../db/db.ts'
import {
  changeDirectory,
  type DirectoryRow,
  directoryVersion,
  putLessons,
  readDirectory,
} from '../db/review/directory.sql.ts'
import type { Goods, Lesson, Party, Unit } from '../domain/invoice/directory.ts'
import type { OwnerTables } from '../extraction/reference-data/owner-tables.ts'
import type { OwnFile } from '../extraction/sandbox/sandbox.ts'

/** The directories of those who were served last. */
export interface Directories {
  /** Undefined for someone who has never kept anything. */
  of(ownerId: string): Promise<DirectoryRow | undefined>
}

const ownersKept = 8

/** Costs one look at the version as long as nothing has changed. */
export function createDirectories(db: Db): Directories {
  const kept = new Map<string, DirectoryRow>()
  return {
    async of(ownerId) {
      const [now] = await directoryVersion(db, ownerId)
      if (!now) return undefined
      const known = kept.get(ownerId)
      const [found] = known?.version === now.version ? [known] : await readDirectory(db, ownerId)
      kept.delete(ownerId)
      if (found) kept.set(ownerId, found)
      for (const oldest of [...kept.keys()].slice(0, kept.size - ownersKept)) kept.delete(oldest)
      return found
    },
  }
}

/** What an owner keeps, for a child process. */
export async function directoryFile(
  directories: Directories,
  ownerId: string,
  folder: string,
): Promise<OwnFile | undefined> {
  const own = await directories.of(ownerId)
  if (!own) return undefined
  const file = path.join(folder, 'directory.json')
  await writeFile(file, JSON.stringify(toTables(own)))
  return { file, key: `${ownerId} ${own.version}` }
}

function toTables({ entries, lessons }: DirectoryRow): OwnerTables {
  const of = <T>(kind: string) =>
    entries.filter((row) => row.kind === kind).map(({ entry }) => entry as T)
  return {
    parties: of<Party>('parties'),
    units: of<Unit>('units'),
    goods: of<Goods>('goods'),
    lessons: lessons.filter(({ is_disputed }) => !is_disputed),
  }
}

const mostLessons = 10_000

/** Keeps what a reading teaches. One that teaches nothing, and never has, changes nothing. */
export async function learn(
  tx: Db,
  ownerId: string,
  jobId: string,
  lessons: Lesson[],
): Promise<void> {
  const [before] = await readDirectory(tx, ownerId)
  const known = before?.lessons ?? []
  const hasTaught = known.some(({ job_id }) => job_id === jobId)
  if ((lessons.length === 0 && !hasTaught) || known.length >= mostLessons) return
  await changeDirectory(tx, ownerId)
  const named = lessons.map((lesson) => ({ ...lesson, id: uuidv7() }))
  await putLessons(tx, ownerId, jobId, named)
}
