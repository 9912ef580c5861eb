import { describe, expect, it, vi } from 'vitest'
import type { Database } from '../../src/db/db.ts'
import { listOutputs } from '../../src/db/jobs/outputs.sql.ts'
import type { Handler } from '../../src/queue/attempt.ts'
import { createSemaphore } from '../../src/extraction/sandbox/semaphore.ts'
import type { Result } from '../../src/queue/settle.ts'
import { databaseForTest } from '../support/database/database.ts'
import { owner, queueJobs, readStatus } from '../support/database/jobs.ts'
import { work } from '../support/database/worker.ts'

function resultFor({ id, epoch }: { id: string; epoch: number }): Result {
  const result_key = `results/${id}.${epoch}`
  const output = { format: 'txt', key: `${result_key}.txt`, content_type: 'text/plain', bytes: 4 }
  return {
    result_key,
    owner_id: owner,
    read_by: 'invoice_v1',
    review_reasons: [],
    page_count: 2,
    summary: null,
    reader: 'r1',
    directory_version: 0,
    is_reread: false,
    outputs: [output as NonNullable<Result['outputs']>[number]],
    isShareable: true,
  }
}

/** Counts transactions and complete-and-claim statements. */
function countCalls(db: Database) {
  const calls = { transactions: 0, rounds: 0 }
  const counted: Database = {
    ...db,
    query: (text, values) => {
      if (text.includes('complete_and_claim_jobs')) calls.rounds += 1
      return db.query(text, values)
    },
    transaction: (run) => {
      calls.transactions += 1
      return db.transaction(run)
    },
  }
  return { calls, counted }
}

async function waitUntilEnded(db: Database): Promise<void> {
  await vi.waitFor(async () => {
    expect(await db.query(`select 1 from jobs where status in ('queued', 'processing')`)).toEqual(
      [],
    )
  })
}

describe('completions', () => {
  it('write findings and outputs in the statement that claims the next jobs', async () => {
    const database = await databaseForTest()
    const { calls, counted } = countCalls(database.db)
    const jobs = await queueJobs(database.db, 6)
    const worker = work({ ...database, db: counted }, async (job) => resultFor(job))
    await waitUntilEnded(database.db)
    await worker.stop(0)
    expect(calls.transactions).toBe(0)
    // With two slots: three rounds of two jobs, and an empty one. Wake-ups may add a few.
    expect(calls.rounds).toBeLessThan(10)
    const rows = await database.db.query(
      `select distinct read_by, page_count, reader, directory_version, revision from jobs`,
    )
    const found = { read_by: 'invoice_v1', page_count: 2, reader: 'r1', directory_version: 0 }
    expect(rows).toEqual([{ ...found, revision: 1 }])
    for (const { id } of jobs) {
      expect(await listOutputs(database.db, id)).toMatchObject([{ key: `results/${id}.1.txt` }])
    }
    expect(await database.db.query('select 1 from durations')).toHaveLength(6)
  })

  it('write no progress events for a short job', async () => {
    const database = await databaseForTest()
    await queueJobs(database.db, 2)
    work(database, async (job, { report }) => {
      report('reading', 20)
      report('saving', 90)
      return resultFor(job)
    })
    await waitUntilEnded(database.db)
    const events = await database.db.query('select type from events order by number')
    expect(events).not.toContainEqual({ type: 'progress' })
  })

  it('are written even if another one is invalid', async () => {
    const database = await databaseForTest()
    const [valid, invalid] = await queueJobs(database.db, 2)
    const handler: Handler = async (job) => {
      const result = resultFor(job)
      return job.id === invalid?.id ? { ...result, read_by: 'a\0b' } : result
    }
    work(database, handler)
    await vi.waitFor(async () =>
      expect(await readStatus(database.db, valid?.id ?? '')).toBe('complete'),
    )
    expect(await readStatus(database.db, invalid?.id ?? '')).not.toBe('complete')
  })

  it('use a separate transaction if the directory has changed since the read', async () => {
    const database = await databaseForTest()
    const [job] = await queueJobs(database.db)
    await database.db.query(`insert into directories (owner_id, version) values ($1, 3)`, [owner])
    const seen: unknown[] = []
    work(database, async (claimed) => ({
      ...resultFor(claimed),
      lock: async () => void seen.push('locked'),
      commit: async (tx) => seen.push(...(await tx.query('select status from jobs'))),
    }))
    await waitUntilEnded(database.db)
    expect(seen).toEqual(['locked', { status: 'complete' }])
    expect(await readStatus(database.db, job?.id ?? '')).toBe('complete')
  })
})

describe('a worker whose readers are busy', () => {
  it('completes several documents in one round trip', async () => {
    const database = await databaseForTest()
    const { calls, counted } = countCalls(database.db)
    await queueJobs(database.db, 60)
    const readers = createSemaphore(2)
    const handler: Handler = async (job) => {
      await readers.acquire()
      await new Promise((resolve) => setTimeout(resolve, 5))
      readers.release()
      return resultFor(job)
    }
    const worker = work({ ...database, db: counted }, handler, { extraSlots: 6 })
    await waitUntilEnded(database.db)
    await worker.stop(0)
    expect(calls.transactions).toBe(0)
    expect(calls.rounds).toBeLessThan(40)
  })
})
