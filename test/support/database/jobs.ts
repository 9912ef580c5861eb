import { randomBytes } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import {
  type EnqueuedJob,
  enqueueBatches,
  type FileJob,
  type NewBatch,
} from '../../../src/db/jobs/enqueue.sql.ts'
import type { Db } from '../../../src/db/db.ts'
import {
  cancelJob,
  type ClaimedJob,
  completeJob,
  expireJob,
  failJob,
  type Lease,
  completeAndClaim,
} from '../../../src/db/jobs/transitions.sql.ts'
import { lockLostJobs, rescueJobs } from '../../../src/db/queue/rescue.sql.ts'
import type { JobStatus } from '../../../src/domain/job/job-state.ts'
import { createDetail } from '../../../src/domain/i18n/problem-detail.ts'

export const owner = 'session:test'
/** A job failure and its English message. */
export const failure = {
  code: 'BROKEN_PDF',
  detail: createDetail('page_damaged', { page: 2 }),
} as const
export const failureText = 'Page 2 of this PDF is damaged. Export or download the file again.'

export interface TestJob extends FileJob {
  batch_id: string
}

/** A batch of `count` different documents without bytes. */
export function newBatch(
  count: number,
  change: Partial<FileJob> & Partial<Omit<NewBatch, 'jobs'>> = {},
): Omit<NewBatch, 'jobs'> & { jobs: FileJob[] } {
  const {
    owner_id = owner,
    mapping = 'document_text_v1',
    max_running = 100,
    is_single = false,
    ...rest
  } = change
  const jobs = Array.from({ length: count }, () => {
    const id = uuidv7()
    return {
      id,
      original_filename: 'invoice.pdf',
      bytes: 1000,
      sha256: randomBytes(32).toString('hex'),
      upload_key: `sources/${id}.pdf`,
      priority: 0,
      dependency: 'none',
      ...rest,
    }
  })
  const facts = { owner_id, mapping, max_running, is_single, client_ip: null, user_agent: null }
  return { id: uuidv7(), params: {}, ...facts, jobs }
}

/** Queues `count` jobs as one batch. */
export async function queueJobs(
  db: Db,
  count = 1,
  change: Parameters<typeof newBatch>[1] = {},
): Promise<TestJob[]> {
  const batch = newBatch(count, change)
  await enqueueBatches(db, [batch])
  return batch.jobs.map((job) => ({ ...job, batch_id: batch.id }))
}

/** Queues a batch with a job for each URL. Returns the results. */
export function queueUrls(db: Db, ...urls: string[]): Promise<EnqueuedJob[]> {
  const jobs = urls.map((source_url) => ({
    id: uuidv7(),
    original_filename: 'invoice.pdf',
    source_url,
    priority: 0,
    dependency: 'none',
  }))
  return enqueueBatches(db, [{ ...newBatch(0), jobs }])
}

export async function claim(
  db: Db,
  limit = 1,
  worker = 'worker-a',
  leaseSeconds = 30,
): Promise<ClaimedJob[]> {
  return (await completeAndClaim(db, { worker, leaseSeconds, limit })).claimed
}

/** Claims the only waiting job and fails its first attempt permanently. */
export async function claimAndFail(db: Db, id: string): Promise<void> {
  await claim(db)
  await failJob(db, { id, epoch: 1 }, failure)
}

/** Removes all jobs and their owners' queue shares. */
export async function resetQueue(db: Db): Promise<void> {
  await db.query('truncate batches, events, owner_shares cascade')
  await db.query('update queue_clock set virtual_time = 0')
}

/** Claims several times and returns the owners of the claimed jobs in order. */
export async function claimedOwners(db: Db, claims: number, limit = 1): Promise<string[]> {
  const owners: string[] = []
  for (const _ of Array(claims)) {
    owners.push(...(await claim(db, limit)).map((job) => job.owner_id))
  }
  return owners
}

/** Requeues jobs whose lease has expired. */
export async function rescueExpired(db: Db, delay_seconds = 0): Promise<Lease[]> {
  const lost = await lockLostJobs(db)
  return rescueJobs(
    db,
    lost.map((job) => ({ ...job, delay_seconds })),
    failure,
  )
}

/** Creates a job in the given status through the regular transitions. Returns its last lease. */
export async function createJobInStatus(db: Db, status: JobStatus): Promise<Lease & TestJob> {
  const [job] = await queueJobs(db)
  if (!job) throw new Error('No job was queued')
  if (status === 'queued') return { ...job, epoch: 0 }
  if (status === 'cancelled') {
    await cancelJob(db, job.id, owner)
    return { ...job, epoch: 0 }
  }
  const lease = { id: job.id, epoch: 1 }
  await claim(db)
  if (status === 'failed') await failJob(db, lease, failure)
  if (status === 'complete' || status === 'expired')
    await completeJob(db, lease, { result_key: 'results/x/1' })
  if (status === 'expired') await expireJob(db, job.id)
  return { ...job, ...lease }
}

export async function readStatus(db: Db, id: string): Promise<JobStatus | undefined> {
  const rows = await db.query<{ status: JobStatus }>('select status from jobs where id = $1', [id])
  return rows[0]?.status
}

/** A batch's events, in order, as `number type`. */
export async function readEvents(db: Db, batchId: string): Promise<string[]> {
  const rows = await db.query<{ number: number; type: string }>(
    'select number, type from events where batch_id = $1 order by number',
    [batchId],
  )
  return rows.map((row) => `${row.number} ${row.type}`)
}
