import { readFile } from 'node:fs/promises'
import type { Blobs } from '../blobs/blobs.ts'
import { decompressedCopy } from '../blobs/compression.ts'
import type { Database, Db } from '../db/db.ts'
import { lockQueue } from '../db/jobs/lock-and-notify.sql.ts'
import { type OutputRow, replaceOutputs } from '../db/jobs/outputs.sql.ts'
import {
  listChanges,
  scheduleReplacedOutputDeletion,
  findReading,
  insertChanges,
  type ReadingRow,
  recordEvent,
  reviseReading,
} from '../db/review/readings.sql.ts'
import { readingIn } from '../domain/review/parse-reading.ts'
import type { Change, MadeChange } from '../domain/review/change.ts'
import { AppError } from '../domain/errors/errors.ts'
import type { Job } from '../domain/job/job.ts'
import { withMessages } from '../domain/i18n/reading-messages.ts'
import type { Log } from '../domain/ports/log.ts'
import type { ReadingAnswer } from '../domain/api/routes/readings.ts'
import { asStorageError } from '../domain/errors/system-error.ts'
import type { RewriteResult, Sandbox } from '../extraction/sandbox/sandbox.ts'
import { requireResult } from '../results/downloads.ts'
import { revisionKey } from '../blobs/blob-keys.ts'
import {
  type DirectoryCache,
  writeDirectoryFile,
  saveLessons,
} from '../directory/owner-directory.ts'
import { ownedJob } from '../jobs/owned-jobs.ts'
import { compressOutputs } from '../results/compress-outputs.ts'
import type { Scratch } from '../blobs/scratch.ts'
import { deleteUnlessCommitted, storeFiles } from '../blobs/store-files.ts'
import { detail } from '../domain/i18n/problem-detail.ts'

export interface Revising {
  db: Database
  log: Log
  blobs: Blobs
  scratch: Scratch
  sandbox: Pick<Sandbox, 'rewrite'>
  directories: DirectoryCache
}

/** Who changes what of which version. */
export interface Revision {
  id: string
  owner_id: string
  changed_by: string
  /** The revision that they have seen. */
  seen: number
  changes: Change[]
  is_approved: boolean
}

const changesShown = 1000

/** What was read, for the owner of the job. */
export async function ownedReading(
  { db, log, blobs, scratch }: Pick<Revising, 'db' | 'log' | 'blobs' | 'scratch'>,
  ownerId: string,
  id: string,
): Promise<ReadingAnswer> {
  const job = await ownedJob(db, log, ownerId, id)
  requireResult(job)
  const { key, ...facts } = await keptReading(db, job)
  const changes = await listChanges(db, id, { upTo: facts.revision, limit: changesShown })
  const json = await scratch.use((folder) => jsonAt(blobs, key, folder))
  return { reading: withMessages(readingIn(json)), ...facts, changes }
}

/**
 * Makes the changes, or none, and writes all outputs anew. The new files lie under keys of their own and become
 * visible in the commit that names the next revision; whoever comes second changes nothing.
 */
export async function reviseOwnedReading(using: Revising, revision: Revision): Promise<Job> {
  const { db, log, blobs, scratch, sandbox, directories } = using
  const { id, owner_id, seen, changes, is_approved } = revision
  const job = await ownedJob(db, log, owner_id, id)
  requireResult(job)
  const { key, revision: current } = await keptReading(db, job)
  if (current !== seen) throw new AppError('CHANGED_MEANWHILE')
  await scratch.use(async (folder) => {
    const file = await decompressedCopy(blobs, key, folder)
    const { params, read_by, mapping } = job
    const formats = job.outputs.map(({ format }) => format)
    const own = await writeDirectoryFile(directories, owner_id, folder)
    const order = { mapping: read_by ?? mapping, params, formats, changes, is_approved }
    const task = { file, folder, own, ...order, is_new: false }
    const { outputs, ...result } = await sandbox.rewrite(task)
    const stored = await compressOutputs(outputs, revisionKey(id))
    await storeFiles(blobs, stored)
    const keys = stored.map((output) => output.key)
    await db
      .transaction((tx) => commit(tx, revision, { ...result, stored }))
      .catch((error: unknown) => deleteUnlessCommitted(blobs, keys, error))
  })
  const event = is_approved ? 'approve' : 'correct'
  log.info({ job_id: id, event, revision: seen + 1, changes: changes.length }, 'reading revised')
  return ownedJob(db, log, owner_id, id)
}

async function commit(
  tx: Db,
  { id, owner_id, seen, changed_by, is_approved }: Revision,
  result: Omit<RewriteResult, 'outputs'> & { stored: OutputRow[] },
): Promise<void> {
  const { stored, review_reasons, summary } = result
  // Two jobs may share a file, and each must see whether the other one has let go of it.
  await lockQueue(tx)
  const approved_by = is_approved ? changed_by : null
  const [revised] = await reviseReading(tx, {
    job_id: id,
    owner_id,
    revision: seen,
    review_reasons,
    summary,
    approved_by,
  })
  if (!revised) throw new AppError('CHANGED_MEANWHILE')
  await scheduleReplacedOutputDeletion(tx, id, stored)
  await replaceOutputs(tx, id, stored)
  const approval: MadeChange = { op: 'approve', path: '', old: null, new: changed_by }
  const changes = [...result.made, ...(is_approved ? [approval] : [])]
  await insertChanges(tx, { job_id: id, revision: revised.revision, changed_by, changes })
  if (result.made.length > 0) await saveLessons(tx, owner_id, id, result.lessons)
  await recordEvent(tx, id, is_approved ? 'approve' : 'correct')
}

async function keptReading(db: Db, { id, outputs }: Job): Promise<ReadingRow & { key: string }> {
  const [found] = await findReading(db, id)
  if (found?.key) return { ...found, key: found.key }
  const formats = outputs.map(({ format }) => format)
  throw new AppError('NO_READING', detail('only_files_kept', { formats }))
}

async function jsonAt(blobs: Blobs, key: string, folder: string): Promise<string> {
  const file = await decompressedCopy(blobs, key, folder)
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw asStorageError(cause)
  })
}
