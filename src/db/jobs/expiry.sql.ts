import type { Db } from '../db.ts'
import { mayDeleteBlobs } from '../blob-deletion-pause.sql.ts'
import { expireAssignments } from './transitions.sql.ts'

/** Stores the retention policy. Batches use it to compute when their results expire. */
export function saveRetentionPolicy(
  db: Db,
  days: { result: number; batch: number },
): Promise<unknown> {
  return db.query(
    `insert into retention_policy (result_days, batch_days) values ($1, $2)
    on conflict (singleton) do update
      set result_days = excluded.result_days, batch_days = excluded.batch_days
      where (retention_policy.result_days, retention_policy.batch_days)
        is distinct from (excluded.result_days, excluded.batch_days)`,
    [days.result, days.batch],
  )
}

/** Expires downloaded results and schedules the deletion of their uploads. */
export function expireDownloads(tx: Db, jobIds: string[]): Promise<{ id: string }[]> {
  return tx.query(
    `with expired as (
      update jobs set ${expireAssignments},
        error_code = 'EXPIRED', error_detail = '{"code": "deleted_after_download", "params": {}}',
        source_deleted_at = coalesce(source_deleted_at, now())
      where id = any ($1) and status = 'complete'
      returning id, upload_key
    ), scheduled as (
      insert into blob_deletions (key)
      select upload_key from expired where upload_key is not null on conflict do nothing
    )
    select id from expired`,
    [jobIds],
  )
}

/** A job whose result has expired, and that result's age. */
export interface ExpiredJob {
  id: string
  batch_id: string
  request_id: string | null
  ms: number
}

/**
 * Expires results older than `days.result` or, in batches with several jobs, older than `days.batch` if that is
 * shorter. Pass their ids to `deleteOutputs`.
 */
export function expireResults(
  tx: Db,
  days: { result: number; batch: number },
  limit: number,
): Promise<ExpiredJob[]> {
  return tx.query(
    `with old as materialized (
      select jobs.id from jobs join batches on batches.id = batch_id
      where jobs.status = 'complete'
        and jobs.completed_at < now() - make_interval(
          days => case when total > 1 then least($1::int, $3::int) else $1::int end)
      limit $2
      for update of jobs skip locked
    )
    update jobs set ${expireAssignments}
    from old where jobs.id = old.id
    returning jobs.id, batch_id, request_id,
      extract(epoch from now() - completed_at)::float8 * 1000 as ms`,
    [days.result, limit, days.batch],
  )
}

/** Deletes expired jobs' outputs and schedules the deletion of files that no other job shares. */
export function deleteOutputs(tx: Db, jobIds: string[]): Promise<unknown> {
  return tx.query(
    `with deleted as (delete from outputs where job_id = any ($1) returning key)
    insert into blob_deletions (key)
    select distinct key from deleted
    where not exists (select from outputs where outputs.key = deleted.key and job_id <> all ($1))
    on conflict do nothing`,
    [jobIds],
  )
}

/**
 * Schedules the deletion of uploads whose jobs ended more than `days` ago. Keeps the uploads of queued and running
 * jobs.
 */
export function scheduleOldSourceDeletion(
  db: Db,
  days: number,
  limit: number,
): Promise<{ id: string }[]> {
  return db.query(
    `with old as materialized (
      select id, upload_key from jobs
      where status not in ('queued', 'processing') and source_deleted_at is null
        and upload_key is not null
        and greatest(completed_at, failed_at, queued_at) < now() - make_interval(days => $1)
      limit $2
      for update skip locked
    ), scheduled as (
      insert into blob_deletions (key) select upload_key from old on conflict do nothing
    )
    update jobs set source_deleted_at = now()
    from old where jobs.id = old.id
    returning jobs.id`,
    [days, limit],
  )
}

/** Lists files to delete now; none while a backup copies files. */
export function listBlobDeletions(db: Db, limit: number): Promise<{ key: string }[]> {
  return db.query(`select key from blob_deletions where ${mayDeleteBlobs} limit $1`, [limit])
}

export function removeBlobDeletion(db: Db, key: string): Promise<unknown> {
  return db.query('delete from blob_deletions where key = $1', [key])
}
