import type { Params } from '../domain/mapping.ts'
import type { Db } from './db.ts'

export interface NewBatch {
  id: string
  owner_id: string
  mapping: string
  params: Params
  client_ip: string | null
  user_agent: string | null
}

export interface NewJob {
  id: string
  original_filename: string
  bytes: number
  sha256: string
  upload_key: string
  priority: number
}

/** A batch, its queued jobs in their order, and their first events: one statement, one commit. */
export function insertBatch(db: Db, batch: NewBatch, jobs: NewJob[]): Promise<unknown> {
  return db.query(
    `with new_batch as (
      insert into batches (id, owner_id, mapping, params, client_ip, user_agent,
        total, queued, last_event_id)
      values ($1, $2, $3, $4, $5, $6, $8, $8, $8)
    ), new_jobs as (
      insert into jobs (id, batch_id, sequence, owner_id, original_filename, bytes, sha256, mapping,
        params, priority, source_type, upload_key)
      select id, $1, sequence, $2, original_filename, bytes, sha256, $3, $4, priority, 'file', upload_key
      from rows from (
        jsonb_to_recordset($7) as (id uuid, original_filename text, bytes integer, sha256 text,
          upload_key text, priority integer)
      ) with ordinality as job (id, original_filename, bytes, sha256, upload_key, priority, sequence)
      returning *
    )
    insert into events (batch_id, number, job_id, type, data)
    select batch_id, sequence, id, 'queue', job_event_data(new_jobs::jobs) from new_jobs`,
    [
      batch.id,
      batch.owner_id,
      batch.mapping,
      batch.params,
      batch.client_ip,
      batch.user_agent,
      JSON.stringify(jobs),
      jobs.length,
    ],
  )
}
