import { describe, expect, it } from 'vitest'
import type { Db } from '../../src/db/db.ts'
import {
  cancelJob,
  completeJob,
  expireJob,
  failJob,
  type Lease,
  releaseJob,
  requeueJob,
  retryJob,
} from '../../src/db/jobs/transitions.sql.ts'
import { rereadJobs } from '../../src/db/jobs/rereads.sql.ts'
import { timeOutJobs } from '../../src/db/queue/overdue.sql.ts'
import {
  activeStatuses,
  JobStatus,
  getNextStatus,
  Transition,
} from '../../src/domain/job/job-state.ts'
import { databaseForFile } from '../support/database/database.ts'
import {
  claim,
  readEvents,
  failure,
  createJobInStatus,
  owner,
  readStatus,
  rescueExpired,
} from '../support/database/jobs.ts'

/** Each event of the state table, with the statement that fires it. */
const fireEvent: Record<Transition, (db: Db, lease: Lease) => Promise<Lease[]>> = {
  claim: (db) => claim(db),
  complete: (db, lease) => completeJob(db, lease, { result_key: 'results/x/1' }),
  fail: (db, lease) => failJob(db, lease, failure),
  retry: (db, lease) => retryJob(db, lease, failure, { seconds: 5 }),
  release: (db, lease) => releaseJob(db, lease),
  rescue: async (db) => {
    await db.query(`update jobs set lease_expires_at = now() - interval '1 s'
      where status = 'processing'`)
    return rescueExpired(db)
  },
  time_out: async (db) => {
    await db.query(`update dependencies set opened_at = now(), probe_at = now() + interval '1 day'
      where name = 'llm'`)
    await db.query(`update jobs set dependency = 'llm'`)
    await db.query(`update batches set processing_timeout_at = now() - interval '1 s'`)
    return timeOutJobs(db, failure) as Promise<unknown[]> as Promise<Lease[]>
  },
  cancel: (db, lease) => cancelJob(db, lease.id, owner),
  requeue: (db, lease) => requeueJob(db, lease.id, owner),
  reread: (db, { id }) =>
    rereadJobs(db, rereadRequest(id)) as Promise<unknown[]> as Promise<Lease[]>,
  restore: async (db, lease) => {
    await db.query(`update jobs set reread_reason = 'person', result_key = 'results/x/1'
      where status in ('queued', 'processing')`)
    return cancelJob(db, lease.id, owner)
  },
  expire: (db, lease) => expireJob(db, lease.id),
}

const rereadRequest = (id: string) => ({
  ids: [id],
  owner_id: owner,
  mapping: null,
  params: null,
  include_approved: false,
})

/** Events that a worker fires with its lease. They must fail once the epoch has changed. */
const fenced = ['complete', 'fail', 'retry', 'release'] as const

const db = await databaseForFile()

describe.each(JobStatus.options)('a job that is %s', (status) => {
  it.each(Transition.options)('handles %s as the state table specifies', async (event) => {
    const job = await createJobInStatus(db, status)
    const before = await readEvents(db, job.batch_id)
    const moved = await fireEvent[event](db, job)
    const expected = getNextStatus(status, event)
    expect(moved).toHaveLength(expected ? 1 : 0)
    expect(await readStatus(db, job.id)).toBe(expected ?? status)
    const after = await readEvents(db, job.batch_id)
    const isEnd = activeStatuses.includes(status) && !activeStatuses.includes(expected ?? status)
    const added = [...(expected ? [event] : []), ...(isEnd ? ['finish'] : [])]
    expect(after).toEqual([
      ...before,
      ...added.map((type, index) => `${before.length + 1 + index} ${type}`),
    ])
  })
})

describe('fencing', () => {
  it.each(fenced)('prevents %s from an older epoch', async (event) => {
    const job = await createJobInStatus(db, 'processing')
    await releaseJob(db, job)
    const [second] = await claim(db, 1, 'worker-b')
    expect(second?.epoch).toBe(2)
    const before = await readEvents(db, job.batch_id)
    expect(await fireEvent[event](db, job)).toEqual([])
    expect(await readStatus(db, job.id)).toBe('processing')
    expect(await readEvents(db, job.batch_id)).toEqual(before)
  })

  it('keeps a lease until it expires', async () => {
    const job = await createJobInStatus(db, 'processing')
    expect(await rescueExpired(db)).toEqual([])
    expect(await readStatus(db, job.id)).toBe('processing')
  })

  it("prevents cancelling and requeueing another owner's job", async () => {
    const queued = await createJobInStatus(db, 'queued')
    const failed = await createJobInStatus(db, 'failed')
    expect(await cancelJob(db, queued.id, 'session:other')).toEqual([])
    expect(await requeueJob(db, failed.id, 'session:other')).toEqual([])
  })
})
