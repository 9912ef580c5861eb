import type { JobStatus } from '../domain/job-state.ts'
import type { AttemptRecord, Job } from '../domain/job.ts'
import type { Db } from './db.ts'

// What a person may see of jobs. Every statement names the owner.

export const jobColumns = `id, batch_id, sequence, original_filename, bytes, sha256, mapping, params, status,
  stage, progress, priority, source_type, source_url, attempt_count, error_code, error_message,
  read_by, review_reasons, jsonb_array_length(review_reasons) > 0 as needs_review, deduped_from, created_at, queued_at, started_at, completed_at, failed_at, last_attempt_at, updated_at,
  extract(epoch from coalesce(completed_at, failed_at) - started_at)::float8 as processing_time,
  coalesce((
    select jsonb_agg(jsonb_build_object(
      'format', format, 'content_type', content_type, 'bytes', outputs.bytes) order by position)
    from outputs where job_id = jobs.id and jobs.status = 'complete'
  ), '[]') as outputs`

/** A job, and whether it is the asker's: absent and not-yours are different answers. */
export function findJob(db: Db, id: string, ownerId: string): Promise<FoundJob[]> {
  return findJobs(db, [id], ownerId)
}

interface FoundJob {
  job: Job
  is_mine: boolean
}

/** Several of them, in no order. */
export function findJobs(db: Db, ids: string[], ownerId: string): Promise<FoundJob[]> {
  return db
    .query<Job & { is_mine: boolean }>(
      `select ${jobColumns}, owner_id = $2 as is_mine from jobs where id = any ($1)`,
      [ids, ownerId],
    )
    .then((rows) => rows.map(({ is_mine, ...job }) => ({ job, is_mine })))
}

/** Every try of a job, from its events: each begins with a claim and ends with the epoch's last word. */
export function attemptsOf(db: Db, jobId: string): Promise<AttemptRecord[]> {
  return db.query(
    `select (claim.data->>'attempt')::integer as number, claim.data->>'worker' as worker,
      claim.created_at as started_at, ending.created_at as ended_at, ending.type as outcome,
      case when ending.type in ('retry', 'fail', 'rescue') then ending.data->>'error_code' end
        as error_code,
      case when ending.type in ('retry', 'fail', 'rescue') then ending.data->>'error_message' end
        as error_message
    from events as claim
    left join lateral (
      select type, data, created_at from events
      where job_id = claim.job_id and data->'epoch' = claim.data->'epoch'
        and type in ('complete', 'fail', 'retry', 'release', 'rescue', 'cancel')
      order by number limit 1
    ) as ending on true
    where claim.job_id = $1 and claim.type = 'claim'
    order by claim.number`,
    [jobId],
  )
}

/** For how long the present attempt has run, by the database's clock. */
export function runningSeconds(db: Db, jobId: string): Promise<{ seconds: number }[]> {
  return db.query(
    `select extract(epoch from clock_timestamp() - last_attempt_at)::float8 as seconds
    from jobs where id = $1`,
    [jobId],
  )
}

export interface JobsFilter {
  owner_id: string
  status: JobStatus | null
  since: string | null
  /** The last job of the page before, or null for the first page. */
  after: { created_at: string; id: string } | null
  limit: number
}

/** Newest first. */
export function listJobs(db: Db, filter: JobsFilter): Promise<Job[]> {
  return db.query(
    `select ${jobColumns} from jobs
    where owner_id = $1
      and ($2::text is null or status = $2)
      and ($3::timestamptz is null or updated_at >= $3)
      and ($4::timestamptz is null or (created_at, id) < ($4, $5::uuid))
    order by created_at desc, id desc
    limit $6`,
    [
      filter.owner_id,
      filter.status,
      filter.since,
      filter.after?.created_at ?? null,
      filter.after?.id ?? null,
      filter.limit,
    ],
  )
}

/** In the order in which they were sent. */
export function jobsOfBatch(db: Db, batchId: string, ownerId: string): Promise<Job[]> {
  return db.query(
    `select ${jobColumns} from jobs where batch_id = $1 and owner_id = $2 order by sequence`,
    [batchId, ownerId],
  )
}

/** How many of an owner's jobs are in each status, and the time it is by the database's clock. */
export function countJobs(
  db: Db,
  ownerId: string,
): Promise<{ counts: Partial<Record<JobStatus, number>>; server_time: string }[]> {
  return db.query(
    `select coalesce(jsonb_object_agg(status, count), '{}') as counts, now() as server_time
    from (select status, count(*)::int from jobs where owner_id = $1 group by status) as tally`,
    [ownerId],
  )
}
