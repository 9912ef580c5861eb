import type { ChangeRecord, AppliedChange } from '../../domain/review/change.ts'
import type { Message } from '../../domain/messages/message.ts'
import type { Summary } from '../../domain/job/summary.ts'
import type { Db } from '../db.ts'
import type { OutputRow } from '../jobs/outputs.sql.ts'

export interface ReadingRow {
  revision: number
  approved_at: string | null
  approved_by: string | null
}

/**
 * Finds the revision of a job's reading and its storage key. Returns no row unless the job is complete or is being read
 * again.
 */
export function findReading(
  db: Db,
  jobId: string,
): Promise<(ReadingRow & { key: string | null })[]> {
  return db.query(
    `select revision, approved_at, approved_by, key
    from jobs left join outputs on job_id = id and format = 'json'
    where id = $1 and (status = 'complete' or reread_reason is not null)`,
    [jobId],
  )
}

export interface NewRevision {
  job_id: string
  owner_id: string
  /** The revision that the change is based on. */
  revision: number
  review_reasons: Message[]
  summary: Summary | null
  /** The user who approves the reading; null if the change is not an approval. */
  approved_by: string | null
}

/**
 * Saves a new revision of a reading. Returns no row after a concurrent change, while the document is being read again,
 * or if the result has expired. Approving a document that is waiting to be read again keeps the result
 * (`restore_result` in migrations/0002_queue.sql).
 */
export function reviseReading(tx: Db, it: NewRevision): Promise<ReadingRow[]> {
  return tx.query(
    `update jobs set revision = revision + 1, review_reasons = $4, summary = $6,
      approved_by = $5, approved_at = case when $5::text is not null then now() end
    where id = $1 and owner_id = $2 and revision = $3
      and (status = 'complete' or (status = 'queued' and reread_reason is not null))
    returning revision, approved_at, approved_by`,
    [
      it.job_id,
      it.owner_id,
      it.revision,
      JSON.stringify(it.review_reasons),
      it.approved_by,
      it.summary,
    ],
  )
}

/** Schedules the deletion of replaced outputs, unless another job shares them. */
export function scheduleReplacedOutputDeletion(
  tx: Db,
  jobId: string,
  outputs: OutputRow[],
): Promise<unknown> {
  return tx.query(
    `insert into blob_deletions (key)
    select key from outputs as replaced
    where job_id = $1 and key <> all ($2)
      and not exists (select from outputs where outputs.key = replaced.key and job_id <> $1)
    on conflict do nothing`,
    [jobId, outputs.map(({ key }) => key)],
  )
}

/** Withdraws a document's approval, because a new check found something to review. */
export function withdrawApproval(tx: Db, jobId: string): Promise<unknown> {
  return tx.query('update jobs set approved_at = null, approved_by = null where id = $1', [jobId])
}

/** Adds an event about something other than a status change, because the trigger records only status changes. */
export function recordEvent(
  tx: Db,
  jobId: string,
  { type, actor }: { type: string; actor: string },
): Promise<unknown> {
  return tx.query(
    `with job as (
      select * from jobs where id = $1
    ), numbered as (
      update batches set last_event_id = last_event_id + 1
      where id = (select batch_id from job)
      returning id, last_event_id
    )
    insert into events (batch_id, number, job_id, type, status, stage, progress, epoch, attempt,
      actor)
    select numbered.id, last_event_id, job.id, $2, job.status, stage, progress, epoch, attempt_count,
      $3
    from job, numbered`,
    [jobId, type, actor],
  )
}

export interface NewChanges {
  job_id: string
  revision: number
  changed_by: string
  changes: AppliedChange[]
}

export function insertChanges(tx: Db, { changes, ...of }: NewChanges): Promise<unknown> {
  return tx.query(
    `insert into reading_changes (job_id, revision, changed_by, position, op, path, old, new)
    select $1, $2, $3, position, op, path, old::json, new::json
    from unnest($4::text[], $5::text[], $6::text[], $7::text[])
      with ordinality as change (op, path, old, new, position)`,
    [
      of.job_id,
      of.revision,
      of.changed_by,
      changes.map(({ op }) => op),
      changes.map(({ path }) => path),
      changes.map((change) => JSON.stringify(change.old ?? null)),
      changes.map((change) => JSON.stringify(change.new ?? null)),
    ],
  )
}

/** Lists the latest changes up to a revision, oldest first. */
export function listChanges(
  db: Db,
  jobId: string,
  { upTo, limit }: { upTo: number; limit: number },
): Promise<ChangeRecord[]> {
  return db.query(
    `select revision, op, path, old, new, changed_by, changed_at from (
      select * from reading_changes where job_id = $1 and revision <= $2
      order by revision desc, position desc limit $3
    ) as newest
    order by revision, position`,
    [jobId, upTo, limit],
  )
}

/** Changes the editor's name in an owner's earlier changes, for example once an anonymous user has signed in. */
export function renameEditor(
  db: Db,
  ownerId: string,
  { from, to }: { from: string; to: string },
): Promise<unknown> {
  return db.query(
    `with approved as (
      update jobs set approved_by = $3 where owner_id = $1 and approved_by = $2
    ), exported as (
      update exports set exported_by = $3 where owner_id = $1 and exported_by = $2
    ), recorded as (
      update events set actor = $3
      where actor = $2 and batch_id in (select id from batches where owner_id = $1)
    )
    update reading_changes set changed_by = $3,
      new = case when op in ('approve', 'unapprove') then to_json($3::text) else new end
    where changed_by = $2 and job_id in (select id from jobs where owner_id = $1)`,
    [ownerId, from, to],
  )
}
