import type { Database, Db } from '../db/db.ts'
import { requeueJob } from '../db/jobs/transitions.sql.ts'
import { lockQueue, notifyQueued } from '../db/jobs/lock-and-notify.sql.ts'
import { cancelBatchJobs, listFailedJobs, findBatch } from '../db/jobs/owned-batches.sql.ts'
import { listBatchJobs } from '../db/jobs/owned-jobs.sql.ts'
import type { Batch, BatchResponse, BatchState } from '../domain/job/batch.ts'
import { AppError } from '../domain/errors/app-error.ts'
import { toProblemFields } from '../domain/errors/problem-fields.ts'
import type { Job } from '../domain/job/job.ts'
import type { Log } from '../domain/ports/log.ts'
import { logChange, loadOwnedJob, retryOwnedJob } from './owned-jobs.ts'
import type { ReceivedBatch } from '../intake/receive.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'

export interface JobDeps {
  db: Db
  log: Log
}

/** Loads a batch for its owner. Logs access by anyone else as suspicious, because nobody can guess an ID. */
export async function loadOwnedBatch(
  { db, log }: JobDeps,
  ownerId: string,
  id: string,
): Promise<Batch> {
  const [found] = await findBatch(db, id, ownerId)
  if (!found) throw new AppError('NOT_FOUND', createDetail('batch_not_found', {}))
  if (!found.is_mine) {
    log.warn({ batch_id: id, owner_id: ownerId }, 'access denied: batch belongs to another owner')
    throw new AppError('FORBIDDEN')
  }
  return found.batch
}

export async function loadBatchState(
  deps: JobDeps,
  ownerId: string,
  id: string,
): Promise<BatchState> {
  const batch = await loadOwnedBatch(deps, ownerId, id)
  return { batch, jobs: await listBatchJobs(deps.db, id, ownerId) }
}

/** Builds the response to a batch upload, with a job or an error for each document. */
export async function toBatchResponse(
  deps: JobDeps,
  ownerId: string,
  { batch_id, results }: ReceivedBatch,
): Promise<BatchResponse> {
  const { batch, jobs } = await loadBatchState(deps, ownerId, batch_id)
  const byId = new Map(jobs.map((job) => [job.id, job]))
  const items = results.map((result) => {
    if ('error' in result) {
      return { name: result.name, problem: toProblemFields(result.error) }
    }
    const { name, job_id, original_id } = result
    return { name, job: byId.get(job_id), ...(original_id && { deduped_from: original_id }) }
  })
  return { batch, items }
}

/** Cancels queued jobs and revokes the leases of running jobs. */
export async function cancelOwnedBatch(
  { db, log }: { db: Database; log: Log },
  ownerId: string,
  id: string,
): Promise<BatchState> {
  await loadOwnedBatch({ db, log }, ownerId, id)
  const cancelled = await db.transaction(async (tx) => {
    // Locks the queue, because jobs in other batches may be waiting for these.
    await lockQueue(tx)
    return cancelBatchJobs(tx, [id], ownerId)
  })
  if (cancelled.length === 0) {
    throw new AppError('NOT_CANCELLABLE', createDetail('batch_ended', {}))
  }
  for (const job of cancelled) logChange(log, job, 'cancel')
  return loadBatchState({ db, log }, ownerId, id)
}

/** Requeues the failed jobs whose source still exists. */
export async function retryOwnedBatch(
  deps: JobDeps,
  ownerId: string,
  id: string,
): Promise<BatchState> {
  const { db, log } = deps
  await loadOwnedBatch(deps, ownerId, id)
  const failed = await listFailedJobs(db, id, ownerId)
  if (failed.length === 0) {
    throw new AppError('NOT_RETRYABLE', createDetail('batch_without_failures', {}))
  }
  let count = 0
  for (const job of failed) {
    const [queued] = await requeueJob(db, job.id, ownerId)
    if (!queued) continue
    count += 1
    logChange(log, job, 'requeue')
  }
  if (count === 0) throw new AppError('SOURCE_GONE')
  await notifyQueued(db)
  return loadBatchState(deps, ownerId, id)
}

export async function retryBatchJob(
  deps: JobDeps,
  ownerId: string,
  { batch_id, job_id }: { batch_id: string; job_id: string },
): Promise<Job> {
  const { db, log } = deps
  await loadOwnedBatch(deps, ownerId, batch_id)
  const job = await loadOwnedJob(db, log, ownerId, job_id)
  if (job.batch_id !== batch_id) {
    throw new AppError('NOT_FOUND', createDetail('job_not_in_batch', {}))
  }
  return retryOwnedJob(db, log, ownerId, job_id)
}
