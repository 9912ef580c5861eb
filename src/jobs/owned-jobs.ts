import type { Log } from '../domain/ports/log.ts'
import type { EnqueuedJob } from '../db/jobs/enqueue.sql.ts'
import { shared } from '../db/batched.ts'
import type { Db } from '../db/db.ts'
import { readThroughput } from '../db/operations/outcome-counters.sql.ts'
import { listRecentDurations } from '../db/jobs/durations.sql.ts'
import { findJobDetail } from '../db/jobs/job-detail.sql.ts'
import { cancelJob, requeueJob } from '../db/jobs/transitions.sql.ts'
import { notifyQueued } from '../db/jobs/lock-and-notify.sql.ts'
import type { JobBeforeChange } from '../db/jobs/owned-batches.sql.ts'
import { findJob, type FoundJob } from '../db/jobs/owned-jobs.sql.ts'
import { listJobEvents } from '../db/jobs/changes.sql.ts'
import { AppError, type ErrorCode } from '../domain/errors/app-error.ts'
import { estimateSeconds } from '../domain/job/eta.ts'
import type { Job, JobDetail } from '../domain/job/job.ts'
import { getNextStatus } from '../domain/job/job-state.ts'
import type { EventsPage } from '../domain/api/routes/jobs.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'

/** Loads a job for its owner. Logs access by anyone else as suspicious, because nobody can guess an ID. */
export async function loadOwnedJob(db: Db, log: Log, ownerId: string, id: string): Promise<Job> {
  const query = { id, owner_id: ownerId }
  return requireOwn(await findJob(db, query), log, query)
}

/** Builds the response to an upload: the job that represents the document and, for a duplicate, the original job. */
export async function toAcceptedJob(
  db: Db,
  log: Log,
  ownerId: string,
  { createJob, job_id, original_id }: EnqueuedJob,
): Promise<{ job: Job; deduped_from?: string }> {
  return {
    job: createJob?.() ?? (await loadOwnedJob(db, log, ownerId, job_id)),
    ...(original_id !== null && { deduped_from: original_id }),
  }
}

function requireOwn<Row>(
  found: FoundJob<Row> | undefined,
  log: Log,
  { id, owner_id }: { id: string; owner_id: string },
): Row {
  if (!found) throw new AppError('NOT_FOUND', createDetail('job_not_found', {}))
  if (!found.is_mine) forbidJob(log, owner_id, id)
  return found.job
}

export function forbidJob(log: Log, ownerId: string, id: string): never {
  log.warn({ job_id: id, owner_id: ownerId }, 'access denied: job belongs to another owner')
  throw new AppError('FORBIDDEN')
}

/** Lists a job's events, oldest first. */
export async function listOwnedJobEvents(
  db: Db,
  log: Log,
  ownerId: string,
  id: string,
  { after, limit }: { after: number; limit: number },
): Promise<EventsPage> {
  await loadOwnedJob(db, log, ownerId, id)
  const found = await listJobEvents(db, id, after, limit + 1)
  const events = found.slice(0, limit)
  const last = found.length > limit ? events.at(-1) : undefined
  return { events, next_after: last?.number ?? null }
}

const historyLength = 200

// A change wakes all requests that wait for the owner's jobs, so they share these queries.
const findDetail = shared((db, query: string) =>
  findJobDetail(db, JSON.parse(query) as Parameters<typeof findJobDetail>[1]),
)
const findThroughput = shared((db) => readThroughput(db))
const findDurations = shared((db, mapping: string) =>
  listRecentDurations(db, mapping, historyLength),
)

export async function loadOwnedJobDetail(
  db: Db,
  log: Log,
  ownerId: string,
  id: string,
): Promise<JobDetail> {
  const query = { id, owner_id: ownerId }
  const { running_seconds, ...job } = requireOwn(
    await findDetail(db, JSON.stringify(query)),
    log,
    query,
  )
  return { ...job, eta_seconds: await estimateSecondsLeft(db, job, running_seconds ?? 0) }
}

/**
 * Estimates the remaining time: for a running job, from earlier documents with the same mapping and a similar size; for
 * a queued job, from its position and the recent throughput.
 */
async function estimateSecondsLeft(
  db: Db,
  job: Job & Pick<JobDetail, 'queue_position'>,
  runningSeconds: number,
): Promise<number | null> {
  if (job.queue_position !== null) {
    const perSecond = await findThroughput(db, '')
    return perSecond === null ? null : job.queue_position / perSecond
  }
  if (job.status !== 'processing' || job.bytes === null) return null
  const history = await findDurations(db, job.mapping)
  const expected = estimateSeconds(history, job.bytes)
  return expected === undefined ? null : Math.max(0, expected - runningSeconds)
}

/** Cancels a job. Its worker notices at the next lease renewal, and discards the result. */
export async function cancelOwnedJob(db: Db, log: Log, ownerId: string, id: string): Promise<Job> {
  const before = await loadOwnedJob(db, log, ownerId, id)
  const [cancelled] = await cancelJob(db, id, ownerId)
  if (!cancelled) throw new AppError('NOT_CANCELLABLE')
  logChange(log, before, 'cancel')
  return loadOwnedJob(db, log, ownerId, id)
}

/** Requeues a failed or cancelled job whose source still exists. */
export async function retryOwnedJob(db: Db, log: Log, ownerId: string, id: string): Promise<Job> {
  const before = await loadOwnedJob(db, log, ownerId, id)
  const [queued] = await requeueJob(db, id, ownerId)
  if (!queued) throw new AppError(retryRefusal(before))
  logChange(log, before, 'requeue')
  await notifyQueued(db)
  return loadOwnedJob(db, log, ownerId, id)
}

/** Returns the reason why a job cannot be queued again. */
export function retryRefusal({ status }: Pick<Job, 'status'>): ErrorCode {
  return getNextStatus(status, 'requeue') ? 'SOURCE_GONE' : 'NOT_RETRYABLE'
}

const changeTexts = { cancel: 'job cancelled', requeue: 'job requeued' }

/** Logs a change that an owner made to a job. */
export function logChange(log: Log, before: JobBeforeChange, event: 'cancel' | 'requeue'): void {
  log.info(stateChangeLogFields(before, event), changeTexts[event])
}

/** Returns log fields for a state change made by a user. */
export function stateChangeLogFields(before: JobBeforeChange, event: 'cancel' | 'requeue'): object {
  const { id: job_id, batch_id, status: from, updated_at } = before
  const ms = Math.max(0, Date.now() - Date.parse(updated_at))
  return { job_id, batch_id, event, from, to: getNextStatus(from, event), ms }
}
