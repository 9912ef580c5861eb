import type { Blobs } from '../blobs/blobs.ts'
import type { EnqueuedJob, NewBatch } from '../db/jobs/enqueue.sql.ts'
import type { Db } from '../db/db.ts'
import { listBatchJobs } from '../db/jobs/owned-jobs.sql.ts'
import type { Log } from '../domain/ports/log.ts'
import type { Enqueue } from '../queue/group-enqueues.ts'
import type { ByteQuotas } from './byte-quotas.ts'
import type { AcceptedItem } from './validate-item.ts'
import { deleteBlobs, deleteUnlessCommitted, storeFiles } from '../blobs/store-files.ts'

export interface QueueDeps {
  blobs: Blobs
  byteQuotas: ByteQuotas
  enqueue: Enqueue
}

/**
 * Stores the files, then enqueues the batch, so that files are durable before the rows that reference them are
 * committed. Returns the job that represents each requested ID's document.
 */
export async function queueBatch(
  { blobs, byteQuotas, enqueue }: QueueDeps,
  batch: Omit<NewBatch, 'jobs'>,
  documents: AcceptedItem[],
  priority: number,
): Promise<Map<string, EnqueuedJob>> {
  const files = documents.flatMap((one) =>
    'staged' in one ? [{ id: one.id, key: one.source.upload_key, staged: one.staged }] : [],
  )
  const bytes = files.reduce((sum, { staged }) => sum + staged.bytes, 0)
  await byteQuotas.take(batch, bytes)
  await storeFiles(
    blobs,
    files.map(({ key, staged: { file, isSynced } }) => ({ key, file, isSynced })),
  )
  const jobs = documents.map(({ id, original_filename, source }) => {
    return { id, original_filename, ...source, priority, dependency: 'none' }
  })
  const queued = await enqueue({ ...batch, jobs }).catch((error: unknown) => {
    const keys = files.map(({ key }) => key)
    return deleteUnlessCommitted(blobs, keys, error)
  })
  const enqueued = new Map(queued.map((one) => [one.requested_id, one]))
  // A duplicate is represented by an existing job, so its file is not needed.
  const unused = files.filter(({ id }) => enqueued.get(id)?.job_id !== id)
  await deleteBlobs(
    blobs,
    unused.map(({ key }) => key),
  )
  return enqueued
}

/** Logs one line per new job. Existing jobs were logged when they were queued. */
export function logQueued(log: Log, batch_id: string, queued: Iterable<EnqueuedJob>): void {
  for (const { requested_id, job_id, is_done } of queued) {
    if (job_id !== requested_id) continue
    const change = is_done ? { event: 'reuse', to: 'complete' } : { event: 'queue', to: 'queued' }
    log.info({ job_id, batch_id, ...change, from: null }, 'job queued')
  }
}

/**
 * Returns the jobs of a batch that a crashed request already enqueued, by requested ID, or undefined if there is no
 * such batch.
 */
export async function findQueuedBatch(
  db: Db,
  { id, owner_id }: Pick<NewBatch, 'id' | 'owner_id'>,
  documents: AcceptedItem[],
): Promise<Map<string, EnqueuedJob> | undefined> {
  const jobs = await listBatchJobs(db, id, owner_id)
  if (jobs.length === 0) return undefined
  return new Map(
    documents.map(({ id: requested_id }, index) => {
      const { id: job_id = '', deduped_from = null, status } = jobs[index] ?? {}
      const is_done = status === 'complete'
      return [requested_id, { requested_id, job_id, original_id: deduped_from, is_done }]
    }),
  )
}
