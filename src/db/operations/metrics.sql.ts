import type { Db } from '../db.ts'

/** The queue's current state. */
export interface QueueMetrics {
  /** Jobs that are claimable now, or once other jobs in their batch have ended. */
  waiting: number
  /** Jobs that are blocked until their next attempt, or by another job for the same document. */
  blocked: number
  processing: number
  /** How long the oldest claimable job has been waiting. */
  oldest_waiting_seconds: number
  oldest_processing_seconds: number
  workers: number
  slots_busy: number
  is_paused: boolean
  is_mailbox_down: boolean
  breakers: { name: string; is_open: boolean; running: number; max_running: number }[]
}

/** Number of seconds without a heartbeat after which a worker is not counted. */
const workerLostSeconds = 60

/** Reads only small tables and indexes, so its cost does not depend on how many jobs have ended. */
export function readQueueMetrics(db: Db): Promise<QueueMetrics[]> {
  return db.query(
    `select
      (select count(*)::integer from waiting_jobs) as waiting,
      (select count(*)::integer from jobs where blocked_by = 'time')
        + (select count(*)::integer from jobs where blocked_by = 'original') as blocked,
      (select count(*)::integer from running_jobs) as processing,
      coalesce((
        select extract(epoch from now() - min(greatest(queued_at, run_at)))::float8
        from (
          select job_id from waiting_jobs where claimable order by sort_key limit 1000
        ) as oldest join jobs on jobs.id = job_id
      ), 0) as oldest_waiting_seconds,
      coalesce((
        select extract(epoch from now() - min(last_attempt_at))::float8
        from running_jobs join jobs on jobs.id = job_id
      ), 0) as oldest_processing_seconds,
      (select count(*)::integer from workers
        where heartbeat_at > now() - make_interval(secs => ${workerLostSeconds})) as workers,
      (select coalesce(sum(current_jobs), 0)::integer from workers
        where heartbeat_at > now() - make_interval(secs => ${workerLostSeconds})) as slots_busy,
      exists (select from queue_pause) as is_paused,
      exists (select from mailbox where fault is not null) as is_mailbox_down,
      (select coalesce(jsonb_agg(jsonb_build_object(
          'name', name, 'is_open', opened_at is not null, 'max_running', max_running,
          'running', (select count(*) from running_jobs where dependency = name)) order by name), '[]')
        from dependencies where max_running is not null) as breakers`,
  )
}

export interface StorageMetrics {
  jobs: Record<string, number>
  upload_bytes: number
  result_bytes: number
  database_bytes: number
}

/** Scans all jobs; cache the result. */
export function readStorageMetrics(db: Db): Promise<StorageMetrics[]> {
  return db.query(
    `with counted as (
      select status, count(*) as jobs,
        sum(bytes) filter (where upload_key is not null and source_deleted_at is null) as bytes
      from jobs group by status
    )
    select
      (select coalesce(jsonb_object_agg(status, jobs), '{}') from counted) as jobs,
      (select coalesce(sum(bytes), 0)::float8 from counted) as upload_bytes,
      -- A deduplicated job has output rows, but not its own files.
      (select coalesce(sum(outputs.bytes), 0)::float8 from outputs join jobs on jobs.id = job_id
        where not cached) as result_bytes,
      pg_database_size(current_database())::float8 as database_bytes`,
  )
}
