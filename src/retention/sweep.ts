import type { Blobs } from '../blobs/blobs.ts'
import {
  compactEvents,
  countDue,
  deleteOldBatches,
  eraseOldParams,
  startPeriodicTask,
} from '../db/jobs/cleanup.sql.ts'
import type { Database } from '../db/db.ts'
import { deleteTombstones } from '../db/jobs/delete-job.sql.ts'
import { deleteOldDurations } from '../db/jobs/durations.sql.ts'
import { deleteOldMessages } from '../db/operations/mailbox.sql.ts'
import { deleteOldOutcomeCounters } from '../db/operations/outcome-counters.sql.ts'
import type { Log } from '../domain/ports/log.ts'
import type { Meter } from '../domain/ports/meter.ts'
import { maxDeletionAgeDays } from '../domain/job/since.ts'
import { deleteOldDeliveries } from '../db/notify/deliveries.sql.ts'
import { deleteOldMails } from '../db/notify/mails.sql.ts'
import { deleteOldPrograms } from '../db/review/program-cache.sql.ts'
import {
  listBlobDeletions,
  scheduleOldSourceDeletion,
  expireDownloads,
  expireResults,
  removeBlobDeletion,
  saveRetentionPolicy,
} from '../db/jobs/expiry.sql.ts'
import { expireWithOutputs } from '../queue/expire-results.ts'
import { findOrphans } from './orphans.ts'

export interface RetentionDeps {
  db: Database
  blobs: Blobs
  sourceDays: number
  resultDays: number
  batchDays: number
  /**
   * Days after which all rows are deleted, including those of single uploads; undefined keeps the rows of single
   * uploads.
   */
  jobDays?: number | undefined
  log?: Log
  /** Called with the id of each job whose result has expired. */
  onExpired?: (jobId: string) => void
}

/** Number of items of each kind that were deleted or, in a dry run, would have been deleted. */
export interface SweepCounts {
  results: number
  uploads: number
  /** Batches whose events were compacted. */
  batches: number
  /** Jobs whose rows were deleted. */
  jobs: number
  orphans: number
}

const batchSize = 500
const maxDurations = 500
const eventDays = 90
const tallyDays = 32
/** Days for which the IDs of received emails are kept. Mail servers redeliver a message within days, not months. */
const messageDays = 90

/**
 * Deletes expired data. Results become `expired`, and jobs without a source can no longer be retried. The transaction
 * that removes a reference schedules the deletion of the blob, which is deleted afterwards. If a sweep is interrupted,
 * the next one finishes its work. Sweeps may run concurrently. A running download keeps its file open, so it is not cut
 * off.
 */
export async function sweep(deps: RetentionDeps): Promise<SweepCounts> {
  const { db, sourceDays, resultDays: result, batchDays: batch } = deps
  await saveRetentionPolicy(db, { result, batch })
  await deleteOldDurations(db, maxDurations)
  await deleteOldOutcomeCounters(db, tallyDays)
  await deleteTombstones(db, maxDeletionAgeDays)
  await deleteOldMessages(db, messageDays)
  const results = await drain(() => expire(deps, { result, batch }))
  await deleteOldPrograms(db, result)
  await deleteOldMails(db, Math.min(result, batch))
  await deleteOldDeliveries(db, result)
  const uploads = await drain(() => scheduleOldSourceDeletion(db, sourceDays, batchSize))
  const batches = await drain(() => compactEvents(db, eventDays, batchSize))
  await deletePendingBlobs(deps)
  const old = await oncePerDay(db, 'old batches', () => deleteOldBatchesOfSeveral(deps))
  const deletesJobs = deps.jobDays !== undefined
  const jobs = deletesJobs ? await oncePerDay(db, 'old jobs', () => deleteOldJobs(deps)) : 0
  const orphaned = await oncePerDay(db, 'orphans', () => deleteOrphans(deps))
  return { results, uploads, batches, jobs: old + jobs, orphans: orphaned }
}

/** Expires results that were downloaded, and their sources. The next sweep deletes the files. */
export async function expireDownloaded(db: Database, jobIds: string[]): Promise<void> {
  await expireWithOutputs(db, (tx) => expireDownloads(tx, jobIds))
}

/** Sweeps immediately, including the daily tasks that a worker may already have run today. */
export async function sweepNow(deps: RetentionDeps): Promise<SweepCounts> {
  const swept = await sweep(deps)
  const jobs = swept.jobs + (await deleteOldBatchesOfSeveral(deps)) + (await deleteOldJobs(deps))
  return { ...swept, jobs, orphans: swept.orphans + (await deleteOrphans(deps)) }
}

export function countSwept(meter: Meter, swept: SweepCounts): void {
  for (const [kind, count] of Object.entries(swept)) meter.count('cleaned', count, { kind })
}

/** Counts what `sweep` would delete, without deleting it. */
export async function previewSweep(deps: RetentionDeps): Promise<SweepCounts> {
  const { db, sourceDays: uploads, resultDays: results, batchDays: batches } = deps
  const jobs = deps.jobDays ?? null
  const [due] = await countDue(db, { results, batches, uploads, events: eventDays, jobs })
  if (!due) throw new Error('Expected one row')
  let count = 0
  for await (const _ of findOrphans(deps)) count += 1
  return { ...due, orphans: count }
}

/** Runs a task at most once per day, because the task scans everything. */
async function oncePerDay(db: Database, task: string, work: () => Promise<number>) {
  const [isMine] = await startPeriodicTask(db, task)
  return isMine ? work() : 0
}

/** Deletes old batches with several documents, and erases the parameters of old single uploads. */
async function deleteOldBatchesOfSeveral({ db, batchDays }: RetentionDeps): Promise<number> {
  const days = { jobs: null, batches: batchDays }
  const count = await drain(() => deleteOldBatches(db, days, batchSize))
  await drain(() => eraseOldParams(db, batchDays, batchSize))
  return count
}

async function deleteOldJobs({ db, jobDays, batchDays }: RetentionDeps): Promise<number> {
  if (jobDays === undefined) return 0
  return drain(() => deleteOldBatches(db, { jobs: jobDays, batches: batchDays }, batchSize))
}

async function deleteOrphans({ db, blobs }: Pick<RetentionDeps, 'db' | 'blobs'>): Promise<number> {
  let count = 0
  for await (const key of findOrphans({ db, blobs })) {
    await blobs.delete(key)
    count += 1
  }
  return count
}

async function drain(deleteNext: () => Promise<unknown[]>): Promise<number> {
  for (let count = 0; ; ) {
    const { length } = await deleteNext()
    count += length
    if (length < batchSize) return count
  }
}

async function deletePendingBlobs({ db, blobs }: RetentionDeps): Promise<void> {
  for (;;) {
    const deletions = await listBlobDeletions(db, batchSize)
    for (const { key } of deletions) {
      await blobs.delete(key)
      await removeBlobDeletion(db, key)
    }
    if (deletions.length < batchSize) return
  }
}

async function expire(
  { db, log, onExpired }: RetentionDeps,
  days: { result: number; batch: number },
): Promise<unknown[]> {
  const jobs = await expireWithOutputs(db, (tx) => expireResults(tx, days, batchSize))
  for (const { id: job_id, ms, ...ids } of jobs) {
    const change = { event: 'expire', from: 'complete', to: 'expired', ms: Math.round(ms) }
    log?.info({ job_id, ...ids, ...change }, 'job expired')
    onExpired?.(job_id)
  }
  return jobs
}
