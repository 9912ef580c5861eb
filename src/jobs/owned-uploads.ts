import type { Database, Db } from '../db/db.ts'
import { lockQueue } from '../db/jobs/lock-and-notify.sql.ts'
import { cancelBatchJobs } from '../db/jobs/owned-batches.sql.ts'
import { listUploadBatches, type UploadedBatch } from '../db/jobs/uploads.sql.ts'
import type { UploadSummary } from '../domain/job/batch.ts'
import { AppError } from '../domain/errors/app-error.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'
import type { Log } from '../domain/ports/log.ts'
import type { StatusWriter } from './job-status.ts'
import { logChange } from './owned-jobs.ts'

type Counter = Exclude<keyof UploadedBatch, 'id' | 'created_at'>

/** Loads an owner's upload. Clients choose upload IDs, so an ID that only another owner uses counts as not found. */
export async function loadOwnedUpload(db: Db, ownerId: string, id: string): Promise<UploadSummary> {
  const batches = await listUploadBatches(db, id, ownerId)
  const [first] = batches
  if (!first) throw new AppError('NOT_FOUND', createDetail('upload_not_found', {}))
  const sum = (counter: Counter) => batches.reduce((total, batch) => total + batch[counter], 0)
  return {
    id,
    batch_ids: batches.map((batch) => batch.id),
    total: sum('total'),
    queued: sum('queued'),
    processing: sum('processing'),
    complete: sum('complete'),
    failed: sum('failed'),
    cancelled: sum('cancelled'),
    needs_review: sum('needs_review'),
    same_invoice: sum('same_invoice'),
    created_at: first.created_at,
  }
}

/** Cancels all unfinished jobs of the upload in one transaction. */
export async function cancelOwnedUpload(
  { db, log, statuses }: { db: Database; log: Log; statuses: StatusWriter },
  ownerId: string,
  id: string,
): Promise<UploadSummary> {
  const { batch_ids } = await loadOwnedUpload(db, ownerId, id)
  const cancelled = await db.transaction(async (tx) => {
    await lockQueue(tx)
    return cancelBatchJobs(tx, batch_ids, ownerId)
  })
  if (cancelled.length === 0)
    throw new AppError('NOT_CANCELLABLE', createDetail('upload_ended', {}))
  for (const job of cancelled) {
    logChange(log, job, 'cancel')
    statuses.changed(job.id)
  }
  return loadOwnedUpload(db, ownerId, id)
}
