import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { enqueueBatches } from '../../src/db/jobs/enqueue.sql.ts'
import { deleteJobs } from '../../src/db/jobs/delete-job.sql.ts'
import {
  type ClaimedJob,
  completeJob,
  completeAndClaim,
  releaseJob,
  retryJob,
} from '../../src/db/jobs/transitions.sql.ts'
import {
  claim,
  claimedOwners,
  readEvents,
  failure,
  newBatch,
  queueJobs,
  readStatus,
  resetQueue,
} from '../support/database/jobs.ts'
import { queueForFile } from '../support/database/queue.ts'

const db = await queueForFile()

describe('claim order', () => {
  it('P8: is by priority, then by age, within one owner', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(3), { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 5 }),
        async (priorities, limit) => {
          await resetQueue(db)
          const queued: { id: string; priority: number }[] = []
          for (const priority of priorities) queued.push(...(await queueJobs(db, 1, { priority })))
          const claimed: string[] = []
          while (claimed.length < queued.length) {
            const jobs = await claim(db, limit)
            expect(jobs.length).toBe(Math.min(limit, queued.length - claimed.length))
            const byPlace = queued.toSorted((a, b) => b.priority - a.priority)
            const expected = byPlace.slice(claimed.length, claimed.length + limit)
            expect(new Set(jobs.map((job) => job.id))).toEqual(
              new Set(expected.map((job) => job.id)),
            )
            claimed.push(...jobs.map((job) => job.id))
          }
        },
      ),
      { numRuns: 20, seed: 8 },
    )
  })

  it('raises the priority of waiting jobs by one point a minute', async () => {
    const [old] = await queueJobs(db, 1, { priority: 0 })
    await db.query(`update jobs set queued_at = now() - interval '9 minutes'`)
    const [premium] = await queueJobs(db, 1, { priority: 10 })
    expect((await claim(db)).map((job) => job.id)).toEqual([premium?.id])
    await queueJobs(db, 1, { priority: 10 })
    await db.query(`update jobs set queued_at = queued_at - interval '2 minutes' where id = $1`, [
      old?.id,
    ])
    expect((await claim(db)).map((job) => job.id)).toEqual([old?.id])
  })

  it("puts an owner's first job before another owner's thousand jobs", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 6 }),
        fc.boolean(),
        async (claimsBefore, isSettled) => {
          await resetQueue(db)
          await queueJobs(db, 1000, { owner_id: 'busy', max_running: 1000 })
          for (const limit of claimsBefore) {
            const jobs = await claim(db, limit)
            if (isSettled)
              for (const job of jobs)
                await completeJob(db, job, { result_key: `results/${job.id}/1` })
          }
          const [other] = await queueJobs(db, 1, { owner_id: 'other' })
          if (claimsBefore.length === 0) return
          expect((await claim(db)).map((job) => job.id)).toEqual([other?.id])
        },
      ),
      { numRuns: 10, seed: 4 },
    )
  })

  it('gives owners equal shares, however many jobs each has queued', async () => {
    await queueJobs(db, 60, { owner_id: 'a' })
    await queueJobs(db, 20, { owner_id: 'b' })
    await queueJobs(db, 20, { owner_id: 'c' })
    const shares = await claimedOwners(db, 30)
    for (const owner of ['a', 'b', 'c']) {
      expect(shares.filter((one) => one === owner)).toHaveLength(10)
    }
  })

  it('does not starve an owner when new owners keep arriving', async () => {
    await queueJobs(db, 30, { owner_id: 'patient' })
    const servedOwners: string[] = []
    for (let arrival = 0; arrival < 40; arrival++) {
      await queueJobs(db, 1, { owner_id: `new-${arrival}` })
      await queueJobs(db, 1, { owner_id: `newer-${arrival}` })
      servedOwners.push(...(await claimedOwners(db, 1)))
    }
    expect(servedOwners.filter((owner) => owner === 'patient').length).toBeGreaterThanOrEqual(3)
  })

  it('does not favour an owner who submits jobs one by one', async () => {
    await queueJobs(db, 30, { owner_id: 'steady' })
    const servedOwners: string[] = []
    for (let round = 0; round < 20; round++) {
      await queueJobs(db, 1, { owner_id: 'returning' })
      servedOwners.push(...(await claimedOwners(db, 1)))
    }
    expect(servedOwners.filter((owner) => owner === 'steady').length).toBeGreaterThanOrEqual(9)
  })

  it('keeps the position of a released or rescued job and delays a retry', async () => {
    const [first] = await queueJobs(db)
    await queueJobs(db)
    const [claimed] = await claim(db)
    if (!claimed || !first) throw new Error('No job was claimed')
    await releaseJob(db, claimed)
    const [secondClaim] = await claim(db)
    expect([secondClaim?.id, secondClaim?.epoch]).toEqual([first.id, 2])
    await retryJob(db, { id: first.id, epoch: 2 }, failure, { seconds: 3600 })
    expect((await claim(db)).map((job) => job.id)).not.toContain(first.id)
    expect(await claim(db)).toEqual([])
    await db.query('update jobs set run_at = now() where id = $1', [first.id])
    expect((await claim(db)).map((job) => [job.id, job.epoch])).toEqual([[first.id, 3]])
  })

  it('finds every job that is queued while claimers delete empty owner shares', async () => {
    const total = 200
    const claimed = new Set<string>()
    const add = async (owner_id: string) => {
      for (let n = 0; n < total / 4; n++) await queueJobs(db, 1, { owner_id })
    }
    const take = async () => {
      while (claimed.size < total) for (const job of await claim(db, 3)) claimed.add(job.id)
    }
    await Promise.all([...['a', 'b', 'a', 'c'].map(add), take(), take()])
    expect(await claim(db)).toEqual([])
  })
})

