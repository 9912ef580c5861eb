import type { JobStatus } from '../../domain/job/job-state.ts'
import type { Message } from '../../domain/messages/message.ts'
import { addRenderedText, renderError } from '../../domain/i18n/render.ts'
import type { Job } from '../../domain/job/job.ts'
import type { Db } from '../db.ts'
import { batched } from '../batched.ts'
import { utc } from '../utc.sql.ts'

// Jobs as their owner sees them. Every statement names the owner.

/** The result of a document that is read again stays visible. */
export const hasResult = `(jobs.status = 'complete' or jobs.reread_reason is not null)`
export const needsReview = `(${hasResult} and jsonb_array_length(review_reasons) > 0)`

export const jobColumns = `id, batch_id, sequence, original_filename, bytes, sha256, mapping, params, status, reread_reason,
  stage, progress, priority, source_type, source_url, attempt_count, error_code, error_detail,
  read_by, review_reasons, summary, ${needsReview} as needs_review, approved_at, deduped_from, created_at, queued_at, started_at, completed_at, failed_at, last_attempt_at, updated_at,
  extract(epoch from coalesce(completed_at, failed_at) - started_at)::float8 as processing_time,
  coalesce((
    select jsonb_agg(jsonb_build_object(
      'format', format, 'content_type', content_type, 'bytes', outputs.bytes) order by position)
    from outputs where job_id = jobs.id and ${hasResult}
  ), '[]') as outputs,
  (
    select jsonb_build_object('id', exports.id, 'filename', exports.filename,
      'exported_at', ${utc('exported_at')})
    from exported_invoices join exports on exports.id = export_id
    where exported_invoices.job_id = jobs.id
    order by exports.id desc limit 1
  ) as exported`

/** A job as stored, with messages only as data. */
export type JobRow<Shown extends Job = Job> = Omit<Shown, 'review_reasons' | 'error_message'> & {
  review_reasons: Message[]
}

/** A job with the English text of its messages. */
export function toJob<Row extends JobRow>(row: Row) {
  const review_reasons = row.review_reasons.map((one) => addRenderedText(one))
  return { ...withErrorMessage(row), review_reasons }
}

/** The English text of an error that is stored as data. */
export function withErrorMessage<Row extends StoredError>(row: Row) {
  const { error_code, error_detail } = row
  return { ...row, error_message: error_code && renderError(error_code, error_detail) }
}

type StoredError = Pick<Job, 'error_code' | 'error_detail'>

/** A job, and whether it belongs to this owner: unknown (404) and not yours (403) are different responses. */
export interface FoundJob<Told = Job> {
  job: Told
  is_mine: boolean
}

export const findJob = batched(async (db, keys: readonly { id: string; owner_id: string }[]) => {
  const rows = await db.query<JobRow & { nth: string; is_mine: boolean }>(
    `select ${jobColumns}, nth, owner_id = requester as is_mine
    from unnest($1::uuid[], $2::text[]) with ordinality as lookups (requested_id, requester, nth)
    join jobs on id = requested_id`,
    [keys.map(({ id }) => id), keys.map(({ owner_id }) => owner_id)],
  )
  const found: (FoundJob | undefined)[] = keys.map(() => undefined)
  for (const { nth, is_mine, ...job } of rows) found[Number(nth) - 1] = { job: toJob(job), is_mine }
  return found
})

export interface JobsFilter {
  owner_id: string
  status: JobStatus | null
  since: string | null
  words: string[]
  /** Only jobs that need review. */
  needs_review: boolean
  /** Only jobs from this upload. */
  upload_id: string | null
  /** Only invoices from this seller. */
  seller: string | null
  /** Only invoices from this month, such as 2026-11. */
  period: string | null
  /** Last job of the previous page; null for the first page. */
  after: { created_at: string; id: string } | null
  limit: number
}

