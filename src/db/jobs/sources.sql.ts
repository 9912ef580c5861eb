import type { FileSource } from './enqueue.sql.ts'
import type { Db } from '../db.ts'
import type { Lease } from './transitions.sql.ts'

/** Finds a job's owner and the IP address from which the job was submitted. */
export function findUploader(
  db: Db,
  jobId: string,
): Promise<{ owner_id: string; client_ip: string | null }[]> {
  return db.query(
    `select jobs.owner_id, host(batches.client_ip) as client_ip
    from jobs join batches on batches.id = jobs.batch_id where jobs.id = $1`,
    [jobId],
  )
}

/**
 * Records a downloaded document and adds its bytes to the subjects' daily usage. Fenced: returns no row if the worker
 * has lost its lease.
 */
export function saveSource(
  db: Db,
  lease: Lease,
  source: FileSource & { original_filename: string },
  subjects: readonly string[],
): Promise<Lease[]> {
  return db.query(
    `with saved as (
      update jobs set bytes = $3, sha256 = $4, upload_key = $5, original_filename = $6
      where id = $1 and epoch = $2 and status = 'processing'
      returning id, epoch, bytes
    ), counted as (
      insert into upload_usage as known (subject, day, bytes)
      select subject, (now() at time zone 'UTC')::date, bytes
      from saved, unnest($7::text[]) as subject order by subject
      on conflict (subject, day) do update set bytes = known.bytes + excluded.bytes
    )
    select id, epoch from saved`,
    [
      lease.id,
      lease.epoch,
      source.bytes,
      source.sha256,
      source.upload_key,
      source.original_filename,
      subjects,
    ],
  )
}

/**
 * Replaces a job's document; the earlier file is deleted later. Call this in the transaction that completes the job.
 */
export function replaceSource(
  tx: Db,
  id: string,
  source: FileSource & { original_filename: string },
): Promise<{ id: string }[]> {
  return tx.query(
    `with earlier as (
      select upload_key from jobs where id = $1 and upload_key is not null and upload_key <> $4
    ), deleted as (
      insert into blob_deletions (key) select upload_key from earlier on conflict do nothing
    )
    update jobs set bytes = $2, sha256 = $3, upload_key = $4, original_filename = $5,
      source_deleted_at = null
    where id = $1
    returning id`,
    [id, source.bytes, source.sha256, source.upload_key, source.original_filename],
  )
}

/** Finds where a job's PDF is stored, and whether it was deleted. The key is null until the PDF has been downloaded. */
export function findSource(
  db: Db,
  jobId: string,
): Promise<{ upload_key: string | null; bytes: number | null; is_deleted: boolean }[]> {
  return db.query(
    'select upload_key, bytes, source_deleted_at is not null as is_deleted from jobs where id = $1',
    [jobId],
  )
}
