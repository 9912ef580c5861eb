import type { Batch } from '../../domain/job/batch.ts'
import type { Db } from '../db.ts'
import { fromSameInvoice, needsReview } from './owned-jobs.sql.ts'

export type UploadedBatch = Pick<
  Batch,
  'id' | 'total' | 'queued' | 'processing' | 'complete' | 'failed' | 'cancelled' | 'created_at'
> & { needs_review: number; same_invoice: number }

/** Lists an upload's batches, oldest first. */
export function listUploadBatches(db: Db, id: string, ownerId: string): Promise<UploadedBatch[]> {
  return db.query(
    `select id, total, queued, processing, complete, failed, cancelled, created_at,
      (select count(*)::int from jobs where batch_id = batches.id and ${needsReview}) as needs_review,
      (select count(*)::int from jobs where batch_id = batches.id and exists (select ${fromSameInvoice})) as same_invoice
    from batches where upload_id = $1 and owner_id = $2
    order by id`,
    [id, ownerId],
  )
}