/** Number of an owner's jobs by status, and the time on the database clock. */
export interface JobCounts {
  counts: Partial<Record<JobStatus, number>>
  needs_review_count: number
  server_time: string
}

/** The counts together with a matching job, or with nulls if there is none. */
type ListedRow = (JobRow | { [Name in keyof JobRow]: null }) &
  Omit<JobCounts, 'counts'> & { totals: string }

/**
 * Newest first, with counts from the same snapshot. Search scans the owner's jobs through the owner index: a
 * full-text index would slow every claim and every completion.
 */
export async function listJobs(
  db: Db,
  filter: JobsFilter,
): Promise<{ jobs: Job[]; totals: JobCounts }> {
  const rows = await db.query<ListedRow>(
    `with totals as (
      select coalesce(jsonb_object_agg(status, count), '{}')::text as totals,
        coalesce(sum(doubtful), 0)::int as needs_review_count
      from (
        select status, count(*)::int, count(*) filter (where ${needsReview}) as doubtful
        from jobs where owner_id = $1 group by status
      ) as counts
    )
    select job.*, totals, needs_review_count, now() as server_time from totals left join lateral (
      select ${jobColumns} from jobs
      where owner_id = $1
        and ($2::text is null or status = $2)
        and ($3::timestamptz is null or updated_at >= $3)
        and ($4::timestamptz is null or (created_at, id) < ($4, $5::uuid))
        and ($7::text[] = '{}' or (
          with said as materialized (
            select fold_text(concat_ws(' ', original_filename, mapping, read_by, source_url, id,
              (select string_agg(value, ' ') from jsonb_each_text(summary) where key <> 'kind'))) as words
          )
          select bool_and(position(fold_text(word) in words) > 0) from said, unnest($7::text[]) as word
        ))
        and (not $8::boolean or ${needsReview})
        and ($9::uuid is null or batch_id in (
          select id from batches where batches.owner_id = $1 and upload_id = $9))
        and ($10::text is null or summary ->> 'seller' = $10)
        and ($11::text is null or left(summary ->> 'date', 7) = $11)
      order by created_at desc, id desc
      limit $6
    ) as job on true
    order by job.created_at desc, job.id desc`,
    [
      filter.owner_id,
      filter.status,
      filter.since,
      filter.after?.created_at ?? null,
      filter.after?.id ?? null,
      filter.limit,
      filter.words,
      filter.needs_review,
      filter.upload_id,
      filter.seller,
      filter.period,
    ],
  )
  return toListedJobs(rows)
}

function toListedJobs(rows: ListedRow[]): { jobs: Job[]; totals: JobCounts } {
  const listed = rows.map(({ totals, needs_review_count, server_time, ...job }) => ({
    totals,
    needs_review_count,
    server_time,
    job,
  }))
  const [first] = listed
  if (!first) throw new Error('A count has one row')
  const counts = JSON.parse(first.totals) as JobCounts['counts']
  return {
    jobs: listed.flatMap(({ job }) => (job.id === null ? [] : [toJob(job)])),
    totals: {
      counts,
      needs_review_count: first.needs_review_count,
      server_time: first.server_time,
    },
  }
}

/** Sellers and months of an owner's invoices, most frequent seller and newest month first. */
export function listInvoiceFacets(
  db: Db,
  ownerId: string,
): Promise<{ seller: string | null; period: string | null; count: number }[]> {
  return db.query(
    `select summary ->> 'seller' as seller, left(summary ->> 'date', 7) as period, count(*)::int
    from jobs where owner_id = $1 and status = 'complete' and summary ->> 'kind' = 'invoice'
    group by 1, 2`,
    [ownerId],
  )
}

/** In upload order. */
export async function listBatchJobs(db: Db, batchId: string, ownerId: string): Promise<Job[]> {
  const rows = await db.query<JobRow>(
    `select ${jobColumns} from jobs where batch_id = $1 and owner_id = $2 order by sequence`,
    [batchId, ownerId],
  )
  return rows.map(toJob)
}
