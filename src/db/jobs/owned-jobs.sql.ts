import type { Message } from '../../domain/messages/message.ts'
import { addRenderedText, renderError } from '../../domain/i18n/render.ts'
import type { Job } from '../../domain/job/job.ts'
import type { Db } from '../db.ts'
import { batched } from '../batched.ts'
import { utc } from '../utc.sql.ts'

// An owner's jobs. Every query on behalf of a user filters by owner.

/** While a document is being read again, its previous result stays visible. */
export const hasResult = `(jobs.status = 'complete' or jobs.reread_reason is not null)`
/** A split document is reviewed part by part. */
export const needsReview = `(${hasResult} and jsonb_array_length(review_reasons) > 0 and split_into is null)`

/** SQL that selects the owner's older documents with the same seller and invoice number. */
export const fromSameInvoice = `from jobs as same
    where same.owner_id = jobs.owner_id
      and same.summary ->> 'invoice_key' = jobs.summary ->> 'invoice_key'
      and (same.created_at, same.id) < (jobs.created_at, jobs.id)
      and same.split_into is null
      and (same.status = 'complete' or same.reread_reason is not null)`

export const clientReference = `(select client_reference from batches where batches.id = jobs.batch_id)`

export const jobColumns = `id, batch_id, sequence, ${clientReference} as client_reference, original_filename, bytes, sha256, mapping, params - 'schema' as params, status, reread_reason,
  stage, progress, priority, source_type, source_url, attempt_count, error_code, error_detail,
  read_by, review_reasons, summary, ${needsReview} as needs_review, approved_at, deduped_from, split_into,
  case when split_pages is not null then jsonb_build_object('id', split_from, 'pages', split_pages) end as split_from, created_at, queued_at, started_at, completed_at, failed_at, last_attempt_at, updated_at,
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
  ) as exported,
  (
    select jsonb_build_object('id', same.id, 'filename', same.original_filename)
    ${fromSameInvoice}
    order by same.created_at, same.id limit 1
  ) as same_invoice`

/** A job as stored: its messages have codes and parameters, but no rendered text. */
export type JobRow<Shown extends Job = Job> = Omit<Shown, 'review_reasons' | 'error_message'> & {
  review_reasons: Message[]
}

/** Adds the English text of a job's messages. */
export function toJob<Row extends JobRow>(row: Row) {
  const review_reasons = row.review_reasons.map((one) => addRenderedText(one))
  return { ...withErrorMessage(row), review_reasons }
}

/** Adds the English text of an error that is stored as data. */
export function withErrorMessage<Row extends StoredError>(row: Row) {
  const { error_code, error_detail } = row
  return { ...row, error_message: error_code && renderError(error_code, error_detail) }
}

type StoredError = Pick<Job, 'error_code' | 'error_detail'>

/**
 * Finds a job and whether it belongs to this owner: an unknown job (404) and another owner's job (403) get different
 * responses.
 */
export interface FoundJob<Shown = Job> {
  job: Shown
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

/** Lists a batch's jobs in upload order. */
export async function listBatchJobs(db: Db, batchId: string, ownerId: string): Promise<Job[]> {
  const rows = await db.query<JobRow>(
    `select ${jobColumns} from jobs where batch_id = $1 and owner_id = $2 order by sequence`,
    [batchId, ownerId],
  )
  return rows.map(toJob)
}

/** Lists jobs and their owners for the status cache. */
export async function listJobsById(
  db: Db,
  ids: string[],
): Promise<{ owner_id: string; job: Job }[]> {
  const rows = await db.query<JobRow & { owner_id: string }>(
    `select ${jobColumns}, owner_id from jobs where id = any ($1)`,
    [ids],
  )
  return rows.map(({ owner_id, ...row }) => ({ owner_id, job: toJob(row) }))
}

/** Counts an owner's waiting jobs by dependency. */
export function countWaitingJobs(
  db: Db,
  ownerId: string,
): Promise<{ dependency: string; jobs: number }[]> {
  return db.query(
    `select dependency, count(*)::integer as jobs from waiting_jobs
    where owner_id = $1 group by dependency`,
    [ownerId],
  )
}
