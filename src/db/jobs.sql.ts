import type { ErrorCode } from '../domain/errors.ts'
import type { Stage } from '../domain/job.ts'
import type { Params } from '../domain/mapping.ts'
import type { Db } from './db.ts'

// One statement for each event of domain/job-state.ts. The status and, for whoever holds or takes away
// a lease, the epoch stand in every `where`: a statement that comes too late finds no row. The trigger
// record_job_changes adds the event and the batch's counters to the same commit.

/** The right to finish one attempt: worthless once the job's epoch has moved on. */
export interface Lease {
  id: string
  epoch: number
}

/** A job as its worker sees it. */
export interface ClaimedJob extends Lease {
  batch_id: string
  owner_id: string
  original_filename: string
  bytes: number
  sha256: string
  mapping: string
  params: Params
  upload_key: string
  attempt_count: number
}

export interface JobFailure {
  code: ErrorCode
  message: string
}

/** Takes up to `limit` waiting jobs, the highest priority first, then the oldest. */
export function claimJobs(
  db: Db,
  claim: { worker: string; leaseSeconds: number; limit: number },
): Promise<ClaimedJob[]> {
  // Materialized: inlined, the planner may run the limited select again for each row and claim too many.
  return db.query(
    `with next as materialized (
      select id from jobs
      where status = 'queued' and run_at <= now()
      order by priority desc, run_at, id
      limit $3
      for update skip locked
    )
    update jobs set
      status = 'processing', last_event = 'claim', stage = 'reading', progress = 0,
      epoch = epoch + 1, attempt_count = attempt_count + 1,
      leased_by = $1, lease_expires_at = now() + make_interval(secs => $2),
      started_at = coalesce(started_at, now()), last_attempt_at = now()
    from next
    where jobs.id = next.id
    returning jobs.id, epoch, batch_id, owner_id, original_filename, bytes, sha256, mapping, params,
      upload_key, attempt_count`,
    [claim.worker, claim.leaseSeconds, claim.limit],
  )
}

export function completeJob(db: Db, lease: Lease, resultKey: string): Promise<Lease[]> {
  return db.query(
    `update jobs set
      status = 'complete', last_event = 'complete', stage = 'done', progress = 100,
      result_key = $3, error_code = null, error_message = null, completed_at = clock_timestamp(),
      leased_by = null, lease_expires_at = null
    where id = $1 and epoch = $2 and status = 'processing'
    returning id, epoch`,
    [lease.id, lease.epoch, resultKey],
  )
}

export function failJob(db: Db, lease: Lease, failure: JobFailure): Promise<Lease[]> {
  return db.query(
    `update jobs set
      status = 'failed', last_event = 'fail', error_code = $3, error_message = $4,
      failed_at = clock_timestamp(), leased_by = null, lease_expires_at = null
    where id = $1 and epoch = $2 and status = 'processing'
    returning id, epoch`,
    [lease.id, lease.epoch, failure.code, failure.message],
  )
}

export function retryJob(
  db: Db,
  lease: Lease,
  failure: JobFailure,
  delaySeconds: number,
): Promise<Lease[]> {
  return db.query(
    `update jobs set
      status = 'queued', last_event = 'retry', stage = 'queued', progress = 0,
      error_code = $3, error_message = $4,
      run_at = now() + make_interval(secs => $5), leased_by = null, lease_expires_at = null
    where id = $1 and epoch = $2 and status = 'processing'
    returning id, epoch`,
    [lease.id, lease.epoch, failure.code, failure.message, delaySeconds],
  )
}

/** Gives a job back unfinished; the attempt does not count, and it keeps its place. */
export function releaseJob(db: Db, lease: Lease): Promise<Lease[]> {
  return db.query(
    `update jobs set
      status = 'queued', last_event = 'release', stage = 'queued', progress = 0,
      attempt_count = attempt_count - 1, leased_by = null, lease_expires_at = null
    where id = $1 and epoch = $2 and status = 'processing'
    returning id, epoch`,
    [lease.id, lease.epoch],
  )
}

