import type { Db } from '../db.ts'
import { type JobFailure, storedDetail } from '../jobs/job-failure.ts'
import type { Lease } from '../jobs/transitions.sql.ts'

/** A job whose state was changed by a worker other than the one that claimed it. */
export interface MovedJob extends Lease {
  batch_id: string
  request_id: string | null
  /** Time in ms since the last claim of a rescued job, or since a timed-out job was queued. */
  ms: number
}

const moved = `returning jobs.id, jobs.epoch, batch_id, request_id,
      extract(epoch from clock_timestamp() - last_attempt_at)::float8 * 1000 as ms`

const lost = `from running_jobs join jobs on jobs.id = job_id
    where status = 'processing' and lease_expires_at < now()`

/** Returns whether any lease has expired. Reads only the running jobs. */
export async function hasLostJobs(db: Db): Promise<boolean> {
  return (await db.query(`select ${lost} limit 1`)).length > 0
}

export interface LostJob extends Lease {
  /** Number of earlier interruptions. */
  interruption_count: number
}

/** Locks the jobs whose lease has expired, so that their former workers can no longer settle them. */
export function lockLostJobs(tx: Db): Promise<LostJob[]> {
  return tx.query(
    `select id, epoch, interruption_count ${lost} order by id for update of jobs skip locked`,
  )
}

/** Requeues jobs whose lease has expired, after a delay. They keep their position. Requires `lockLostJobs`. */
export function rescueJobs(
  tx: Db,
  jobs: (Lease & { delay_seconds: number })[],
  failure: JobFailure,
): Promise<MovedJob[]> {
  return tx.query(
    `update jobs set
      status = 'queued', last_event = 'rescue', stage = 'queued', progress = 0,
      attempt_count = attempt_count - 1, interruption_count = interruption_count + 1,
      run_at = now() + make_interval(secs => lost.delay_seconds), blocked_by = 'time',
      error_code = $4, error_detail = $5, leased_by = null, lease_expires_at = null
    from unnest($1::uuid[], $2::integer[], $3::float8[]) as lost (id, epoch, delay_seconds)
    where jobs.id = lost.id and jobs.epoch = lost.epoch and status = 'processing'
    ${moved}`,
    [
      jobs.map(({ id }) => id),
      jobs.map(({ epoch }) => epoch),
      jobs.map(({ delay_seconds }) => delay_seconds),
      failure.code,
      storedDetail(failure),
    ],
  )
}

/** Fails jobs that have been interrupted too often. Requires `lockLostJobs`. */
export function failLostJobs(tx: Db, jobs: Lease[], failure: JobFailure): Promise<MovedJob[]> {
  return tx.query(
    `update jobs set
      status = 'failed', last_event = 'fail', interruption_count = interruption_count + 1,
      error_code = $3, error_detail = $4,
      failed_at = clock_timestamp(), leased_by = null, lease_expires_at = null
    from unnest($1::uuid[], $2::integer[]) as lost (id, epoch)
    where jobs.id = lost.id and jobs.epoch = lost.epoch and status = 'processing'
    ${moved}`,
    [jobs.map(({ id }) => id), jobs.map(({ epoch }) => epoch), failure.code, storedDetail(failure)],
  )
}