describe('caps', () => {
  it('P9: are never exceeded, per batch or globally, with eight concurrent claimers', async () => {
    await db.query(`update dependencies set max_running = 10 where name = 'llm'`)
    const batches = [1, 2, 3, 4, 5, 6].map(() =>
      newBatch(15, { dependency: 'llm', max_running: 3 }),
    )
    await enqueueBatches(db, batches)
    let left = 90
    const worker = async (name: string) => {
      while (left > 0) {
        for (const job of await claim(db, 3, name)) {
          await completeJob(db, job, { result_key: `results/${job.id}/1` })
          left -= 1
        }
      }
    }
    await Promise.all(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(worker))
    const [maxRunning] = await maxConcurrency()
    expect(maxRunning).toEqual({ over_all: expect.any(Number), per_batch: expect.any(Number) })
    expect(maxRunning?.over_all).toBeLessThanOrEqual(10)
    expect(maxRunning?.per_batch).toBeLessThanOrEqual(3)
  })

  it('let 3 of 10 jobs run in each of 2 batches, and no more', async () => {
    await enqueueBatches(db, [
      newBatch(10, { dependency: 'llm', max_running: 3 }),
      newBatch(10, { dependency: 'llm', max_running: 3 }),
    ])
    expect(await claim(db, 20)).toHaveLength(6)
    expect(await claim(db, 20)).toHaveLength(0)
    const counts = await db.query('select processing, queued from batches')
    expect(counts).toEqual([
      { processing: 3, queued: 7 },
      { processing: 3, queued: 7 },
    ])
  })

  it('do not block jobs without a dependency, or with another dependency', async () => {
    await db.query(`update dependencies set max_running = 1 where name = 'llm'`)
    await queueJobs(db, 5, { dependency: 'llm' })
    await queueJobs(db, 2, { dependency: 'gateway' })
    await queueJobs(db, 2)
    const dependencies = (await claim(db, 20)).map((job) => job.dependency)
    expect(dependencies.toSorted()).toEqual(['gateway', 'gateway', 'llm', 'none', 'none'])
    await db.query(`update dependencies set max_running = 10 where name = 'llm'`)
  })

  it('are database constraints that no statement can exceed', async () => {
    const [job] = await queueJobs(db, 4, { max_running: 3 })
    await claim(db, 4)
    const overfill = db.query(
      `update jobs set status = 'processing', blocked_by = null, leased_by = 'x', lease_expires_at = now()
      where batch_id = $1 and status = 'queued'`,
      [job?.batch_id],
    )
    await expect(overfill).rejects.toThrow('batch_cap')
  })

  it('admit the next job in a batch in the round trip that ends a job', async () => {
    const jobs = await queueJobs(db, 5, { max_running: 2 })
    const first = await claim(db, 5)
    expect(first.map((job) => job.id)).toEqual(jobs.slice(0, 2).map((job) => job.id))
    const done = first.slice(0, 1).map((job) => ({ ...job, result_key: `results/${job.id}/1` }))
    const moved = await completeAndClaim(db, { worker: 'w', leaseSeconds: 30, limit: 5 }, done)
    expect(moved.skipped).toEqual([])
    expect(moved.claimed.map((job) => job.id)).toEqual([jobs[2]?.id])
    expect(await readStatus(db, jobs[0]?.id ?? '')).toBe('complete')
  })

  it('also free a slot on failure, retry, cancellation and rescue', async () => {
    const jobs = await queueJobs(db, 3, { max_running: 1 })
    const [first] = await claim(db, 3)
    if (!first) throw new Error('No job was claimed')
    await retryJob(db, first, failure, { seconds: 3600 })
    const [second] = await claim(db, 3)
    expect(second?.id).toBe(jobs[1]?.id)
    await db.query(`update jobs set run_at = now() where id = $1`, [first.id])
    expect(await claim(db, 3)).toEqual([])
    await completeJob(db, second ?? first, { result_key: 'results/x/1' })
    expect((await claim(db, 3)).map((job) => [job.id, job.epoch])).toEqual([[first.id, 2]])
  })
})

