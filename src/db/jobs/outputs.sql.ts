import type { OutputFormat } from '../../domain/mapping/output-formats.ts'
import type { Db } from '../db.ts'
import type { Findings } from './completion.ts'

export interface OutputRow {
  format: OutputFormat
  key: string
  content_type: string
  bytes: number
}

/**
 * Replaces a job's outputs. Call this in the transaction that completes the job, so that a worker that lost its lease
 * cannot write any.
 */
export function replaceOutputs(db: Db, jobId: string, outputs: OutputRow[]): Promise<unknown> {
  return db.query(
    `with old as (delete from outputs where job_id = $1 and format <> all ($3))
    insert into outputs (job_id, position, format, key, content_type, bytes)
    select $1, position, format, key, content_type, bytes
    from rows from (
      jsonb_to_recordset($2) as (format text, key text, content_type text, bytes integer)
    ) with ordinality as output (format, key, content_type, bytes, position)
    on conflict (job_id, format) do update
      set position = excluded.position, key = excluded.key,
        content_type = excluded.content_type, bytes = excluded.bytes`,
    [jobId, JSON.stringify(outputs), outputs.map((output) => output.format)],
  )
}

export function listOutputs(db: Db, jobId: string): Promise<OutputRow[]> {
  return db.query(
    `select format, key, content_type, bytes from outputs where job_id = $1 order by position`,
    [jobId],
  )
}

/** Finds the result of one of the owner's complete jobs. */
export function findResult(
  db: Db,
  jobId: string,
  ownerId: string,
): Promise<{ result_key: string }[]> {
  return db.query(
    `select result_key from jobs where id = $1 and owner_id = $2 and status = 'complete'`,
    [jobId, ownerId],
  )
}

/** Locks a complete job until the transaction ends and returns its findings; no row if the job is not complete. */
export function lockResult(
  tx: Db,
  jobId: string,
): Promise<Omit<Findings, 'is_reread' | 'deduped_from'>[]> {
  return tx.query(
    `select read_by, review_reasons, page_count, summary, reader, directory_version from jobs
    where id = $1 and status = 'complete' for share`,
    [jobId],
  )
}
