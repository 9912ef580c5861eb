import type { Db } from '../db.ts'

/** Bytes that an owner or a network has uploaded today. */
export interface UploadUsage {
  subject: string
  bytes: string
}

const today = `(now() at time zone 'UTC')::date`

/** Adds bytes to today's usage of each subject, and deletes a few rows of earlier days. */
export function addUploadUsage(
  db: Db,
  subjects: readonly string[],
  bytes: number,
): Promise<UploadUsage[]> {
  return db.query(
    `with old as (
      delete from upload_usage where (subject, day) in (
        select subject, day from upload_usage where day < ${today} - 1 limit 20
        for update skip locked
      )
    )
    insert into upload_usage as known (subject, day, bytes)
    select subject, ${today}, $2 from unnest($1::text[]) as subject order by subject
    on conflict (subject, day) do update set bytes = known.bytes + excluded.bytes
    returning subject, bytes::text as bytes`,
    [subjects, bytes],
  )
}

export function readUploadUsage(db: Db, subjects: readonly string[]): Promise<UploadUsage[]> {
  return db.query(
    `select subject, bytes::text as bytes from upload_usage
    where day = ${today} and subject = any ($1)`,
    [subjects],
  )
}

/** Bytes of an owner's PDFs in storage. */
export function sumStoredBytes(db: Db, ownerId: string): Promise<{ bytes: string }[]> {
  return db.query(
    `select coalesce(sum(bytes), 0)::text as bytes from jobs
    where owner_id = $1 and source_deleted_at is null`,
    [ownerId],
  )
}

/** Bytes of the PDFs in storage that came from a network. */
export function sumNetworkBytes(db: Db, cidr: string): Promise<{ bytes: string }[]> {
  return db.query(
    `select coalesce(sum(jobs.bytes), 0)::text as bytes
    from batches join jobs on jobs.batch_id = batches.id
    where batches.client_ip <<= $1::inet and jobs.source_deleted_at is null`,
    [cidr],
  )
}
