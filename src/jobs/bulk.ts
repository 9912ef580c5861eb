import type { Database } from '../db/db.ts'
import { lockQueue } from '../db/jobs/lock-and-notify.sql.ts'
import { cancelJobs } from '../db/jobs/owned-batches.sql.ts'
import { requeueJobs } from '../db/jobs/rereads.sql.ts'
import type { BulkResponse } from '../domain/api/routes/bulk.ts'
import type { ErrorCode } from '../domain/errors/errors.ts'
import { getNextStatus } from '../domain/job/job-state.ts'
import type { Job } from '../domain/job/job.ts'
import type { Log } from '../domain/ports/log.ts'
import { queueAgain } from '../queue/reread.ts'
import { deleteJobsIn } from './delete-job.ts'
import { changeLogFields } from './owned-jobs.ts'
import type { StatusWriter } from './job-status.ts'
import { type JobSelection, selectOwnedJobs } from './select-jobs.ts'

export interface BulkDeps {
  db: Database
  log: Log
  /** Caches the status of each changed job. */
  statuses: StatusWriter
}

/** Maximum number of jobs changed per request. */
const maxJobs = 1000

/** Jobs deleted per transaction, so that the queue is never locked for long. */
const deletedTogether = 50

/** Cancels the selected jobs that have not ended. */
export async function cancelOwnedJobs(
  { db, log, statuses }: BulkDeps,
  ownerId: string,
  selection: JobSelection,
): Promise<BulkResponse> {
  const jobs = await selectOwnedJobs({ db, log }, ownerId, selection, maxJobs)
  const cancelled = await db.transaction(async (tx) => {
    await lockQueue(tx)
    return cancelJobs(tx, listIds(jobs), ownerId)
  })
  for (const job of cancelled) {
    log.info(changeLogFields(job, 'cancel'), 'job cancelled')
    statuses.changed(job.id)
  }
  return toBulkResponse(jobs, listIds(cancelled), () => 'NOT_CANCELLABLE')
}

/** Queues the selected jobs that failed or were cancelled. */
export async function retryOwnedJobs(
  { db, log, statuses }: BulkDeps,
  owner_id: string,
  selection: JobSelection,
): Promise<BulkResponse> {
  const jobs = await selectOwnedJobs({ db, log }, owner_id, selection, maxJobs)
  const request = {
    ids: listIds(jobs),
    owner_id,
    mapping: null,
    params: null,
    include_approved: false,
  }
  const queued = new Set(
    listIds(await db.transaction((tx) => queueAgain(tx, () => requeueJobs(tx, request)))),
  )
  for (const job of jobs.filter(({ id }) => queued.has(id))) {
    log.info(changeLogFields(job, 'requeue'), 'job requeued')
    statuses.changed(job.id)
  }
  return toBulkResponse(jobs, [...queued], ({ status }) =>
    getNextStatus(status, 'requeue') ? 'SOURCE_GONE' : 'NOT_RETRYABLE',
  )
}

/** Deletes the selected jobs, cancelling those that have not ended. */
export async function deleteOwnedJobs(
  { db, log }: BulkDeps,
  ownerId: string,
  selection: JobSelection,
): Promise<BulkResponse> {
  const jobs = await selectOwnedJobs({ db, log }, ownerId, selection, maxJobs)
  for (let start = 0; start < jobs.length; start += deletedTogether) {
    const ids = listIds(jobs.slice(start, start + deletedTogether))
    await db.transaction((tx) => deleteJobsIn(tx, ownerId, ids))
  }
  for (const { id, status } of jobs)
    log.info({ job_id: id, event: 'delete', from: status }, 'job deleted')
  return { changed_count: jobs.length, skipped: [] }
}

function listIds(jobs: readonly { id: string }[]): string[] {
  return jobs.map(({ id }) => id)
}

function toBulkResponse(
  jobs: readonly Job[],
  changed: readonly string[],
  refusal: (job: Job) => ErrorCode,
): BulkResponse {
  const changedIds = new Set(changed)
  const unchanged = jobs.filter(({ id }) => !changedIds.has(id))
  return {
    changed_count: changedIds.size,
    skipped: unchanged.map((job) => ({ id: job.id, code: refusal(job) })),
  }
}
