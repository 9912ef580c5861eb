import { clampTimestamp } from '../../domain/values/clamp-timestamp.ts'
import type {
  Analytics,
  DeadLetter,
  FailedJobs,
  Overview,
} from '../../domain/api/routes/admin/admin.ts'
import { renderError } from '../../domain/i18n/render.ts'
import type { Db } from '../db.ts'
import { requeueAssignments } from '../jobs/transitions.sql.ts'

/** Ids start with their creation time, so recent ids form a range of the primary key. */
const firstIdSince = (moment: string) =>
  `(lpad(to_hex((extract(epoch from ${moment}) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`

export function pauseQueue(db: Db): Promise<unknown> {
  return db.query('insert into queue_pause default values on conflict do nothing')
}

export function resumeQueue(db: Db): Promise<unknown> {
  return db.query('delete from queue_pause')
}

export function listWorkers(db: Db): Promise<Overview['workers']> {
  return db.query(
    `select id, host, started_at, heartbeat_at, current_jobs,
      heartbeat_at < now() - interval '1 minute' as is_lost
    from workers where heartbeat_at > now() - interval '1 day'
    order by heartbeat_at desc limit 200`,
  )
}

export interface MinuteCounter {
  minute: string
  outcome: string | null
  jobs: number
  pages: number
  waited_ms: number
  durations: number[]
}

/**
 * Reads all workers' counters for every minute of the last hour. A minute without counters has one row without an
 * outcome.
 */
export function readLastHour(db: Db): Promise<MinuteCounter[]> {
  return db.query(
    `select minute, outcome, coalesce(jobs, 0) as jobs, coalesce(pages, 0) as pages,
      coalesce(waited_ms, 0) as waited_ms, coalesce(durations, '{}') as durations
    from generate_series(date_trunc('minute', now()) - interval '59 minutes', now(), '1 minute')
      as minute
    left join outcome_counters using (minute)
    order by minute`,
  )
}

const matchesFilter = `status = 'failed'
  and ($1::text is null or error_code = $1) and ($2::text is null or mapping = $2)
  and ($3::text is null or owner_id = $3)
  and ($4::timestamptz is null or failed_at >= $4) and ($5::timestamptz is null or failed_at < $5)`
const hasSource = '(source_deleted_at is null or source_url is not null)'

function filterValues({ code, mapping, owner_id, since, until }: FailedJobs): unknown[] {
  const [from, to] = [since, until].map((one) => (one === undefined ? null : clampTimestamp(one)))
  return [code ?? null, mapping ?? null, owner_id ?? null, from, to]
}

export async function selectDeadLetters(
  db: Db,
  filter: FailedJobs,
  page: { limit: number; after: { failed_at: string; id: string } | null },
): Promise<DeadLetter[]> {
  const { limit, after } = page
  const rows = await db.query<Omit<DeadLetter, 'error_message'>>(
    `select id, batch_id, owner_id, mapping, bytes, error_code, error_detail, attempt_count,
      failed_at, ${hasSource} as can_requeue
    from jobs
    where ${matchesFilter} and ($7::timestamptz is null or (failed_at, id) < ($7, $8::uuid))
    order by failed_at desc, id desc limit $6`,
    [...filterValues(filter), limit, after?.failed_at ?? null, after?.id ?? null],
  )
  return rows.map((row) => {
    return { ...row, error_message: renderError(row.error_code, row.error_detail) }
  })
}

/** Counts the matching jobs, and how many of them still have a source. */
export function countDeadLetters(
  db: Db,
  filter: FailedJobs,
): Promise<{ count: number; requeueable: number }[]> {
  return db.query(
    `select count(*)::integer as count,
      count(*) filter (where ${hasSource})::integer as requeueable
    from jobs where ${matchesFilter}`,
    filterValues(filter),
  )
}

/** Requeues matching jobs, oldest failure first. Requires `lockQueue`. */
export function requeueDeadLetters(
  tx: Db,
  filter: FailedJobs,
  limit: number,
): Promise<{ id: string; batch_id: string; ms: number }[]> {
  return tx.query(
    `with chosen as materialized (
      select id, failed_at from jobs where ${matchesFilter} and ${hasSource}
      order by failed_at, id limit $6
      for update skip locked
    )
    update jobs set ${requeueAssignments} from chosen where jobs.id = chosen.id
    returning jobs.id, batch_id,
      extract(epoch from clock_timestamp() - chosen.failed_at)::float8 * 1000 as ms`,
    [...filterValues(filter), limit],
  )
}

/** Statistics on the jobs created in the last `days`. */
export function readAnalytics(db: Db, days: number): Promise<Omit<Analytics, 'days'>[]> {
  return db.query(
    `with recent as materialized (
      select created_at, status, mapping, coalesce(read_by, mapping) as reader, error_code, cached,
        coalesce(page_count, 0) as pages, coalesce(bytes, 0) as bytes
      from jobs where id >= ${firstIdSince('now() - make_interval(days => $1)')}
    )
    select
      (select count(*)::integer from batches
        where id >= ${firstIdSince('now() - make_interval(days => $1)')}) as batches,
      (select count(*)::integer from recent) as jobs,
      (select count(*)::integer from recent where status in ('complete', 'expired')) as completed,
      (select count(*)::integer from recent where status = 'failed') as failed,
      (select count(*)::integer from recent where cached) as cached,
      (select coalesce(sum(pages), 0)::integer from recent where not cached) as pages,
      (select coalesce(sum(bytes), 0)::float8 from recent) as bytes,
      (select coalesce(jsonb_agg(jsonb_build_object('code', error_code, 'jobs', jobs)
          order by jobs desc, error_code), '[]')
        from (select error_code, count(*) as jobs from recent where status = 'failed'
          group by error_code) as failures) as errors,
      (select coalesce(jsonb_agg(jsonb_build_object('mapping', reader, 'jobs', jobs,
          'pages', pages) order by jobs desc, reader), '[]')
        from (select reader, count(*) as jobs, sum(pages) as pages from recent
          group by reader order by jobs desc limit 50) as readers) as mappings,
      (select coalesce(jsonb_agg(jsonb_build_object('day', day, 'jobs', jobs, 'failed', failed,
          'pages', pages) order by day), '[]')
        from (select day::date, count(status) as jobs,
            count(*) filter (where status = 'failed') as failed, coalesce(sum(pages), 0) as pages
          from generate_series(date_trunc('day', now() at time zone 'UTC')
            - make_interval(days => $1 - 1), now() at time zone 'UTC', '1 day') as day
          left join recent on date_trunc('day', created_at at time zone 'UTC') = day
          group by day) as days) as by_day,
      (select jsonb_build_object('calls', count(*),
          'input_tokens', coalesce(sum(input_tokens), 0),
          'output_tokens', coalesce(sum(output_tokens), 0), 'cost_usd', sum(cost))
        from llm_calls where created_at > now() - make_interval(days => $1)) as llm`,
    [days],
  )
}
