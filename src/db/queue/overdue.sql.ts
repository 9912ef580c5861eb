import type { Db } from '../db.ts'
import { type JobFailure, storedDetail } from '../jobs/job-failure.ts'
import type { MovedJob } from './rescue.sql.ts'

export interface StuckJob {
  id: string
  batch_id: string
}

// Batches that are past their deadline and have no running jobs.
const overdue = `select batches.id from batches
  where completed_at is null and processing_timeout_at < now() and processing = 0`

/** Whether there are any overdue batches; costs one index lookup. */
export async function hasOverdueBatches(db: Db): Promise<boolean> {
  return (await db.query(`${overdue} limit 1`)).length > 0
}

/**
 * Requeues jobs in overdue batches that nothing else would start: the job they wait for has ended, their batch has
 * room, or their owner has no share.
 */
export function unblockStuckJobs(tx: Db): Promise<StuckJob[]> {
  return tx.query(`select id, batch_id from unblock_stuck_jobs(array(${overdue}))`)
}

/** Fails the jobs in overdue batches if every job in the batch waits for a dependency with an open breaker. */
export function timeOutJobs(tx: Db, failure: JobFailure): Promise<MovedJob[]> {
  return tx.query(
    `update jobs set
      status = 'failed', last_event = 'time_out', error_code = $1, error_detail = $2,
      failed_at = clock_timestamp(), blocked_by = null
    where status = 'queued' and batch_id in (
      select jobs.batch_id from jobs
      join dependencies on dependencies.name = jobs.dependency
      where jobs.batch_id in (${overdue}) and jobs.status = 'queued'
      group by jobs.batch_id
      having bool_and(opened_at is not null)
    )
    returning id, epoch, batch_id, request_id,
      extract(epoch from clock_timestamp() - queued_at)::float8 * 1000 as ms`,
    [failure.code, storedDetail(failure)],
  )
}
