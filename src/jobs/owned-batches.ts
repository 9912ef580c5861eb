import type { Database, Db } from '../db/db.ts'
import { lockQueue, notifyQueued, requeueJob } from '../db/jobs/transitions.sql.ts'
import { cancelBatchJobs, failedJobsOf, findBatch } from '../db/jobs/owned-batches.sql.ts'
import { jobsOfBatch } from '../db/jobs/owned-jobs.sql.ts'
import type { Batch } from '../domain/job/batch.ts'
import { AppError } from '../domain/errors/errors.ts'
import type { Job } from '../domain/job/job.ts'
import type { Log } from '../domain/ports/log.ts'
import type { BatchAnswer, BatchState } from '../domain/api/routes/batches.ts'
import { changeOf, ownedJob, retryOwnedJob } from './owned-jobs.ts'
import type { Received } from '../intake/receive.ts'

export interface Asking {
  db: Db
  log: Log
}

/** A batch for its owner. Someone else's is refused and written down: ids cannot be guessed. */
export async function ownedBatch({ db, log }: Asking, ownerId: string, id: string): Promise<Batch> {
  const [found] = await findBatch(db, id, ownerId)
  if (!found) throw new AppError('NOT_FOUND', 'There is no such batch. It may have been deleted.')
  if (!found.is_mine) {
    log.warn({ batch_id: id, owner_id: ownerId }, 'batch of another owner was asked for')
    throw new AppError('FORBIDDEN')
  }
  return found.batch
}

export async function batchState(asking: Asking, ownerId: string, id: string): Promise<BatchState> {
  const batch = await ownedBatch(asking, ownerId, id)
  return { batch, jobs: await jobsOfBatch(asking.db, id, ownerId) }
}

/** What whoever sent a batch is told: each document with its job or its problem. */
export async function batchAnswer(
  asking: Asking,
  ownerId: string,
  { batch_id, fates }: Received,
): Promise<BatchAnswer> {
  const { batch, jobs } = await batchState(asking, ownerId, batch_id)
  const byId = new Map(jobs.map((job) => [job.id, job]))
  const items = fates.map((fate) => {
    if ('refused' in fate) {
      const { code, message } = fate.refused
      return { name: fate.name, problem: { code, detail: message } }
    }
    const { name, job_id, original_id } = fate
    return { name, job: byId.get(job_id), ...(original_id && { deduped_from: original_id }) }
  })
  return { batch, items }
}

/** Stops what waits and takes the lease from whoever reads one of its documents. */
export async function cancelOwnedBatch(
  { db, log }: { db: Database; log: Log },
  ownerId: string,
  id: string,
): Promise<BatchState> {
  await ownedBatch({ db, log }, ownerId, id)
  const cancelled = await db.transaction(async (tx) => {
    // Jobs of other batches may wait for these.
    await lockQueue(tx)
    return cancelBatchJobs(tx, id, ownerId)
  })
  if (cancelled.length === 0) {
    const sentence = 'All jobs of this batch have ended already and can no longer be cancelled.'
    throw new AppError('NOT_CANCELLABLE', sentence)
  }
  for (const job of cancelled) log.info(changeOf(job, 'cancel'), 'job cancelled')
  return batchState({ db, log }, ownerId, id)
}

/** Queues all failed jobs again whose file is still there. */
export async function retryOwnedBatch(
  asking: Asking,
  ownerId: string,
  id: string,
): Promise<BatchState> {
  const { db, log } = asking
  await ownedBatch(asking, ownerId, id)
  const failed = await failedJobsOf(db, id, ownerId)
  if (failed.length === 0) {
    throw new AppError('NOT_RETRYABLE', 'No job of this batch has failed.')
  }
  let count = 0
  for (const job of failed) {
    const [queued] = await requeueJob(db, job.id, ownerId)
    if (!queued) continue
    count += 1
    log.info(changeOf(job, 'requeue'), 'job queued again')
  }
  if (count === 0) throw new AppError('SOURCE_GONE')
  await notifyQueued(db)
  return batchState(asking, ownerId, id)
}

export async function retryBatchJob(
  asking: Asking,
  ownerId: string,
  { batch_id, job_id }: { batch_id: string; job_id: string },
): Promise<Job> {
  const { db, log } = asking
  await ownedBatch(asking, ownerId, batch_id)
  const job = await ownedJob(db, log, ownerId, job_id)
  if (job.batch_id !== batch_id) {
    throw new AppError('NOT_FOUND', 'There is no such job in this batch.')
  }
  return retryOwnedJob(db, log, ownerId, job_id)
}
