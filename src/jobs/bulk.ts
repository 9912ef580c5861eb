import type { Database, Db } from '../db/db.ts'
import { lockQueue } from '../db/jobs/lock-and-notify.sql.ts'
import { cancelJobs, type JobBeforeChange } from '../db/jobs/owned-batches.sql.ts'
import { requeueJobs } from '../db/jobs/rereads.sql.ts'
import type { BulkResponse } from '../domain/api/routes/bulk.ts'
import type { ErrorCode } from '../domain/errors/app-error.ts'
import type { Job } from '../domain/job/job.ts'
import type { Log } from '../domain/ports/log.ts'
import { queueAgain } from '../queue/reread.ts'
import { deleteJobsIn } from './delete-job.ts'
import { logChange, retryRefusal } from './owned-jobs.ts'
import type { StatusWriter } from './job-status.ts'
import {
  type ChangeRequest,
  commitOrRollBack,
  listSkipped,
  type SelectedJobs,
  selectOwnedJobs,
} from './select-jobs.ts'

export interface BulkDeps {
  db: Database
  log: Log
  /** Caches the status of each changed job. */
  statuses: StatusWriter
  /** Aborts before the next group of jobs. The changes to earlier groups remain. */
  signal: AbortSignal
}

/**
 * Number of jobs changed per transaction, so that the queue is never locked for long and a request can be aborted in
 * between.
 */
const groupSize = { cancel: 200, requeue: 200, delete: 50 }

/** Changes jobs in groups. `change` returns the jobs that it changed. */
async function changeInGroups<Changed>(
  jobs: readonly Job[],
  size: number,
  signal: AbortSignal,
  change: (jobs: readonly Job[]) => Promise<readonly Changed[]>,
): Promise<Changed[]> {
  const changed: Changed[] = []
  for (let start = 0; start < jobs.length; start += size) {
    signal.throwIfAborted()
    changed.push(...(await change(jobs.slice(start, start + size))))
  }
  return changed
}

interface OwnedChange {
  event: 'cancel' | 'requeue'
  /** Changes jobs, and returns them as they were before the change. */
  change: (tx: Db, jobs: readonly Job[]) => Promise<JobBeforeChange[]>
  refusal: (job: Job) => ErrorCode
}

/** Cancels the selected jobs that have not ended. */
export function cancelOwnedJobs(
  deps: BulkDeps,
  ownerId: string,
  request: ChangeRequest,
): Promise<BulkResponse> {
  return changeOwnedJobs(deps, ownerId, request, {
    event: 'cancel',
    async change(tx, jobs) {
      await lockQueue(tx)
      return cancelJobs(tx, listIds(jobs), ownerId)
    },
    refusal: () => 'NOT_CANCELLABLE',
  })
}

/** Queues the selected jobs that failed or were cancelled. */
export function retryOwnedJobs(
  deps: BulkDeps,
  owner_id: string,
  request: ChangeRequest,
): Promise<BulkResponse> {
  const options = { owner_id, mapping: null, params: null, include_approved: false }
  return changeOwnedJobs(deps, owner_id, request, {
    event: 'requeue',
    async change(tx, jobs) {
      const ids = listIds(jobs)
      const queued = listIds(await queueAgain(tx, () => requeueJobs(tx, { ...options, ids })))
      return jobs.filter(({ id }) => queued.includes(id))
    },
    refusal: retryRefusal,
  })
}

async function changeOwnedJobs(
  { db, log, statuses, signal }: BulkDeps,
  ownerId: string,
  request: ChangeRequest,
  { event, change, refusal }: OwnedChange,
): Promise<BulkResponse> {
  const selected = await selectOwnedJobs({ db, log }, ownerId, request)
  const changed = await changeInGroups(selected.jobs, groupSize[event], signal, async (jobs) => {
    const group = await commitOrRollBack(db, request, (tx) => change(tx, jobs))
    for (const job of request.dry_run ? [] : group) {
      logChange(log, job, event)
      statuses.changed(job.id)
    }
    return listIds(group)
  })
  return toBulkResponse(selected, changed, refusal)
}

/** Deletes the selected jobs. First cancels those that have not ended. */
export async function deleteOwnedJobs(
  { db, log, statuses, signal }: BulkDeps,
  ownerId: string,
  request: ChangeRequest,
): Promise<BulkResponse> {
  const selected = await selectOwnedJobs({ db, log }, ownerId, request)
  const { jobs } = selected
  const deleted = request.dry_run ? [] : jobs
  await changeInGroups(deleted, groupSize.delete, signal, async (group) => {
    await db.transaction((tx) => deleteJobsIn(tx, ownerId, listIds(group)))
    statuses.deleted(ownerId, listIds(group))
    for (const { id, status } of group)
      log.info({ job_id: id, event: 'delete', from: status }, 'job deleted')
    return group
  })
  return toBulkResponse(selected, listIds(jobs), () => 'NOT_FOUND')
}

function listIds(jobs: readonly { id: string }[]): string[] {
  return jobs.map(({ id }) => id)
}

function toBulkResponse(
  selected: SelectedJobs,
  changed: readonly string[],
  refusal: (job: Job) => ErrorCode,
): BulkResponse {
  const changedIds = new Set(changed)
  return {
    changed_count: changedIds.size,
    skipped: listSkipped(selected, changedIds, refusal),
  }
}