/** Puts jobs whose lease ran out back in their place, while they have attempts left. */
export function rescueJobs(db: Db, maxAttempts: number): Promise<Lease[]> {
  return db.query(
    `with lost as materialized (
      select id from jobs
      where status = 'processing' and lease_expires_at < now() and attempt_count < $1
      for update skip locked
    )
    update jobs set
      status = 'queued', last_event = 'rescue', stage = 'queued', progress = 0,
      leased_by = null, lease_expires_at = null
    from lost
    where jobs.id = lost.id
    returning jobs.id, epoch`,
    [maxAttempts],
  )
}

/** Ends jobs whose lease ran out on their last attempt. */
export function failLostJobs(db: Db, maxAttempts: number, failure: JobFailure): Promise<Lease[]> {
  return db.query(
    `with lost as materialized (
      select id from jobs
      where status = 'processing' and lease_expires_at < now() and attempt_count >= $1
      for update skip locked
    )
    update jobs set
      status = 'failed', last_event = 'fail', error_code = $2, error_message = $3,
      failed_at = clock_timestamp(), leased_by = null, lease_expires_at = null
    from lost
    where jobs.id = lost.id
    returning jobs.id, epoch`,
    [maxAttempts, failure.code, failure.message],
  )
}

/** Stops a job for its owner. A worker that still runs it loses its lease and writes nothing. */
export function cancelJob(db: Db, id: string, ownerId: string): Promise<Lease[]> {
  return db.query(
    `update jobs set
      status = 'cancelled', last_event = 'cancel', leased_by = null, lease_expires_at = null
    where id = $1 and owner_id = $2 and status in ('queued', 'processing')
    returning id, epoch`,
    [id, ownerId],
  )
}

/** Another try because a person asks for it, with all attempts anew. */
export function requeueJob(db: Db, id: string, ownerId: string): Promise<Lease[]> {
  return db.query(
    `update jobs set
      status = 'queued', last_event = 'requeue', stage = 'queued', progress = 0, attempt_count = 0,
      error_code = null, error_message = null, failed_at = null, started_at = null,
      run_at = now(), queued_at = now()
    where id = $1 and owner_id = $2 and status in ('failed', 'cancelled')
    returning id, epoch`,
    [id, ownerId],
  )
}

/** The result's time is over. Its key is forgotten here first; its bytes may be deleted after the commit. */
export function expireJob(db: Db, id: string): Promise<Lease[]> {
  return db.query(
    `update jobs set status = 'expired', last_event = 'expire', result_key = null
    where id = $1 and status = 'complete'
    returning id, epoch`,
    [id],
  )
}

export function reportProgress(
  db: Db,
  lease: Lease,
  at: { stage: Stage; progress: number },
): Promise<Lease[]> {
  return db.query(
    `update jobs set stage = $3, progress = $4
    where id = $1 and epoch = $2 and status = 'processing' and progress <= $4
    returning id, epoch`,
    [lease.id, lease.epoch, at.stage, at.progress],
  )
}

/** Renews all leases of a worker in one round trip. Those it does not return are lost. */
export function renewLeases(db: Db, leases: Lease[], leaseSeconds: number): Promise<Lease[]> {
  return db.query(
    `with held as materialized (
      select jobs.id
      from unnest($1::uuid[], $2::integer[]) as lease (id, epoch)
      join jobs on jobs.id = lease.id and jobs.epoch = lease.epoch
      where jobs.status = 'processing'
      order by jobs.id
      for update of jobs
    )
    update jobs set lease_expires_at = now() + make_interval(secs => $3)
    from held
    where jobs.id = held.id
    returning jobs.id, jobs.epoch`,
    [leases.map((lease) => lease.id), leases.map((lease) => lease.epoch), leaseSeconds],
  )
}

/** Wakes the workers. A hint: those that miss it find the job at their next poll. */
export function notifyQueued(db: Db): Promise<unknown> {
  return db.query(`select pg_notify('${queuedChannel}', '')`)
}
export const queuedChannel = 'docket_queued'
