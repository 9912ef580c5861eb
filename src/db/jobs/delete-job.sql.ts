import type { Db } from '../db.ts'

/** Belongs in the transaction that deletes the job. */
export function scheduleSourceDeletion(tx: Db, id: string): Promise<unknown> {
  return tx.query(
    `insert into blob_deletions (key)
    select upload_key from jobs where id = $1 and upload_key is not null and source_deleted_at is null
    on conflict do nothing`,
    [id],
  )
}

/** A job that has ended, out of its batch; the last one takes the batch along. */
export function deleteJob(tx: Db, id: string): Promise<unknown> {
  return tx.query('select delete_job($1)', [id])
}

/** Those who were away for so long have to list their jobs anew. */
export function deleteTombstones(db: Db, days: number): Promise<unknown> {
  return db.query('delete from deleted_jobs where deleted_at < now() - make_interval(days => $1)', [
    days,
  ])
}
