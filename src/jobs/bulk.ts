import type { Database, Db } from '../db/db.ts'
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
import {
  type ChangeRequest,
  commitOrRollBack,
  selectOwnedJobs,
  type SelectedJobs,
  toSkipped,
} from './select-jobs.ts'

export interface BulkDeps {
  db: Database
  log: Log
  /** Caches the status of each changed job. */
  statuses: StatusWriter
  /** Stops before the next group of jobs; those changed already stay changed. */
  signal: AbortSignal
}

/** Jobs changed per transaction, so that the queue is never locked for long and a request can be aborted. */
const groupSize = { cancel: 200, retry: 200, delete: 50 }

/** Changes jobs group by group; `change` returns the jobs that it changed. */
async function changeInGroups<Changed>(
  jobs: readonly Job[],
  size: number,
  signal: AbortSignal,
  change: (ids: string[]) => Promise<Changed[]>,
): Promise<Changed[]> {
  const changed: Changed[] = []
  for (let start = 0; start < jobs.length; start += size) {
    signal.throwIfAborted()
    changed.push(...(await change(listIds(jobs.slice(start, start + size)))))
  }
  return changed
}

/** Cancels the selected jobs that have not ended. */
export async function cancelOwnedJobs(
  { db, log, statuses, signal }: BulkDeps,
  ownerId: string,
  request: ChangeRequest,
): Promise<BulkResponse> {
  const selected = await selectOwnedJobs({ db, log }, ownerId, request)
  const cancelled = await changeInGroups(selected.jobs, groupSize.cancel, signal, async (ids) => {
    const group = await commitOrRollBack(db, request, async (tx) => {
      await lockQueue(tx)
      return cancelJobs(tx, ids, ownerId)
    })
    for (const job of request.dry_run ? [] : group) {
      log.info(changeLogFields(job, 'cancel'), 'job cancelled')
      statuses.changed(job.id)
    }
    return group
  })
  return toBulkResponse(selected, listIds(cancelled), () => 'NOT_CANCELLABLE')
}

/** Queues the selected jobs that failed or were cancelled. */
export async function retryOwnedJobs(
  { db, log, statuses, signal }: BulkDeps,
  owner_id: string,
  request: ChangeRequest,
): Promise<BulkResponse> {
  const selected = await selectOwnedJobs({ db, log }, owner_id, request)
  const options = { owner_id, mapping: null, params: null, include_approved: false }
  const queued = await changeInGroups(selected.jobs, groupSize.retry, signal, async (ids) => {
    const requeue = (tx: Db) => queueAgain(tx, () => requeueJobs(tx, { ...options, ids }))
    const group = new Set(listIds(await commitOrRollBack(db, request, requeue)))
    const requeued = request.dry_run ? [] : selected.jobs.filter(({ id }) => group.has(id))
    for (const job of requeued) {
      log.info(changeLogFields(job, 'requeue'), 'job requeued')
      statuses.changed(job.id)
    }
    return [...group]
  })
  return toBulkResponse(selected, queued, ({ status }) =>
    getNextStatus(status, 'requeue') ? 'SOURCE_GONE' : 'NOT_RETRYABLE',
  )
}

/** Deletes the selected jobs, cancelling those that have not ended. */
export async function deleteOwnedJobs(
  { db, log, signal }: BulkDeps,
  ownerId: string,
  request: ChangeRequest,
): Promise<BulkResponse> {
  const { jobs, missing } = await selectOwnedJobs({ db, log }, ownerId, request)
  const deleted = request.dry_run ? [] : jobs
  await changeInGroups(deleted, groupSize.delete, signal, async (ids) => {
    await db.transaction((tx) => deleteJobsIn(tx, ownerId, ids))
    for (const { id, status } of jobs.filter((job) => ids.includes(job.id)))
      log.info({ job_id: id, event: 'delete', from: status }, 'job deleted')
    return ids
  })
  return { changed_count: jobs.length, skipped: missing.map(toSkipped) }
}

function listIds(jobs: readonly { id: string }[]): string[] {
  return jobs.map(({ id }) => id)
}

function toBulkResponse(
  { jobs, missing }: SelectedJobs,
  changed: readonly string[],
  refusal: (job: Job) => ErrorCode,
): BulkResponse {
  const changedIds = new Set(changed)
  const unchanged = jobs.filter(({ id }) => !changedIds.has(id))
  return {
    changed_count: changedIds.size,
    skipped: [
      ...unchanged.map((job) => ({ id: job.id, code: refusal(job) })),
      ...missing.map(toSkipped),
    ],
  }
}
