import type { Blobs } from '../blobs/blobs.ts'
import type { Enqueued, NewBatch } from '../db/jobs/enqueue.sql.ts'
import type { Db } from '../db/db.ts'
import { jobsOfBatch } from '../db/jobs/owned-jobs.sql.ts'
import type { Log } from '../domain/ports/log.ts'
import type { Enqueue } from '../queue/enqueue.ts'
import type { Accepted } from './validate-item.ts'
import { deleteAll, forgetBytes, storeBytes } from '../blobs/store-bytes.ts'

export interface Queueing {
  blobs: Blobs
  enqueue: Enqueue
}

/**
 * Stores the files of documents, then queues them as one batch: the bytes are durable before the rows that
 * name them commit. Returns the job that stands for each.
 */
export async function queueBatch(
  { blobs, enqueue }: Queueing,
  batch: Omit<NewBatch, 'jobs'>,
  documents: Accepted[],
  priority: number,
): Promise<Map<string, Enqueued>> {
  const files = documents.flatMap((one) =>
    'staged' in one ? [{ id: one.id, key: one.source.upload_key, staged: one.staged }] : [],
  )
  await storeBytes(
    blobs,
    files.map(({ key, staged: { file, isSynced } }) => ({ key, file, isSynced })),
  )
  const jobs = documents.map(({ id, original_filename, source }) => {
    return { id, original_filename, ...source, priority, dependency: 'none' }
  })
  const queued = await enqueue({ ...batch, jobs }).catch((error: unknown) => {
    const keys = files.map(({ key }) => key)
    return forgetBytes(blobs, keys, error)
  })
  const fates = new Map(queued.map((one) => [one.requested_id, one]))
  // Where another job stands for one, its bytes are not needed.
  const superfluous = files.filter(({ id }) => fates.get(id)?.job_id !== id)
  await deleteAll(
    blobs,
    superfluous.map(({ key }) => key),
  )
  return fates
}

/** One line for each job that there is now: what stands for another document has had its own. */
export function logQueued(log: Log, batch_id: string, queued: Iterable<Enqueued>): void {
  for (const { requested_id, job_id, is_done } of queued) {
    if (job_id !== requested_id) continue
    const change = is_done ? { event: 'reuse', to: 'complete' } : { event: 'queue', to: 'queued' }
    log.info({ job_id, batch_id, ...change, from: null }, 'job queued')
  }
}

/** The same for a batch that someone has queued and then stopped; undefined where nobody has. */
export async function queuedBefore(
  db: Db,
  { id, owner_id }: Pick<NewBatch, 'id' | 'owner_id'>,
  documents: Accepted[],
): Promise<Map<string, Enqueued> | undefined> {
  const jobs = await jobsOfBatch(db, id, owner_id)
  if (jobs.length === 0) return undefined
  return new Map(
    documents.map(({ id: requested_id }, nth) => {
      const { id: job_id = '', deduped_from = null, status } = jobs[nth] ?? {}
      const is_done = status === 'complete'
      return [requested_id, { requested_id, job_id, original_id: deduped_from, is_done }]
    }),
  )
}
