import type { JobStatus } from '../../domain/job/job-state.ts'
import type { PageRange } from '../../domain/values/page-range.ts'
import type { Params } from '../../domain/mapping/mapping.ts'
import type { Db } from '../db.ts'
import { clientReference } from './owned-jobs.sql.ts'

/** A document to split, with all the data that its parts inherit. */
export interface SplitSource {
  original_filename: string
  status: JobStatus
  mapping: string
  params: Params
  priority: number
  client_reference: string | null
  callback_url: string | null
  callback_id: string | null
  /** Null if the file was deleted, or never downloaded. */
  upload_key: string | null
  split_into: string | null
}

export function findSplitSource(db: Db, id: string, ownerId: string): Promise<SplitSource[]> {
  return db.query(
    `select original_filename, status, mapping, params, priority, ${clientReference} as client_reference,
      (select callback_url from batches where batches.id = jobs.batch_id) as callback_url,
      (select callback_id from batches where batches.id = jobs.batch_id) as callback_id,
      case when source_deleted_at is null then upload_key end as upload_key, split_into
    from jobs where id = $1 and owner_id = $2`,
    [id, ownerId],
  )
}

/** Lists the page ranges of a split document's parts, in order, except deleted parts. */
export function listSplitPages(db: Db, batchId: string): Promise<{ split_pages: PageRange }[]> {
  return db.query(
    'select to_json(split_pages) as split_pages from jobs where batch_id = $1 and split_pages is not null order by sequence',
    [batchId],
  )
}

/** Marks a document as split. Returns no row if it is already split, is being read, or no longer exists. */
export function markSplit(tx: Db, id: string, batchId: string): Promise<{ id: string }[]> {
  return tx.query(
    `update jobs set split_into = $2, approved_at = null, approved_by = null, updated_at = clock_timestamp()
    where id = $1 and split_into is null and status not in ('queued', 'processing')
    returning id`,
    [id, batchId],
  )
}
