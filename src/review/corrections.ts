import { readFile } from 'node:fs/promises'
import type { Blobs } from '../blobs/blobs.ts'
import { decompressedCopy } from '../blobs/compression.ts'
import type { Database, Db } from '../db/db.ts'
import { lockQueue } from '../db/jobs/lock-and-notify.sql.ts'
import { type OutputRow, replaceOutputs } from '../db/jobs/outputs.sql.ts'
import { lockDirectoryChanges } from '../db/review/directory.sql.ts'
import {
  listChanges,
  scheduleReplacedOutputDeletion,
  findReading,
  insertChanges,
  type ReadingRow,
  recordEvent,
  reviseReading,
} from '../db/review/readings.sql.ts'
import { parseReading } from '../domain/review/parse-reading.ts'
import type { AppliedChange, Change, ReadingResponse } from '../domain/review/change.ts'
import { AppError } from '../domain/errors/app-error.ts'
import type { Job } from '../domain/job/job.ts'
import { addMessages } from '../domain/i18n/reading-messages.ts'
import type { Log } from '../domain/ports/log.ts'
import { toStorageError } from '../domain/errors/system-error.ts'
import type { RewriteResult, Sandbox } from '../extraction/sandbox/sandbox.ts'
import { requireResult } from '../results/downloads.ts'
import { revisionKeyPrefix } from '../blobs/blob-keys.ts'
import {
  type DirectoryCache,
  writeDirectoryFile,
  saveLearnedCorrections,
} from '../directory/owner-directory.ts'
import { loadOwnedJob } from '../jobs/owned-jobs.ts'
import { compressOutputs } from '../results/compress-outputs.ts'
import type { Scratch } from '../blobs/scratch.ts'
import { deleteUnlessCommitted, storeFiles } from '../blobs/store-files.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'

export interface CorrectionDeps {
  db: Database
  log: Log
  blobs: Blobs
  scratch: Scratch
  sandbox: Pick<Sandbox, 'rewrite'>
  directories: DirectoryCache
}

/** Who makes a change, and to which revision of the reading. */
export interface Revision {
  id: string
  owner_id: string
  changed_by: string
  /** Number of the revision on which the changes are based. */
  baseRevision: number
  changes: Change[]
}

const maxListedChanges = 1000

/** Returns the reading for an owner's job, with its history. */
export async function loadOwnedReading(
  { db, log, blobs, scratch }: Pick<CorrectionDeps, 'db' | 'log' | 'blobs' | 'scratch'>,
  ownerId: string,
  id: string,
): Promise<ReadingResponse> {
  const job = await loadOwnedJob(db, log, ownerId, id)
  requireReading(job)
  const { key, ...facts } = await requireStoredReading(db, job)
  const json = await scratch.use(async (folder) =>
    readJson(await decompressedCopy(blobs, key, folder)),
  )
  return toResponse(db, id, facts, json)
}

/** Returns the corrected reading. */
export async function correctOwnedReading(
  deps: CorrectionDeps,
  revision: Revision,
): Promise<ReadingResponse> {
  return revise(deps, revision, { kind: 'correct', job: await loadRevisedJob(deps, revision) })
}

/** Approves a reading and returns its job. */
export async function approveOwnedReading(deps: CorrectionDeps, revision: Revision): Promise<Job> {
  const job = await loadRevisedJob(deps, revision)
  // Approving this reading would hide that the other invoices were not read.
  if (job.review_reasons.some(({ code }) => code === 'several_invoices'))
    throw new AppError('SEVERAL_INVOICES', createDetail('approve_several', {}))
  await revise(deps, revision, { kind: 'approve', job })
  return loadRevisedJob(deps, revision)
}

/** Withdraws an approval and returns the job, which needs review again for every reason that no user has resolved. */
export async function unapproveOwnedReading(
  deps: CorrectionDeps,
  revision: Revision,
): Promise<Job> {
  const job = await loadRevisedJob(deps, revision)
  if (job.status === 'complete' && job.approved_at === null) return job
  await revise(deps, revision, { kind: 'unapprove', job })
  return loadRevisedJob(deps, revision)
}

function loadRevisedJob({ db, log }: CorrectionDeps, { owner_id, id }: Revision): Promise<Job> {
  return loadOwnedJob(db, log, owner_id, id)
}

type RevisionKind = 'correct' | 'approve' | 'unapprove'

