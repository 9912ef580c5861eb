import type { Db } from '../../db/db.ts'
import { findProgram } from '../../db/review/program-cache.sql.ts'
import type { Job } from '../../domain/job/job.ts'
import type { Program } from '../../extraction/heat-sheet/meet-program.ts'
import { unpackSheet } from '../../extraction/heat-sheet/stored-sheet.ts'

export interface ProgramDeps {
  db: Db
  /** Identifies the heat sheet reader by version and settings. Programs stored by another reader are ignored. */
  programReader: string
}

/**
 * Loads a sheet with all its swimmers, as a worker stored it. Returns undefined for other documents and for programs
 * stored by another reader.
 */
export async function loadProgram(
  { db, programReader: reader }: ProgramDeps,
  ownerId: string,
  { sha256, mapping, source_type, summary }: Job,
): Promise<Program | undefined> {
  if (sha256 === null || summary?.kind !== 'heat_sheet') return undefined
  const key = { sha256, owner_id: ownerId, reader, mapping }
  const stored = await findProgram(db, { ...key, is_public: source_type === 'url' })
  return stored && unpackSheet(stored).program
}

/** Loads the program of the document that was previously at the same URL. */
export async function loadEarlierProgram(
  { db, programReader: reader }: ProgramDeps,
  ownerId: string,
  { mapping }: Job,
  sha256: string,
): Promise<Program | undefined> {
  const key = { sha256, owner_id: ownerId, reader, mapping }
  const stored = await findProgram(db, { ...key, is_public: true })
  return stored && unpackSheet(stored).program
}

/** Loads the program of each heat sheet among the jobs, once per document. */
export async function loadPrograms(
  deps: ProgramDeps,
  ownerId: string,
  jobs: readonly Job[],
): Promise<Program[]> {
  const programs = new Map<string, Program>()
  for (const job of jobs) {
    if (job.sha256 === null || programs.has(job.sha256)) continue
    const program = await loadProgram(deps, ownerId, job)
    if (program) programs.set(job.sha256, program)
  }
  return [...programs.values()]
}
