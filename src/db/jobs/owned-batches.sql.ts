import type { Batch } from '../../domain/job/batch.ts'
import type { Job } from '../../domain/job/job.ts'
import type { Db } from '../db.ts'
import { cancelAssignments } from './transitions.sql.ts'

// An owner's batches. Every statement filters by owner.

const columns = `id, status, client_reference, callback_url, mapping, params - 'schema' as params, total, queued, processing, complete, failed, cancelled,
  last_event_id, created_at, started_at, completed_at,
  (select min(kept.completed_at) + make_interval(
      days => case when total > 1 then least(result_days, batch_days) else result_days end)
    from retention_policy join jobs as kept on kept.batch_id = batches.id and kept.status = 'complete'
    group by result_days, batch_days) as expires_at`

/** Returns a batch and whether it belongs to this owner. */
export function findBatch(
  db: Db,
  id: string,
  ownerId: string,
): Promise<{ batch: Batch; is_mine: boolean }[]> {
  return db
    .query<Batch & { is_mine: boolean }>(
      `select ${columns}, owner_id = $2 as is_mine from batches where id = $1`,
      [id, ownerId],
    )
    .then((rows) => rows.map(({ is_mine, ...batch }) => ({ batch, is_mine })))
}

/** A job before its state changed. */
export type JobBeforeChange = Pick<Job, 'id' | 'batch_id' | 'status' | 'updated_at'>

/** Cancels all jobs that have not ended. Locks them in the order in which leases are renewed, to avoid deadlocks. */
const cancelUnfinished = (column: 'id' | 'batch_id') => `with unfinished as materialized (
    select id, batch_id, status, updated_at from jobs
    where ${column} = any ($1::uuid[]) and owner_id = $2 and status in ('queued', 'processing')
    order by id
    for update
  )
  update jobs set ${cancelAssignments}
  from unfinished
  where jobs.id = unfinished.id
  returning unfinished.*`

export function cancelBatchJobs(
  tx: Db,
  batchIds: string[],
  ownerId: string,
): Promise<JobBeforeChange[]> {
  return tx.query(cancelUnfinished('batch_id'), [batchIds, ownerId])
}

export function cancelJobs(tx: Db, ids: string[], ownerId: string): Promise<JobBeforeChange[]> {
  return tx.query(cancelUnfinished('id'), [ids, ownerId])
}

/** Lists a batch's failed jobs, in order. */
export function listFailedJobs(
  db: Db,
  batchId: string,
  ownerId: string,
): Promise<JobBeforeChange[]> {
  return db.query(
    `select id, batch_id, status, updated_at from jobs
    where batch_id = $1 and owner_id = $2 and status = 'failed'
    order by sequence`,
    [batchId, ownerId],
  )
}