/**
 * Applies all changes, or none, and rewrites every output. The new files have their own keys and become visible when
 * the next revision is committed. If another change is committed first, this change fails without effect.
 */
async function revise(
  deps: CorrectionDeps,
  revision: Revision,
  { kind, job }: { kind: RevisionKind; job: Job },
): Promise<ReadingResponse> {
  const { db, log, blobs, scratch, sandbox, directories } = deps
  const { id, owner_id, baseRevision, changes } = revision
  requireReading(job)
  const { key, revision: current } = await requireStoredReading(db, job)
  if (current !== baseRevision) throw new AppError('CHANGED_MEANWHILE')
  const { facts, json } = await scratch.use(async (folder) => {
    const file = await decompressedCopy(blobs, key, folder)
    const { params, read_by, mapping } = job
    const formats = job.outputs.map(({ format }) => format)
    const own = await writeDirectoryFile(directories, owner_id, folder)
    const is_approved = kind === 'approve'
    const order = { mapping: read_by ?? mapping, params, formats, changes, is_approved }
    const task = { file, folder, own, ...order, is_new: false }
    const { outputs, ...result } = await sandbox.rewrite(task)
    const rewritten = outputs.find(({ format }) => format === 'json')
    if (!rewritten) throw new Error('A rewritten reading has no JSON')
    const revised = await readJson(rewritten.file)
    const stored = await compressOutputs(outputs, revisionKeyPrefix(id))
    await storeFiles(blobs, stored)
    const keys = stored.map((output) => output.key)
    const row = await db
      .transaction((tx) => commit(tx, revision, { ...result, stored, kind }))
      .catch((error: unknown) => deleteUnlessCommitted(blobs, keys, error))
    return { facts: row, json: revised }
  })
  log.info(
    { job_id: id, event: kind, revision: baseRevision + 1, changes: changes.length },
    'reading revised',
  )
  return toResponse(db, id, facts, json)
}

async function commit(
  tx: Db,
  { id, owner_id, baseRevision, changed_by }: Revision,
  result: Omit<RewriteResult, 'outputs'> & { stored: OutputRow[]; kind: RevisionKind },
): Promise<ReadingRow> {
  const { stored, review_reasons, summary, kind } = result
  if (result.made.length > 0) await lockDirectoryChanges(tx, owner_id)
  // Jobs may share files. The lock lets each job see whether another job still references them.
  await lockQueue(tx)
  const approved_by = kind === 'approve' ? changed_by : null
  const [revised] = await reviseReading(tx, {
    job_id: id,
    owner_id,
    revision: baseRevision,
    review_reasons,
    summary,
    approved_by,
  })
  if (!revised) throw new AppError('CHANGED_MEANWHILE')
  await scheduleReplacedOutputDeletion(tx, id, stored)
  await replaceOutputs(tx, id, stored)
  const changes = [...result.made, ...toApproval(kind, changed_by)]
  await insertChanges(tx, { job_id: id, revision: revised.revision, changed_by, changes })
  if (result.made.length > 0)
    await saveLearnedCorrections(tx, owner_id, id, result.learned_corrections)
  await recordEvent(tx, id, { type: kind, actor: changed_by })
  return revised
}

/** Records who approved a reading, or who withdrew its approval. */
function toApproval(kind: RevisionKind, changedBy: string): AppliedChange[] {
  if (kind === 'correct') return []
  return [{ op: kind, path: '', old: null, new: changedBy }]
}

async function toResponse(
  db: Db,
  id: string,
  facts: ReadingRow,
  json: string,
): Promise<ReadingResponse> {
  const changes = await listChanges(db, id, { upTo: facts.revision, limit: maxListedChanges })
  return { reading: addMessages(parseReading(json)), ...facts, changes }
}

/**
 * Throws if the job has no reading. While a document is being read again, its old reading can be viewed and corrected.
 */
function requireReading(job: Job): void {
  if (job.reread_reason === null) requireResult(job)
}

async function requireStoredReading(
  db: Db,
  { id, outputs }: Job,
): Promise<ReadingRow & { key: string }> {
  const [found] = await findReading(db, id)
  if (found?.key) return { ...found, key: found.key }
  const formats = outputs.map(({ format }) => format)
  throw new AppError('NO_READING', createDetail('only_files_kept', { formats }))
}

function readJson(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw toStorageError(cause)
  })
}
