import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { findViolatedInvariants } from '../../chaos/invariants.ts'
import type { Db } from '../../src/db/db.ts'
import { enqueueBatches } from '../../src/db/jobs/enqueue.sql.ts'
import { type ClaimedJob, completeAndClaim, retryJob } from '../../src/db/jobs/transitions.sql.ts'
import { cloneDatabase } from '../support/database/database.ts'
import {
  claim,
  claimedOwners,
  failure,
  newBatch,
  queueJobs,
  resetQueue,
} from '../support/database/jobs.ts'

const { db, url, drop } = await cloneDatabase()
beforeEach(() => resetQueue(db))
afterAll(drop)

const owners = (count: number) => Array.from({ length: count }, (_, nth) => `owner-${nth}`)

/** Queues a batch for each of `count` owners. */
async function queueForOwners(count: number, jobs: number, change = {}): Promise<void> {
  for (const owner_id of owners(count)) await queueJobs(db, jobs, { owner_id, ...change })
}

/** Claims two jobs while an earlier claim of two jobs is not committed. Returns both claims, and whether the second waited. */
async function claimTwice(early: (tx: Db) => Promise<ClaimedJob[]> = (tx) => claim(tx, 2)) {
  let second: Promise<ClaimedJob[]> | undefined
  let hasWaited = false
  const first = await db.transaction(async (tx) => {
    const jobs = await early(tx)
    second = claim(db, 2, 'worker-b')
    hasWaited = await waitsForLock(second)
    return jobs
  })
  return { first, second: (await second) ?? [], hasWaited }
}

/** Resolves to false when the statement has returned, and to true while it waits for a lock. */
async function waitsForLock(statement: Promise<unknown>): Promise<boolean> {
  let hasReturned = false
  const markReturned = () => (hasReturned = true)
  void statement.then(markReturned, markReturned)
  while (!hasReturned) {
    const waiting = await db.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if (waiting.length > 0) return true
    await sleep(5)
  }
  return false
}

const createCompletions = (jobs: ClaimedJob[]) =>
  jobs.map(({ id, epoch }) => {
    const result_key = `results/${id}.${epoch}`
    const file = { format: 'txt', content_type: 'text/plain', bytes: 1 } as const
    return { id, epoch, result_key, outputs: [{ ...file, key: `${result_key}.txt` }] }
  })

/** Completes these jobs without claiming others. */
function complete(tx: Db, jobs: ClaimedJob[]): Promise<unknown> {
  const claim = { worker: 'worker-a', leaseSeconds: 30, limit: 0 }
  return completeAndClaim(tx, claim, createCompletions(jobs))
}

const ids = (jobs: ClaimedJob[]) => jobs.map(({ id }) => id)
const ownersOf = (jobs: ClaimedJob[]) => new Set(jobs.map(({ owner_id }) => owner_id))

