import { describe, expect, it } from 'vitest'
import { enqueueBatches } from '../../src/db/jobs/enqueue.sql.ts'
import type { Lease } from '../../src/db/jobs/transitions.sql.ts'
import { claim, newBatch, queueJobs, resetQueue } from '../support/database/jobs.ts'
import { queueForFile } from '../support/database/queue.ts'

const db = await queueForFile()

// Runs first, while the tables have no statistics, as in a new installation.
describe('cost of completing and claiming', () => {
  it('does not grow with tables that were empty when it was planned', async () => {
    await queueJobs(db, 10, { max_running: 10 })
    const moveOne = async () => countPages(1, await claim(db, 1))
    await moveOne()
    const pagesBefore = await moveOne()
    await enqueueBatches(
      db,
      Array.from({ length: 100 }, () => newBatch(50)),
    )
    // An automatic ANALYZE may make the first call plan again.
    expect(Math.min(await moveOne(), await moveOne())).toBeLessThan(2 * pagesBefore + 100)
  })
})

describe('claim cost', () => {
  it('does not depend on the number of ended or waiting jobs', async () => {
    await queueJobs(db, 10)
    const pagesBefore = await claimPages()
    await enqueueBatches(
      db,
      Array.from({ length: 100 }, () => newBatch(50, { owner_id: 'many' })),
    )
    await db.query(`update jobs set status = 'complete', stage = 'done', progress = 100, result_key = 'r',
      completed_at = now(), epoch = 1 where owner_id = 'many'`)
    await enqueueBatches(
      db,
      Array.from({ length: 100 }, () => newBatch(50, { max_running: 3 })),
    )
    const many = await claimPages()
    expect(many).toBeLessThan(2 * pagesBefore + 100)
  })

  it('does not depend on the size of a batch', async () => {
    const small = Array.from({ length: 20 }, () => newBatch(10, { max_running: 10 }))
    await enqueueBatches(db, small)
    const smallBatchPages = await claimPages(100)
    await resetQueue(db)
    await enqueueBatches(db, [newBatch(5000, { max_running: 5000 })])
    await claim(db, 4000)
    const largeBatchPages = await claimPages(100)
    expect(largeBatchPages).toBeLessThan(2 * smallBatchPages)
  })
})

describe('completion cost', () => {
  it('does not depend on the number of waiting jobs in its batch', async () => {
    await enqueueBatches(db, [newBatch(10, { max_running: 1 })])
    const pagesBefore = await completionPages()
    await resetQueue(db)
    await enqueueBatches(
      db,
      Array.from({ length: 200 }, () => newBatch(50, { max_running: 3, owner_id: 'many' })),
    )
    await enqueueBatches(db, [newBatch(10, { max_running: 1 })])
    const many = await completionPages()
    expect(many).toBeLessThan(2 * pagesBefore + 100)
  })
})

/** Measures the second of two claims, because the first one includes query planning. */
async function claimPages(limit = 2): Promise<number> {
  await db.query('vacuum analyze')
  await claim(db, limit)
  return countPages(limit, [])
}

/** Measures the second of two completions, for an owner with one batch. */
async function completionPages(): Promise<number> {
  const pages: number[] = []
  await db.query('vacuum analyze')
  for (const _ of [1, 2]) {
    const jobs = await claim(db, 2)
    pages.push(
      await countPages(
        0,
        jobs.filter((job) => job.owner_id !== 'many'),
      ),
    )
  }
  return pages[1] ?? 0
}

async function countPages(limit: number, done: Lease[]): Promise<number> {
  const [row] = await db.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
    `explain (analyze, buffers, format json) select * from complete_and_claim_jobs('w', 30, $1, $2)`,
    [limit, JSON.stringify(done.map(({ id, epoch }) => ({ id, epoch, result_key: 'results/r' })))],
  )
  const plan = row?.['QUERY PLAN'][0].Plan ?? {}
  return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)
}
