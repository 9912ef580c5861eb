import { batched } from '../batched.ts'
import type { Db } from '../db.ts'

/** Bytes that an owner or a network has uploaded today. */
export interface UploadUsage {
  subject: string
  bytes: string
}

const today = `(now() at time zone 'UTC')::date`

/**
 * Adds bytes to each subject's usage today, and deletes a few rows from earlier days. The commit is asynchronous: a
 * crash can lose the latest counts, but no upload.
 */
export function addUploadUsage(db: Db, added: ReadonlyMap<string, number>): Promise<UploadUsage[]> {
  return db.query(
    `with old as (
      delete from upload_usage where (subject, day) in (
        select subject, day from upload_usage where day < ${today} - 1 limit 20
        for update skip locked
      )
    ), commit_mode as (select set_config('synchronous_commit', 'off', true))
    insert into upload_usage as known (subject, day, bytes)
    select subject, ${today}, added.bytes
    from commit_mode, unnest($1::text[], $2::bigint[]) as added (subject, bytes) order by subject
    on conflict (subject, day) do update set bytes = known.bytes + excluded.bytes
    returning subject, bytes::text as bytes`,
    [[...added.keys()], [...added.values()]],
  )
}

/** Reads a subject's usage today; concurrent reads share one query. */
export const readUploadUsage = batched(readUploadUsages)

async function readUploadUsages(db: Db, subjects: readonly string[]): Promise<number[]> {
  const rows = await db.query<UploadUsage>(
    `select subject, bytes::text as bytes from upload_usage
    where day = ${today} and subject = any ($1)`,
    [subjects],
  )
  const bySubject = new Map(rows.map(({ subject, bytes }) => [subject, Number(bytes)]))
  return subjects.map((subject) => bySubject.get(subject) ?? 0)
}

/** Number of seconds until the daily usage is reset, by the database clock. */
export async function readSecondsUntilTomorrow(db: Db): Promise<number> {
  const [row] = await db.query<{ seconds: number }>(
    `select ceil(extract(epoch from ${today} + 1 - now() at time zone 'UTC'))::integer as seconds`,
  )
  if (!row) throw new Error('Expected one row')
  return row.seconds
}

/** Sums the bytes of an owner's PDFs in storage. */
export function sumStoredBytes(db: Db, ownerId: string): Promise<{ bytes: string }[]> {
  return db.query(
    `select coalesce(sum(bytes), 0)::text as bytes from jobs
    where owner_id = $1 and source_deleted_at is null`,
    [ownerId],
  )
}

/** Sums the bytes of the PDFs in storage that came from a network. */
export function sumNetworkBytes(db: Db, cidr: string): Promise<{ bytes: string }[]> {
  return db.query(
    `select coalesce(sum(jobs.bytes), 0)::text as bytes
    from batches join jobs on jobs.batch_id = batches.id
    where batches.client_ip <<= $1::inet and jobs.source_deleted_at is null`,
    [cidr],
  )
}
