import type { OutputFormat } from '../domain/mapping.ts'
import type { Db } from './db.ts'

export interface OutputRow {
  format: OutputFormat
  key: string
  content_type: string
  bytes: number
}

/** Belongs in the transaction that completes the job: outputs of a lost lease must never appear. */
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

export function outputsOf(db: Db, jobId: string): Promise<OutputRow[]> {
  return db.query(
    `select format, key, content_type, bytes from outputs where job_id = $1 order by position`,
    [jobId],
  )
}
