import type { Db } from '../db.ts'

/** Call it in the transaction that deletes the jobs. */
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

/** Clients that were offline longer than `days` must reload their list. */
export function deleteTombstones(db: Db, days: number): Promise<unknown> {
  return db.query('delete from deleted_jobs where deleted_at < now() - make_interval(days => $1)', [
    days,
  ])
}
