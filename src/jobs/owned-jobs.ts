import type { Log } from '../domain/ports/log.ts'
import type { EnqueuedJob } from '../db/jobs/enqueue.sql.ts'
import type { Db } from '../db/db.ts'
import { recentDurations } from '../db/jobs/durations.sql.ts'
import { findJobDetail } from '../db/jobs/job-detail.sql.ts'
import { cancelJob, requeueJob } from '../db/jobs/transitions.sql.ts'
import { notifyQueued } from '../db/jobs/lock-and-notify.sql.ts'
import type { JobBefore } from '../db/jobs/owned-batches.sql.ts'
import { findJob, type FoundJob, listInvoiceFacets, listJobs } from '../db/jobs/owned-jobs.sql.ts'
import { jobEventsAfter } from '../db/jobs/changes.sql.ts'
import { AppError } from '../domain/errors/errors.ts'
import { estimateSeconds } from '../domain/job/eta.ts'
import type { Job, JobDetail } from '../domain/job/job.ts'
import { splitSearch } from '../domain/job/job-search.ts'
import { activeStatuses, JobStatus, getNextStatus } from '../domain/job/job-state.ts'
import type { EventsPage, InvoiceFacets, JobsPage } from '../domain/api/routes/jobs.ts'
import { subtractOverlap } from '../domain/job/since.ts'
import { deletedIdsSince } from '../live/changes-since.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'

/** Loads a job for its owner. Access by others is logged, because ids cannot be guessed. */
export async function ownedJob(db: Db, log: Log, ownerId: string, id: string): Promise<Job> {
  const query = { id, owner_id: ownerId }
  return requireOwn(await findJob(db, query), log, query)
}

/** The response to an upload: the job that serves it and, for a duplicate, the original. */
export async function toAcceptedJob(
  db: Db,
  log: Log,
  ownerId: string,
  { job, job_id, original_id }: EnqueuedJob,
): Promise<{ job: Job; deduped_from?: string }> {
  return {
    job: job ?? (await ownedJob(db, log, ownerId, job_id)),
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

/** Oldest first. */
export async function ownedJobEvents(
  db: Db,
  log: Log,
  ownerId: string,
  id: string,
  { after, limit }: { after: number; limit: number },
): Promise<EventsPage> {
  await ownedJob(db, log, ownerId, id)
  const found = await jobEventsAfter(db, id, after, limit + 1)
  const events = found.slice(0, limit)
  const last = found.length > limit ? events.at(-1) : undefined
  return { events, next_after: last?.number ?? null }
}

export async function ownedJobDetail(
  db: Db,
  log: Log,
  ownerId: string,
  id: string,
): Promise<JobDetail> {
  const query = { id, owner_id: ownerId }
  const { running_seconds, ...job } = requireOwn(await findJobDetail(db, query), log, query)
  return { ...job, eta_seconds: await estimateSecondsLeft(db, job, running_seconds ?? 0) }
}

const historyLength = 200

/** Estimates from earlier documents with the same mapping and a similar size; only for running jobs. */
async function estimateSecondsLeft(
  db: Db,
  job: Job,
  runningSeconds: number,
): Promise<number | null> {
  if (job.status !== 'processing' || job.bytes === null) return null
  const history = await recentDurations(db, job.mapping, historyLength)
  const expected = estimateSeconds(history, job.bytes)
  return expected === undefined ? null : Math.max(0, expected - runningSeconds)
}

/** Cancels a job. Its worker stops within two heartbeats and its result is dropped. */
export async function cancelOwnedJob(db: Db, log: Log, ownerId: string, id: string): Promise<Job> {
  const before = await ownedJob(db, log, ownerId, id)
  const [cancelled] = await cancelJob(db, id, ownerId)
  if (!cancelled) throw new AppError('NOT_CANCELLABLE')
  log.info(changeLogFields(before, 'cancel'), 'job cancelled')
  return ownedJob(db, log, ownerId, id)
}

/** Requeues a failed or cancelled job whose source still exists. */
export async function retryOwnedJob(db: Db, log: Log, ownerId: string, id: string): Promise<Job> {
  const before = await ownedJob(db, log, ownerId, id)
  const [queued] = await requeueJob(db, id, ownerId)
  if (!queued)
    throw new AppError(getNextStatus(before.status, 'requeue') ? 'SOURCE_GONE' : 'NOT_RETRYABLE')
  log.info(changeLogFields(before, 'requeue'), 'job requeued')
  await notifyQueued(db)
  return ownedJob(db, log, ownerId, id)
}

/** Log fields for a state change made by a person. */
export function changeLogFields(before: JobBefore, event: 'cancel' | 'requeue'): object {
  const { id: job_id, batch_id, status: from, updated_at } = before
  const ms = Math.max(0, Date.now() - Date.parse(updated_at))
  return { job_id, batch_id, event, from, to: getNextStatus(from, event), ms }
}

export interface JobFilter {
  status?: JobStatus | undefined
  since?: string | undefined
  q?: string | undefined
  needs_review?: boolean | undefined
  upload_id?: string | undefined
  seller?: string | undefined
  period?: string | undefined
}

export interface JobsQuery extends JobFilter {
  cursor?: string | undefined
  limit: number
}

export function toJobFilter(
  owner_id: string,
  { status, since, q, needs_review, upload_id, seller, period }: JobFilter,
) {
  return {
    owner_id,
    status: status ?? null,
    since: since === undefined ? null : subtractOverlap(since),
    words: splitSearch(q ?? ''),
    needs_review: needs_review ?? false,
    upload_id: upload_id ?? null,
    seller: seller ?? null,
    period: period ?? null,
  }
}

/** Values to filter invoices by, with the number of invoices. */
export async function invoiceFacets(db: Db, ownerId: string): Promise<InvoiceFacets> {
  const rows = await listInvoiceFacets(db, ownerId)
  const sellers = countValues(rows, 'seller')
  const periods = countValues(rows, 'period')
  return {
    sellers: sellers.toSorted((one, other) => other.count - one.count),
    periods: periods.toSorted((one, other) => (other.value > one.value ? 1 : -1)),
  }
}

function countValues(
  rows: { seller: string | null; period: string | null; count: number }[],
  field: 'seller' | 'period',
): InvoiceFacets['sellers'] {
  const counts = new Map<string, number>()
  for (const row of rows) {
    const value = row[field]
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + row.count)
  }
  return [...counts].map(([value, count]) => ({ value, count }))
}

/** One page of an owner's jobs, newest first, with counts for all of them. */
export async function ownedJobs(db: Db, ownerId: string, query: JobsQuery): Promise<JobsPage> {
  const filter = {
    ...toJobFilter(ownerId, query),
    after: query.cursor === undefined ? null : decodeCursor(query.cursor),
    limit: query.limit + 1,
  }
  const { jobs: found, totals } = await listJobs(db, filter)
  const jobs = found.slice(0, query.limit)
  const last = found.length > query.limit ? jobs.at(-1) : undefined
  const counts = Object.fromEntries(
    JobStatus.options.map((status) => [status, totals.counts[status] ?? 0]),
  ) as Record<JobStatus, number>
  const { since: from } = filter
  const now = totals.server_time
  const deletedIds = from === null ? undefined : await deletedIdsSince(db, ownerId, { from, now })
  return {
    jobs,
    gone: deletedIds ?? null,
    active_count: activeStatuses.reduce((sum, status) => sum + counts[status], 0),
    counts,
    needs_review_count: totals.needs_review_count,
    next_cursor: last ? encodeCursor(last) : null,
    server_time: totals.server_time,
  }
}
