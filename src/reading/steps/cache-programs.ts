import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Db } from '../../db/db.ts'
import { findProgram, publicOwner, saveProgram } from '../../db/review/program-cache.sql.ts'
import { autoMapping, type Mapping } from '../../domain/mapping/mapping.ts'
import { toStorageError } from '../../domain/errors/system-error.ts'
import { asksForFields, type ReadStep, type ReadTask } from './read-document.ts'

interface ProgramCacheDeps {
  db: Db
  mappings: ReadonlyMap<string, Mapping>
  /** Identifies the reader by version and settings. Programs cached by another reader are ignored. */
  reader: string
}

/** Maximum size in bytes. Caching a larger program costs more than reading it again. */
const maxBytes = 8 * 1024 * 1024

/**
 * Reads a heat sheet once for all its swimmers and caches the program. An uploaded sheet's program is cached only for
 * its owner. The program of a sheet from a public URL is shared with everyone who downloads the same bytes from a URL.
 */
export function cachePrograms(deps: ProgramCacheDeps): ReadStep {
  const { db, reader } = deps
  return (next) => async (task, run) => {
    const { sha256, mapping, is_public } = task
    if (asksForFields(task) || !mayBeHeatSheet(deps, mapping)) return next(task, run)
    const owner = { sha256, reader, mapping, owner_id: task.owner_id }
    const cached = await findProgram(db, { ...owner, is_public })
    if (cached) return next({ ...task, program_file: await store(task, cached) }, run)
    const result = await next({ ...task, keep_program: true }, run)
    const body = result.program_file && (await readFile(result.program_file).catch(throwDiskError))
    const owner_id = is_public ? publicOwner : task.owner_id
    if (body && body.length <= maxBytes) await saveProgram(db, { ...owner, owner_id }, body)
    return result
  }
}

/**
 * False if the document was submitted with a mapping for another kind of document, because that mapping is then used.
 */
function mayBeHeatSheet({ mappings }: ProgramCacheDeps, mapping: string): boolean {
  return mapping === autoMapping.name || mappings.get(mapping)?.reader === 'heat_sheet'
}

async function store({ folder }: ReadTask, body: Buffer): Promise<string> {
  const file = path.join(folder, 'cached.program')
  await writeFile(file, body).catch(throwDiskError)
  return file
}

function throwDiskError(error: unknown): never {
  throw toStorageError(error)
}