describe('completing and claiming in one call', () => {
  it('does not complete a job whose lease was lost', async () => {
    const [job] = await queueJobs(db)
    const [stale] = await claim(db)
    if (!stale || !job) throw new Error('No job was claimed')
    await releaseJob(db, stale)
    await claim(db, 1, 'worker-b')
    const done = [{ ...stale, result_key: 'results/zombie/1' }]
    expect(await completeAndClaim(db, { worker: 'a', leaseSeconds: 30, limit: 1 }, done)).toEqual({
      claimed: [],
      skipped: [{ id: job.id, epoch: 1 }],
    })
    expect(await readStatus(db, job.id)).toBe('processing')
    expect(await readEvents(db, job.batch_id)).toHaveLength(4)
  })

  it('numbers the completion before the claim for which it freed a slot', async () => {
    // The second job is older, so it runs first.
    const [first, second] = await queueJobs(db, 2, { max_running: 1 })
    await db.query(`update jobs set queued_at = queued_at - interval '1 minute' where id = $1`, [
      second?.id,
    ])
    await db.query('update waiting_jobs set claimable = (job_id = $1)', [second?.id])
    const { claimed } = await completeAndFill(await claim(db))
    expect(claimed.map((job) => job.id)).toEqual([first?.id])
    const numbered = await readEvents(db, first?.batch_id ?? '')
    expect(numbered.slice(2)).toEqual(['3 claim', '4 complete', '5 claim'])
  })

  it('gives the slot of a completed job under the cap of its dependency to the next job', async () => {
    await db.query(`update dependencies set max_running = 1 where name = 'llm'`)
    const [first, second] = await queueJobs(db, 3, { dependency: 'llm' })
    const running = await claim(db, 3)
    expect(running.map((job) => job.id)).toEqual([first?.id])
    const { claimed } = await completeAndFill(running)
    expect(claimed.map((job) => job.id)).toEqual([second?.id])
    await db.query(`update dependencies set max_running = 10 where name = 'llm'`)
  })

  it('does not free a slot for a completion that came too late', async () => {
    await queueJobs(db, 2, { max_running: 1 })
    const [stale] = await claim(db)
    if (!stale) throw new Error('No job was claimed')
    await releaseJob(db, stale)
    await claim(db, 1, 'worker-b')
    expect((await completeAndFill([stale])).claimed).toEqual([])
  })

  it('claims a duplicate together with the completion of its original', async () => {
    const batch = newBatch(2)
    const [original, duplicate] = batch.jobs
    if (!original || !duplicate) throw new Error('No jobs')
    duplicate.sha256 = original.sha256
    await enqueueBatches(db, [batch])
    const running = await claim(db, 2)
    expect(running.map((job) => job.id)).toEqual([original.id])
    const { claimed } = await completeAndFill(running)
    expect(claimed.map((job) => job.id)).toEqual([duplicate.id])
  })

  it('writes outputs that are deleted with their job', async () => {
    const [job] = await queueJobs(db)
    const output = { format: 'json', key: 'k', content_type: 'application/json', bytes: 1 } as const
    const done = (await claim(db)).map((one) => ({ ...one, result_key: 'r', outputs: [output] }))
    await completeAndClaim(db, { worker: 'w', leaseSeconds: 30, limit: 0 }, done)
    const countOutputs = () => db.query('select count(*)::int as outputs from outputs')
    expect(await countOutputs()).toEqual([{ outputs: 1 }])
    await deleteJobs(db, [job?.id ?? ''])
    expect(await countOutputs()).toEqual([{ outputs: 0 }])
  })
})

/** Completes these jobs and claims as many as possible. */
function completeAndFill(jobs: ClaimedJob[]) {
  const done = jobs.map(({ id, epoch }) => ({ id, epoch, result_key: `results/${id}/${epoch}` }))
  return completeAndClaim(db, { worker: 'w', leaseSeconds: 30, limit: 5 }, done)
}

/** Returns the peak number of concurrent jobs, overall and per batch, from the times of the events. */
function maxConcurrency(): Promise<{ over_all: number; per_batch: number }[]> {
  return db.query(
    `with steps as (
      select batch_id, events.created_at, events.number, case type when 'claim' then 1 else -1 end as step
      from events where type in ('claim', 'complete')
    ), levels as (
      select sum(step) over (order by created_at, step) as over_all,
        sum(step) over (partition by batch_id order by number) as per_batch
      from steps
    )
    select max(over_all)::int as over_all, max(per_batch)::int as per_batch from levels`,
  )
}

describe('a claimed job', () => {
  it('shows whether its owner has a directory and learned layouts', async () => {
    const [owner, other] = ['session:a', 'session:b']
    await db.query(`insert into directories (owner_id, version) values ($1, 1)`, [owner])
    await db.query(
      `insert into learned_layouts (owner_id, name, version, title, yaml, is_edited, examples)
      values ($1, 'a', 1, 'a', '', false, '[]')`,
      [other],
    )
    await queueJobs(db, 1, { owner_id: owner })
    await queueJobs(db, 1, { owner_id: other })
    const { claimed } = await completeAndClaim(db, { worker: 'w', leaseSeconds: 60, limit: 2 })
    const facts = claimed.map(({ owner_id, has_directory, has_layouts }) => {
      return [owner_id, { has_directory, has_layouts }] as const
    })
    expect(Object.fromEntries(facts)).toEqual({
      [owner]: { has_directory: true, has_layouts: false },
      [other]: { has_directory: false, has_layouts: true },
    })
    await db.query('truncate directories, learned_layouts')
  })
})
