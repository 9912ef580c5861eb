import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cancelJob,
  completeJob,
  expireJob,
  failJob,
  releaseJob,
  requeueJob,
  retryJob,
} from '../../src/db/jobs/transitions.sql.ts'
import { reportProgress } from '../../src/db/jobs/progress.sql.ts'
import { databaseForFile } from '../support/database/database.ts'
import { claim, failure, owner, queueJobs } from '../support/database/jobs.ts'

const db = await databaseForFile()

/** Events that may happen to a job, whether or not its state allows them. */
const jobEvents: ((job: { id: string; epoch: number }) => Promise<unknown>)[] = [
  () => claim(db, 2),
  () => claim(db, 5),
  (job) => completeJob(db, job, { result_key: 'results/x/1' }),
  (job) => failJob(db, job, failure),
  (job) => retryJob(db, job, failure, { seconds: 0 }),
  (job) => releaseJob(db, job),
  (job) => cancelJob(db, job.id, owner),
  (job) => requeueJob(db, job.id, owner),
  (job) => expireJob(db, job.id),
  (job) => reportProgress(db, job, { stage: 'saving', progress: 90 }),
]

const countersAndTruth = `
  select batches.id, total, queued, processing, complete, failed, cancelled, last_event_id, batches.status,
    array(select number from events where batch_id = batches.id order by number) as numbers,
    (select jsonb_object_agg(status, n) from (
      select case status when 'expired' then 'complete' else status end as status, count(*) as n
      from jobs where batch_id = batches.id group by 1) as tally) as truth,
    completed_at is not null as has_ended
  from batches`

interface Row {
  total: number
  queued: number
  processing: number
  complete: number
  failed: number
  cancelled: number
  last_event_id: number
  status: string
  numbers: number[]
  truth: Partial<Record<'queued' | 'processing' | 'complete' | 'failed' | 'cancelled', number>>
  has_ended: boolean
}

function statusFor({ truth, total }: Row): string {
  const { queued = 0, processing = 0, complete = 0, failed = 0 } = truth
  if (queued === total) return 'pending'
  if (queued + processing > 0) return 'processing'
  if (complete === total) return 'complete'
  if (complete > 0) return 'partial'
  return failed > 0 ? 'failed' : 'cancelled'
}

const none = { queued: 0, processing: 0, complete: 0, failed: 0, cancelled: 0 }

async function expectConsistent(): Promise<void> {
  for (const row of await db.query<Row>(countersAndTruth)) {
    const { queued, processing, complete, failed, cancelled } = row
    expect({ queued, processing, complete, failed, cancelled }).toEqual({
      ...none,
      ...row.truth,
    })
    expect(row.status).toBe(statusFor(row))
    expect(row.has_ended).toBe(queued + processing === 0)
    const gapFree = Array.from({ length: row.last_event_id }, (_, index) => index + 1)
    expect(row.numbers).toEqual(gapFree)
  }
}

describe('a batch', () => {
  it("always counts its jobs' states, and numbers their events without gaps", async () => {
    const step = fc.record({
      job: fc.nat(5),
      epoch: fc.integer({ min: 0, max: 3 }),
      what: fc.nat(jobEvents.length - 1),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        await db.query('truncate batches, events, owner_shares cascade')
        const jobs = [
          ...(await queueJobs(db, 3)),
          ...(await queueJobs(db, 2)),
          ...(await queueJobs(db)),
        ]
        for (const { job, epoch, what } of steps) {
          await jobEvents[what]?.({ id: jobs[job]?.id ?? '', epoch })
          await expectConsistent()
        }
      }),
      { numRuns: 30, seed: 7 },
    )
  })

  it('stays consistent under concurrent statements that affect the same batches', async () => {
    await db.query('truncate batches, events, owner_shares cascade')
    await Promise.all(Array.from({ length: 6 }, () => queueJobs(db, 10)))
    const worker = async (name: string) => {
      for (;;) {
        const jobs = await claim(db, 7, name)
        if (jobs.length === 0) return
        await Promise.all(
          jobs.map((job) => completeJob(db, job, { result_key: `results/${job.id}/${job.epoch}` })),
        )
      }
    }
    await Promise.all(['a', 'b', 'c', 'd'].map(worker))
    await expectConsistent()
    const [row] = await db.query<{ done: number }>(
      `select count(*)::int as done from jobs where status = 'complete' and epoch = 1`,
    )
    expect(row?.done).toBe(60)
  })
})
