import type { Db } from '../db.ts'

/** Schedules the deletion of the jobs' uploads. Call this in the transaction that deletes the jobs. */
export function scheduleSourceDeletion(tx: Db, ids: string[]): Promise<unknown> {
  return tx.query(
    `insert into blob_deletions (key)
    select upload_key from jobs where id = any ($1) and upload_key is not null and source_deleted_at is null
    on conflict do nothing`,
    [ids],
  )
}

/** Deletes jobs that have ended; deleting the last job in a batch deletes the batch too. */
export function deleteJobs(tx: Db, ids: string[]): Promise<unknown> {
  return tx.query('select delete_job(id) from unnest($1::uuid[]) as given (id)', [ids])
}

/** Deletes tombstones older than `days`. Clients that were offline for longer must reload their list. */
export function deleteTombstones(db: Db, days: number): Promise<unknown> {
  return db.query('delete from deleted_jobs where deleted_at < now() - make_interval(days => $1)', [
    days,
  ])
}
