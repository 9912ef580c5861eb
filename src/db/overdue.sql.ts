import type { Db } from './db.ts'
import type { JobFailure } from './jobs.sql.ts'

export interface StuckJob {
  id: string
  batch_id: string
}

// Batches past their time in which nothing runs.
const overdue = `select batches.id from batches
  where completed_at is null and processing_timeout_at < now() and processing = 0`

/** Whether there is any such batch, at the cost of one look into an index. */
export async function hasOverdueBatches(db: Db): Promise<boolean> {
  return (await db.query(`${overdue} limit 1`)).length > 0
}

/**
 * Jobs of overdue batches that are held back by nothing that still exists: the job they followed has
 * ended, their batch has room, or no lane leads to them. They wait for a turn again.
 */
export function freeStuckJobs(tx: Db): Promise<StuckJob[]> {
  return tx.query(
    `update jobs set held_by = case when held_by is null then 'batch' end
    where batch_id in (${overdue}) and status = 'queued'
      and (
        (held_by = 'original' and not exists (
          select from jobs as original
          where original.id = jobs.waits_for and original.status in ('queued', 'processing')
        ))
        or (held_by = 'batch' and not exists (
          select from jobs as other
          where other.batch_id = jobs.batch_id and other.status = 'queued' and other.held_by is null
        ))
        or (held_by is null and not exists (
          select from lanes where lanes.owner_id = jobs.owner_id and lanes.needs = jobs.needs
        ))
      )
    returning id, batch_id`,
  )
}

/** Ends jobs of overdue batches of which every one waits for a dependency that is away. */
export function timeOutJobs(tx: Db, failure: JobFailure): Promise<StuckJob[]> {
  return tx.query(
    `update jobs set
      status = 'failed', last_event = 'time_out', error_code = $1, error_message = $2,
      failed_at = clock_timestamp(), held_by = null
    where status = 'queued' and batch_id in (
      select jobs.batch_id from jobs
      join dependencies on dependencies.name = jobs.needs
      where jobs.batch_id in (${overdue}) and jobs.status = 'queued'
      group by jobs.batch_id
      having bool_and(opened_at is not null)
    )
    returning id, batch_id`,
    [failure.code, failure.message],
  )
}
