import type { Params } from '../../domain/mapping/mapping.ts'
import type { Db } from '../db.ts'
import { requeueAssignments } from './transitions.sql.ts'

// Statements that queue jobs again: complete documents to be reread or rechecked, and failed or cancelled jobs. Each
// may update jobs in several batches, so it requires `lockQueue`. An old result stays until a new one replaces it
// (`restore_result` in migrations/0002_queue.sql).

export interface RequeuedJob {
  id: string
  batch_id: string
}

const assignments = `status = 'queued', last_event = 'reread', stage = 'queued', progress = 0, attempt_count = 0,
      interruption_count = 0, error_code = null, error_detail = null, started_at = null, completed_at = null,
      run_at = now(), queued_at = now(), duplicate_of = null`

/** SQL condition for complete invoices that no user has approved and whose reading can be checked again. */
const waiting = `status = 'complete' and split_into is null and approved_at is null and summary ->> 'kind' = 'invoice'
      and exists (select from outputs where job_id = jobs.id and format = 'json')`

const needsReview = 'jsonb_array_length(review_reasons) > 0'
const hasSource = '(source_deleted_at is null and upload_key is not null)'

/** Queues an owner's unapproved invoices, so that they are checked with the changed directory. */
export function recheckWaiting(tx: Db, ownerId: string): Promise<RequeuedJob[]> {
  return tx.query(
    `update jobs set ${assignments}, reread_reason = 'directory'
    where owner_id = $1 and ${waiting}
    returning id, batch_id`,
    [ownerId],
  )
}

/**
 * Queues approved invoices that lack the number of one of these companies, so that they are checked with the changed
 * directory. They stay approved unless the check finds something new (reading/recheck.ts).
 */
export function recheckApproved(
  tx: Db,
  ownerId: string,
  names: readonly string[],
): Promise<RequeuedJob[]> {
  return tx.query(
    `update jobs set ${assignments}, reread_reason = 'directory'
    where owner_id = $1 and status = 'complete' and approved_at is not null
      and (summary ->> 'lacks_npwp' in ('seller', 'both') and summary ->> 'seller' = any ($2)
        or summary ->> 'lacks_npwp' in ('buyer', 'both') and summary ->> 'buyer' = any ($2))
      and exists (select from outputs where job_id = jobs.id and format = 'json')
    returning id, batch_id`,
    [ownerId, names],
  )
}

/** Queues one invoice again if the owner's directory has changed since the invoice was read. */
export function recheckIfStale(tx: Db, id: string, ownerId: string): Promise<RequeuedJob[]> {
  return tx.query(
    `update jobs set ${assignments}, reread_reason = 'directory'
    where id = $1 and ${waiting}
      and directory_version <> coalesce((select version from directories where owner_id = $2), 0)
    returning id, batch_id`,
    [id, ownerId],
  )
}

/** Queues an owner's invoices that need review and were submitted with `auto`, so that a changed layout is applied. */
export function rereadAutomatic(tx: Db, ownerId: string): Promise<RequeuedJob[]> {
  return tx.query(
    `update jobs set ${assignments}, reread_reason = 'mapping'
    where owner_id = $1 and mapping = 'auto' and ${waiting} and ${needsReview} and ${hasSource}
    returning id, batch_id`,
    [ownerId],
  )
}

/** Queues all documents that need review and were read with an earlier version of a draft. */
export function rereadDraft(
  tx: Db,
  { name, version }: { name: string; version: number },
): Promise<RequeuedJob[]> {
  return tx.query(
    `update jobs set ${assignments}, reread_reason = 'mapping', mapping = $1::text || '@' || $2::integer
    where split_part(mapping, '@', 1) = $1 and split_part(mapping, '@', 2) <> ''
      and ${waiting} and ${needsReview} and ${hasSource}
    returning id, batch_id`,
    [name, version],
  )
}

/** Stores the version of the reader that is starting. Returns a row if it differs from the previous version. */
export function startReader(tx: Db, reader: string): Promise<{ reader: string }[]> {
  return tx.query(
    `insert into current_reader (reader) values ($1)
    on conflict (singleton) do update set reader = excluded.reader
      where current_reader.reader <> excluded.reader
    returning reader`,
    [reader],
  )
}

/** Queues all invoices that need review and were read by another version of the reader. */
export function rereadWithReader(tx: Db, reader: string): Promise<RequeuedJob[]> {
  return tx.query(
    `update jobs set ${assignments}, reread_reason = 'reader'
    where ${waiting} and ${needsReview} and ${hasSource} and reader is distinct from $1
    returning id, batch_id`,
    [reader],
  )
}

/** A user's request to read documents again, with the same mapping or another one. */
export interface RereadRequest {
  ids: string[]
  owner_id: string
  /** Null keeps the current mapping. Null params keep the current parameters. */
  mapping: string | null
  params: Params | null
  /** Whether to read approved documents again too. This revokes their approval. */
  include_approved: boolean
}

/** Queues complete documents whose PDF still exists. */
export function rereadJobs(tx: Db, request: RereadRequest): Promise<RequeuedJob[]> {
  const { ids, owner_id, mapping, params, include_approved } = request
  return tx.query(
    `update jobs set ${assignments}, reread_reason = 'person', mapping = coalesce($3, mapping),
      params = coalesce($4, params), approved_at = null, approved_by = null
    where id = any ($1) and owner_id = $2 and status = 'complete'
      and (approved_at is null or $5) and ${hasSource}
    returning id, batch_id`,
    [ids, owner_id, mapping, params, include_approved],
  )
}

/**
 * Queues complete heat sheets, to be fetched again from their URLs. Withdraws their approval, which was for the earlier
 * document.
 */
export function rereadFromSource(
  tx: Db,
  ids: readonly string[],
  ownerId: string,
): Promise<RequeuedJob[]> {
  return tx.query(
    `update jobs set ${assignments}, reread_reason = 'source', approved_at = null, approved_by = null
    where id = any ($1) and owner_id = $2 and status = 'complete' and source_url is not null
    returning id, batch_id`,
    [ids, ownerId],
  )
}

/** Queues failed and cancelled documents, with all attempts available again. */
export function requeueJobs(tx: Db, request: RereadRequest): Promise<RequeuedJob[]> {
  const { ids, owner_id, mapping, params } = request
  return tx.query(
    `update jobs set ${requeueAssignments},
      mapping = coalesce($3, mapping), params = coalesce($4, params)
    where id = any ($1) and owner_id = $2 and status in ('failed', 'cancelled')
      and (source_deleted_at is null or source_url is not null)
    returning id, batch_id`,
    [ids, owner_id, mapping, params],
  )
}