describe('claims at the same time', () => {
  it('take jobs of different owners without waiting for each other', async () => {
    await queueForOwners(10, 3)
    const { first, second, hasWaited } = await claimTwice()
    expect(hasWaited).toBe(false)
    expect([first, second].map((jobs) => jobs.length)).toEqual([2, 2])
    expect(ownersOf([...first, ...second]).size).toBe(4)
  })

  it('wait if too few other owners have jobs', async () => {
    await queueForOwners(3, 3)
    const { first, second, hasWaited } = await claimTwice()
    expect(hasWaited).toBe(true)
    expect(new Set([...ids(first), ...ids(second)]).size).toBe(4)
  })

  it('wait if all jobs have a dependency, whose cap they share', async () => {
    await db.query(`update dependencies set max_running = 3 where name = 'llm'`)
    await queueForOwners(10, 3, { dependency: 'llm' })
    const { first, second, hasWaited } = await claimTwice()
    expect(hasWaited).toBe(true)
    expect([first, second].map((jobs) => jobs.length)).toEqual([2, 1])
  })

  it.each(['llm', 'ocr'])('wait if some jobs have the dependency %s', async (dependency) => {
    await db.query(
      `insert into dependencies (name, max_running) values ('ocr', 8) on conflict do nothing`,
    )
    await queueForOwners(10, 3)
    await queueJobs(db, 3, { dependency })
    const { first, second, hasWaited } = await claimTwice()
    expect(hasWaited).toBe(true)
    expect([first, second].map((jobs) => jobs.length)).toEqual([2, 2])
  })

  it('wait if priorities differ, so that none takes a job before a more urgent one', async () => {
    await queueForOwners(10, 3)
    const urgent = await queueJobs(db, 3, { owner_id: 'premium', priority: 10 })
    const { first, second, hasWaited } = await claimTwice()
    expect(hasWaited).toBe(true)
    expect([...ids(first), ...ids(second)]).toEqual(
      expect.arrayContaining(urgent.map(({ id }) => id)),
    )
  })

  it('wait if a delayed job is due, because releasing it locks its batch', async () => {
    await queueForOwners(10, 3)
    const [delayed] = await queueJobs(db, 1, { owner_id: 'owner-0' })
    await db.query(`update jobs set queued_at = now() - interval '1 hour' where id = $1`, [
      delayed?.id,
    ])
    const [lease] = await claim(db, 1)
    await retryJob(db, lease ?? { id: '', epoch: 0 }, failure, { seconds: 0 })
    expect((await claimTwice()).hasWaited).toBe(true)
  })

  it('wait for a claim that takes a job of the same owner as a completion', async () => {
    await queueForOwners(10, 3)
    const [running] = await claim(db, 1)
    if (!running) throw new Error('No job was claimed')
    const done = [{ id: running.id, epoch: running.epoch, result_key: 'r' }]
    let completion: Promise<unknown> | undefined
    const hasWaited = await db.transaction(async (tx) => {
      const [next] = await claim(tx, 1)
      await tx.query('select pg_advisory_xact_lock(702117005, hashtext($1))', [running.owner_id])
      expect(next?.owner_id).not.toBe(running.owner_id)
      completion = completeAndClaim(db, { worker: 'b', leaseSeconds: 30, limit: 1 }, done)
      return waitsForLock(completion)
    })
    expect(hasWaited).toBe(true)
    expect(await completion).toMatchObject({ skipped: [] })
  })

  it('of all owners run beside completions of the same batch, and keep its cap', async () => {
    await queueJobs(db, 7, { max_running: 4 })
    const running = await claim(db, 3)
    let next: Promise<ClaimedJob[]> | undefined
    const hasWaited = await db.transaction(async (tx) => {
      await complete(tx, running)
      next = claim(db, 4, 'worker-b')
      // The claim finds the job that the cap has left room for, and waits only for its batch.
      return waitsForLock(next)
    })
    expect(hasWaited).toBe(true)
    expect(await next).toHaveLength(1)
    expect(await claim(db, 4)).toHaveLength(3)
    expect(await findViolatedInvariants(url)).toEqual([])
  })

  it('of other batches of the same owner do not wait for completions, or the other way round', async () => {
    await queueJobs(db, 2)
    const running = await claim(db, 2)
    await queueJobs(db, 4)
    const next = await db.transaction(async (tx) => {
      await complete(tx, running.slice(0, 1))
      return claim(db, 2, 'worker-b')
    })
    expect(next).toHaveLength(2)
    await db.transaction(async (tx) => {
      expect(await claim(tx, 2)).toHaveLength(2)
      await complete(db, running.slice(1))
    })
    expect(await findViolatedInvariants(url)).toEqual([])
  })

  it('wait for completions that unblock duplicates, because these are in other batches', async () => {
    const sha256 = 'a'.repeat(64)
    await queueJobs(db, 1, { sha256 })
    const running = await claim(db, 1)
    await queueJobs(db, 1, { sha256 })
    await queueJobs(db, 2)
    let next: Promise<ClaimedJob[]> | undefined
    const hasWaited = await db.transaction(async (tx) => {
      await complete(tx, running)
      next = claim(db, 3, 'worker-b')
      return waitsForLock(next)
    })
    expect(hasWaited).toBe(true)
    expect(await next).toHaveLength(3)
  })

  it('advance the queue clock, so that new owners do not overtake the others', async () => {
    await queueForOwners(12, 60)
    await db.transaction(async (tx) => {
      // Holds the lock that another claim holds until it commits.
      await tx.query('select from queue_clock for update')
      for (let n = 0; n < 60; n++) await claim(db, 2)
    })
    await claim(db, 2)
    await queueJobs(db, 60, { owner_id: 'newcomer' })
    const served = await claimedOwners(db, 26)
    expect(served.filter((owner) => owner === 'newcomer').length).toBeLessThanOrEqual(3)
  })

  it.each([
    { ownerCount: 24, isSplit: false },
    { ownerCount: 2, isSplit: true },
  ])('complete each job once, within the caps and with gap-free events: %o', async (kind) => {
    const { ownerCount, isSplit } = kind
    const batches = Array.from({ length: 48 }, (_, nth) =>
      newBatch(5, { owner_id: `owner-${nth % ownerCount}`, max_running: 2 }),
    )
    for (const batch of batches.slice(0, 20))
      batch.jobs.push(
        ...newBatch(1).jobs.map((job) => ({ ...job, sha256: batch.jobs[0]?.sha256 ?? '' })),
      )
    await enqueueBatches(db, batches)
    const total = 24 * 2 * 5 + 20
    let completed = 0
    const work = async (worker: string) => {
      let done: Parameters<typeof completeAndClaim>[2] = []
      while (completed < total) {
        const claim = { worker, leaseSeconds: 60, limit: 3 }
        const roundTrips = await Promise.all([
          completeAndClaim(db, claim, isSplit ? [] : done),
          ...(isSplit ? [completeAndClaim(db, { ...claim, limit: 0 }, done)] : []),
        ])
        expect(roundTrips.flatMap(({ skipped }) => skipped)).toEqual([])
        completed += done.length
        const claimed = roundTrips.flatMap((roundTrip) => roundTrip.claimed)
        done = createCompletions(claimed)
      }
    }
    await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map(work))
    expect(completed).toBe(total)
    expect(await findViolatedInvariants(url)).toEqual([])
  })
})
