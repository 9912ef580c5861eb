import type { Db } from '../db.ts'
import { type JobFailure, storedDetail } from '../jobs/job-failure.ts'
import type { Lease } from '../jobs/transitions.sql.ts'

/** A job whose state was changed by a worker other than its own. */
export interface MovedJob extends Lease {
  batch_id: string
  request_id: string | null
  /** Time since its last attempt, or since it was queued. */
  ms: number
}

const sinceAttempt = 'extract(epoch from clock_timestamp() - last_attempt_at)::float8 * 1000 as ms'

/** Whether any lease has expired; reads the running jobs only. */
export async function hasLostJobs(db: Db): Promise<boolean> {
  const rows = await db.query(
    `select from running_jobs join jobs on jobs.id = job_id
    where status = 'processing' and lease_expires_at < now() limit 1`,
  )
  return rows.length > 0
}

/** Requeues jobs whose lease has expired and that have attempts left; they keep their position. */
export function rescueJobs(db: Db, maxAttempts: number, failure: JobFailure): Promise<MovedJob[]> {
  return db.query(
    `with lost as materialized (
      select id from running_jobs join jobs on jobs.id = job_id
      where status = 'processing' and lease_expires_at < now() and attempt_count < $1
      for update of jobs skip locked
    )
    update jobs set
      status = 'queued', last_event = 'rescue', stage = 'queued', progress = 0,
      error_code = $2, error_detail = $3, leased_by = null, lease_expires_at = null
    from lost
    where jobs.id = lost.id
    returning jobs.id, epoch, batch_id, request_id, ${sinceAttempt}`,
    [maxAttempts, failure.code, storedDetail(failure)],
  )
}

/** Fails jobs whose lease expired on their last attempt. */
export function failLostJobs(
  db: Db,
  maxAttempts: number,
  failure: JobFailure,
): Promise<MovedJob[]> {
  return db.query(
    `with lost as materialized (
      select id from running_jobs join jobs on jobs.id = job_id
      where status = 'processing' and lease_expires_at < now() and attempt_count >= $1
      for update of jobs skip locked
    )
    update jobs set
      status = 'failed', last_event = 'fail', error_code = $2, error_detail = $3,
      failed_at = clock_timestamp(), leased_by = null, lease_expires_at = null
    from lost
    where jobs.id = lost.id
    returning jobs.id, epoch, batch_id, request_id, ${sinceAttempt}`,
    [maxAttempts, failure.code, storedDetail(failure)],
  )
}
