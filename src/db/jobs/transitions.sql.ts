import type { RereadReason } from '../../domain/job/job.ts'
import type { Params } from '../../domain/mapping/mapping.ts'
import type { Db } from '../db.ts'
import { type JobFailure, storedDetail } from './job-failure.ts'
import type { Completion } from './completion.ts'

// One statement per transition in domain/job/job-state.ts. Every `where` checks the status and, for statements about a
// lease, the epoch, so a statement that comes too late finds no row. The trigger record_job_changes
// (migrations/0002_queue.sql) writes the event and the batch counters in the same transaction.

/** A worker's right to finish one attempt; invalid once the job's epoch has increased. */
export interface Lease {
  id: string
  epoch: number
}

/** A claimed job with the data that its worker needs. */
export interface ClaimedJob extends Lease {
  batch_id: string
  owner_id: string
  original_filename: string
  /** Null until `source_url` has been downloaded; the hash and the key are then null too. */
  bytes: number | null
  sha256: string | null
  mapping: string
  params: Params
  source_url: string | null
  upload_key: string | null
  attempt_count: number
  /** The dependency whose cap the job counts towards, or `none`. */
  dependency: string
  /** The job that processed the same document while this one was blocked. */
  duplicate_of: string | null
  /** Why a complete document is being read again; null for the first reading. */
  reread_reason: RereadReason | null
  /** The upload request's id, for the logs. */
  request_id: string | null
  /** The upload request's W3C trace context. */
  traceparent: string | null
  /**
   * Whether the document is a part of another document that a user has split. The reader treats a part as one invoice.
   */
  is_part: boolean
  /** Whether the owner had a directory, or learned layouts, when the job was claimed; most owners have neither. */
  has_directory: boolean
  has_layouts: boolean
  /** Time since the job became claimable. */
  waited_ms: number
}

export interface Claim {
  worker: string
  leaseSeconds: number
  limit: number
}

const claimedColumns = `id, epoch, batch_id, owner_id, original_filename, bytes, sha256, mapping,
  params, source_url, upload_key, attempt_count, dependency, duplicate_of, reread_reason, request_id, traceparent, is_part,
  has_directory, has_layouts, waited_ms`

/** A claimed job, or the lease of a skipped completion. */
type ClaimRow =
  | (ClaimedJob & { is_skipped: false })
  | (Lease & { [Name in Exclude<keyof ClaimedJob, keyof Lease>]: null } & { is_skipped: true })

/**
 * Completes jobs and claims up to `limit` others in one round trip and one transaction. A completion whose lease was
 * lost, or whose directory has changed, is not written and is returned as `skipped`. Higher priorities go first, owners
 * share each priority fairly, and each minute of waiting adds one priority point. Caps apply across all workers.
 */
export async function completeAndClaim(
  db: Db,
  { worker, leaseSeconds, limit }: Claim,
  done: Completion[] = [],
): Promise<{ claimed: ClaimedJob[]; skipped: Lease[] }> {
  const rows = await db.query<ClaimRow>(
    `select is_skipped, ${claimedColumns} from complete_and_claim_jobs($1, $2, $3, $4)`,
    [worker, leaseSeconds, limit, JSON.stringify(done)],
  )
  return {
    claimed: rows.filter((row) => !row.is_skipped),
    skipped: rows.filter((row) => row.is_skipped).map(({ id, epoch }) => ({ id, epoch })),
  }
}

/**
 * Completes a job with its findings and outputs, even if its directory has changed. Call it in a transaction that has
 * locked everything else that the completion depends on.
 */
export async function completeJob(
  db: Db,
  { id, epoch }: Lease,
  result: Omit<Completion, keyof Lease>,
): Promise<Lease[]> {
  const skipped = await db.query<Lease>(
    `select id, epoch from complete_and_claim_jobs('', 0, 0, $1, true)`,
    [JSON.stringify([{ ...result, id, epoch }])],
  )
  return skipped.length > 0 ? [] : [{ id, epoch }]
}

