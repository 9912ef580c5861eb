import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Db } from '../db/db.ts'
import { findProgram, publicPrograms, saveProgram } from '../db/programs.sql.ts'
import { automatic, type Mapping } from '../domain/mapping/mapping.ts'
import { asStorageError } from '../domain/errors/system-error.ts'
import type { ReadDocument, ReadTask } from './read-document.ts'

interface Keeping {
  db: Db
  mappings: ReadonlyMap<string, Mapping>
  /** Names the reader and its settings: what another one has kept is not taken. */
  reader: string
}

/** What is larger would cost the database more than reading it again costs us. */
const mostBytes = 8 * 1024 * 1024

/**
 * Reads a heat sheet once for all its swimmers. What came by upload is kept for its owner alone; what came from
 * a public address, for everyone who fetches the same bytes from one.
 */
export function keepPrograms(read: ReadDocument, using: Keeping): ReadDocument {
  const { db, reader } = using
  return async (task, run) => {
    const { sha256, mapping, is_public } = task
    if (!mayBeHeatSheet(using, mapping)) return read(task, run)
    const owner = { sha256, reader, mapping, owner_id: task.owner_id }
    const [kept] = await findProgram(db, owner, is_public)
    if (kept) return read({ ...task, program_file: await store(task, kept.body) }, run)
    const result = await read({ ...task, keep_program: true }, run)
    const body = result.program_file && (await readFile(result.program_file).catch(refuseDisk))
    const owner_id = is_public ? publicPrograms : task.owner_id
    if (body && body.length <= mostBytes) await saveProgram(db, { ...owner, owner_id }, body)
    return result
  }
}

/** Asked for as something else, even a heat sheet is read as that. */
function mayBeHeatSheet({ mappings }: Keeping, mapping: string): boolean {
  return mapping === automatic.name || mappings.get(mapping)?.reader === 'heat_sheet'
}

async function store({ folder }: ReadTask, body: Buffer): Promise<string> {
  const file = path.join(folder, 'kept.program')
  await writeFile(file, body).catch(refuseDisk)
  return file
}

function refuseDisk(error: unknown): never {
  throw asStorageError(error)
}