export function failJob(db: Db, lease: Lease, failure: JobFailure): Promise<Lease[]> {
  return db.query(
    `update jobs set
      status = 'failed', last_event = 'fail', error_code = $3, error_detail = $4,
      failed_at = clock_timestamp(), leased_by = null, lease_expires_at = null
    where id = $1 and epoch = $2 and status = 'processing'
    returning id, epoch`,
    [lease.id, lease.epoch, failure.code, storedDetail(failure)],
  )
}

/** Schedules another attempt. If `isFree`, the failed attempt does not count. */
export function retryJob(
  db: Db,
  lease: Lease,
  failure: JobFailure,
  delay: { seconds: number; isFree?: boolean },
): Promise<Lease[]> {
  return db.query(
    `update jobs set
      status = 'queued', last_event = 'retry', stage = 'queued', progress = 0,
      error_code = $3, error_detail = $4, attempt_count = attempt_count - $6::boolean::integer,
      run_at = now() + make_interval(secs => $5), blocked_by = 'time',
      leased_by = null, lease_expires_at = null
    where id = $1 and epoch = $2 and status = 'processing'
    returning id, epoch`,
    [
      lease.id,
      lease.epoch,
      failure.code,
      storedDetail(failure),
      delay.seconds,
      delay.isFree ?? false,
    ],
  )
}

/**
 * Returns a job to the queue; the attempt does not count, and the job keeps its position. With `dependency`, it is
 * not claimed again until that dependency has room for it.
 */
export function releaseJob(db: Db, lease: Lease, dependency?: string): Promise<Lease[]> {
  return db.query(
    `update jobs set
      status = 'queued', last_event = 'release', stage = 'queued', progress = 0,
      attempt_count = attempt_count - 1, dependency = coalesce($3, dependency),
      leased_by = null, lease_expires_at = null
    where id = $1 and epoch = $2 and status = 'processing'
    returning id, epoch`,
    [lease.id, lease.epoch, dependency ?? null],
  )
}

export const cancelAssignments = `status = 'cancelled', last_event = 'cancel', blocked_by = null,
      leased_by = null, lease_expires_at = null`

/**
 * Cancels a job. A worker that is running it loses its lease and cannot write anything. A document that is being read
 * again keeps its result (`restore_result` in migrations/0002_queue.sql).
 */
export function cancelJob(db: Db, id: string, ownerId: string): Promise<Lease[]> {
  return db.query(
    `update jobs set ${cancelAssignments}
    where id = $1 and owner_id = $2 and status in ('queued', 'processing')
    returning id, epoch`,
    [id, ownerId],
  )
}

/** Resets a job to queued with all attempts available. A deleted download is downloaded again. */
export const requeueAssignments = `status = 'queued', last_event = 'requeue', stage = 'queued', progress = 0, attempt_count = 0,
      interruption_count = 0, error_code = null, error_detail = null, failed_at = null, started_at = null,
      run_at = now(), queued_at = now(), blocked_by = null, duplicate_of = null,
      bytes = case when source_deleted_at is null then bytes end,
      sha256 = case when source_deleted_at is null then sha256 end,
      upload_key = case when source_deleted_at is null then upload_key end,
      source_deleted_at = null`

/**
 * Requeues a job for its owner, with all attempts available, if the source still exists. A deleted download is
 * downloaded again, and the file may be different.
 */
export function requeueJob(db: Db, id: string, ownerId: string): Promise<Lease[]> {
  return db.query(
    `update jobs set
      ${requeueAssignments}
    where id = $1 and owner_id = $2 and status in ('failed', 'cancelled')
      and (source_deleted_at is null or source_url is not null)
    returning id, epoch`,
    [id, ownerId],
  )
}

/** Removes the result and its data in the job row. */
export const expireAssignments = `status = 'expired', last_event = 'expire', result_key = null, summary = null, review_reasons = '[]'`

/** Expires a result. Removes its key, so that its files may be deleted after the commit. */
export function expireJob(db: Db, id: string): Promise<Lease[]> {
  return db.query(
    `update jobs set ${expireAssignments}
    where id = $1 and status = 'complete'
    returning id, epoch`,
    [id],
  )
}
