import { once } from 'node:events'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { enqueueBatches } from '../../src/db/jobs/enqueue.sql.ts'
import { completeJob } from '../../src/db/jobs/transitions.sql.ts'
import { reserveDependency } from '../../src/db/queue/dependencies.sql.ts'
import { loadDependencies } from '../../src/operations/dependencies.ts'
import { AppError } from '../../src/domain/errors/app-error.ts'
import type { Handler } from '../../src/queue/attempt.ts'
import { startWorker, type WorkerOptions } from '../../src/queue/worker.ts'
import { databaseForTest, type TestDatabase } from '../support/database/database.ts'
import { claim, newBatch, queueJobs } from '../support/database/jobs.ts'

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

function work({ db }: TestDatabase, handler: Handler, options: Partial<WorkerOptions> = {}): void {
  const facts = {
    workerId: 'worker-a',
    concurrency: 8,
    leaseSeconds: 30,
    pollMs: 20,
    maxRetries: 3,
  }
  const worker = startWorker({ db, handler, log: silent, ...facts, ...options })
  onTestFinished(() => worker.stop(0))
}

const result = (job: { id: string; epoch: number }) => ({
  result_key: `results/${job.id}/${job.epoch}`,
})

async function waitForAll({ db }: TestDatabase, status = 'complete'): Promise<void> {
  await vi.waitFor(
    async () => {
      const left = await db.query('select 1 from jobs where status <> $1', [status])
      expect(left).toEqual([])
    },
    { interval: 50 },
  )
}

/** Makes calls of 20 ms, and counts how many run at the same time. */
function countCalls() {
  let running = 0
  const calls = {
    most: 0,
    async run() {
      calls.most = Math.max(calls.most, ++running)
      await new Promise((resolve) => setTimeout(resolve, 20))
      running -= 1
    },
  }
  return calls
}

async function readBreaker({ db }: TestDatabase, name: string): Promise<string | undefined> {
  const all = await loadDependencies(db, 'session:anyone')
  return all.dependencies.find((one) => one.name === name)?.breaker
}

const openNow = `update dependencies set opened_at = now(), probe_at = now() + interval '1 hour',
  probe_delay_seconds = 30 where name = 'gateway'`

describe('a dependency', () => {
  it('is called by 20 jobs in 2 batches, at most 10 concurrently in total and 3 per batch', async () => {
    const database = await databaseForTest()
    const batches = [1, 2].map(() => newBatch(10, { max_running: 3 }))
    await enqueueBatches(database.db, batches)
    const calls = countCalls()
    const handler: Handler = async (job, attempt) => {
      await attempt.call('llm', calls.run)
      return result(job)
    }
    for (const workerId of ['a', 'b', 'c']) work(database, handler, { workerId, caps: { llm: 4 } })
    await waitForAll(database)
    expect(calls.most).toBeLessThanOrEqual(4)
    const [level] = await database.db.query<{ most: number }>(
      `select max(running)::int as most from (
        select sum(case type when 'claim' then 1 else -1 end)
          over (partition by batch_id order by number) as running
        from events where type in ('claim', 'complete', 'release')) as levels`,
    )
    expect(level?.most).toBeLessThanOrEqual(3)
    const rows = await database.db.query('select distinct attempt_count from jobs')
    expect(rows).toEqual([{ attempt_count: 1 }])
  })

  it.each([10, 4])(
    'is used by 20 jobs in 2 batches, at most %i concurrently in total and 3 per batch',
    async (cap) => {
      const database = await databaseForTest()
      const batches = [1, 2].map(() => newBatch(10, { dependency: 'llm', max_running: 3 }))
      await enqueueBatches(database.db, batches)
      const handler: Handler = async (job, attempt) => {
        await attempt.call('llm', () => new Promise((resolve) => setTimeout(resolve, 20)))
        return result(job)
      }
      for (const workerId of ['a', 'b', 'c'])
        work(database, handler, { workerId, caps: { llm: cap } })
      await waitForAll(database)
      // A claim sees every completion committed before it, so of simultaneous events, completions come first.
      const [maxRunning] = await database.db.query<{ over_all: number; per_batch: number }>(
        `select max(over_all)::int as over_all, max(per_batch)::int as per_batch from (
          select sum(step) over (order by created_at, step) as over_all,
            sum(step) over (partition by batch_id order by number) as per_batch
          from (
            select *, case type when 'claim' then 1 else -1 end as step
            from events where type in ('claim', 'complete', 'release', 'retry', 'fail')
          ) as steps
        ) as levels`,
      )
      expect(maxRunning?.over_all).toBeLessThanOrEqual(cap)
      expect(maxRunning?.per_batch).toBe(3)
    },
  )

  it('opens its breaker when it fails: its jobs wait with their attempts unchanged, and others run', async () => {
    const database = await databaseForTest()
    const { db } = database
    await queueJobs(db, 12, { original_filename: 'through.pdf' })
    await queueJobs(db, 3, { owner_id: 'session:other' })
    let isDown = true
    let calls = 0
    work(database, async (job, attempt) => {
      if (job.original_filename === 'through.pdf') {
        await attempt.call('gateway', async () => {
          calls += 1
          if (isDown) throw new AppError('GW_5XX')
        })
      }
      return result(job)
    })
    await vi.waitFor(async () => expect(await readBreaker(database, 'gateway')).toBe('open'))
    await vi.waitFor(async () => {
      const done = await db.query(`select 1 from jobs where status = 'complete'`)
      expect(done).toHaveLength(3)
    })
    const callsWhileOpen = calls
    // Only the jobs that failed before the breaker opened have used up an attempt.
    await vi.waitFor(async () => {
      const [used] = await db.query<{ attempts: number; waiting: number }>(
        `select sum(attempt_count)::int as attempts, count(*)::int as waiting from jobs
        where original_filename = 'through.pdf' and status = 'queued'`,
      )
      expect(used?.waiting).toBe(12)
      expect(used?.attempts).toBeLessThanOrEqual(5)
    })
    expect(await db.query(`select 1 from jobs where status = 'failed'`)).toEqual([])

    isDown = false
    await db.query(`update dependencies set probe_at = now() where name = 'gateway'`)
    await db.query(`update jobs set run_at = now() where blocked_by = 'time'`)
    await waitForAll(database)
    expect(await readBreaker(database, 'gateway')).toBe('closed')
    expect(calls).toBeGreaterThanOrEqual(callsWhileOpen + 12)
  })

  it('is probed by one job at a time across workers, and a failed probe does not use up an attempt', async () => {
    const database = await databaseForTest()
    const { db } = database
    await db.query(openNow)
    await db.query(`update dependencies set probe_at = now() where name = 'gateway'`)
    await queueJobs(db, 6, { dependency: 'gateway' })
    const calls = countCalls()
    const handler: Handler = async (job, attempt) => {
      await attempt.call('gateway', async () => {
        await calls.run()
        throw new AppError('GW_TIMEOUT')
      })
      return result(job)
    }
    const warn = vi.fn()
    for (const workerId of ['a', 'b', 'c']) {
      work(database, handler, { workerId, log: { ...silent, warn } })
    }
    await vi.waitFor(async () => {
      const [row] = await db.query<{ probe_delay_seconds: number }>(
        `select probe_delay_seconds from dependencies where name = 'gateway'`,
      )
      expect(row?.probe_delay_seconds).toBe(60)
    })
    await vi.waitFor(async () => {
      const rows = await db.query(`select distinct status, attempt_count from jobs`)
      expect(rows).toEqual([{ status: 'queued', attempt_count: 0 }])
    })
    expect(calls.most).toBe(1)
    const why = expect.objectContaining({ dependency: 'gateway', code: 'GW_TIMEOUT' })
    expect(warn).toHaveBeenCalledWith(why, 'dependency call failed, job released')
  })

  it('fails only the job whose document it rejects (4xx), without affecting the breaker', async () => {
    const database = await databaseForTest()
    await queueJobs(database.db, 8)
    work(database, (_, attempt) =>
      attempt.call('gateway', async () => {
        throw new AppError('GW_4XX')
      }),
    )
    await waitForAll(database, 'failed')
    expect(await readBreaker(database, 'gateway')).toBe('closed')
  })

  it('is not blamed for calls that we abort', async () => {
    const database = await databaseForTest()
    const { db } = database
    await queueJobs(db, 8)
    let calls = 0
    const facts = { workerId: 'w', concurrency: 8, leaseSeconds: 30, pollMs: 20, maxRetries: 3 }
    const handler: Handler = (_, attempt) =>
      attempt.call('gateway', async () => {
        calls += 1
        await once(attempt.signal, 'abort')
        throw new AppError('GW_5XX')
      })
    const worker = startWorker({ db, handler, log: silent, ...facts })
    await vi.waitFor(() => expect(calls).toBe(8))
    await worker.stop(0)
    expect(await readBreaker(database, 'gateway')).toBe('closed')
    const rows = await db.query('select distinct status, attempt_count from jobs')
    expect(rows).toEqual([{ status: 'queued', attempt_count: 0 }])
  })

  it('is not called during the time given in Retry-After', async () => {
    const database = await databaseForTest()
    const { db } = database
    await queueJobs(db)
    work(database, (_, attempt) =>
      attempt.call('gateway', async () => {
        throw new AppError('GW_5XX', undefined, { retryAfterSeconds: 120 })
      }),
    )
    await vi.waitFor(async () => {
      const rows = await db.query(
        `select 1 from jobs where blocked_by = 'time' and run_at > now() + interval '110 s'`,
      )
      expect(rows).toHaveLength(1)
    })
  })

  it('counts running jobs that have reserved it towards its cap, until they end', async () => {
    const { db } = await databaseForTest()
    await db.query(`update dependencies set max_running = 1 where name = 'llm'`)
    await queueJobs(db, 2)
    const [first, second] = await claim(db, 2)
    if (!first || !second) throw new Error('Two jobs should be claimed')
    expect(await reserveDependency(db, first, 'llm')).toHaveLength(1)
    expect(await reserveDependency(db, second, 'llm')).toEqual([])
    await completeJob(db, first, result(first))
    expect(await reserveDependency(db, second, 'llm')).toHaveLength(1)
  })

  it('is rejected when the job is queued, if it is unknown', async () => {
    const { db } = await databaseForTest()
    await expect(queueJobs(db, 1, { dependency: 'oracle' })).rejects.toThrow('unknown dependency')
  })
})

describe('a Docket outage', () => {
  it("does not use up a job's attempts, however often it is retried", async () => {
    const database = await databaseForTest()
    const { db } = database
    await queueJobs(db)
    let tries = 0
    work(database, async (job) => {
      tries += 1
      if (tries <= 6) throw new AppError('STORAGE_FULL')
      return result(job)
    })
    await vi.waitFor(async () => {
      await db.query(`update jobs set run_at = now() where blocked_by = 'time'`)
      const rows = await db.query(`select attempt_count from jobs where status = 'complete'`)
      expect(rows).toEqual([{ attempt_count: 1 }])
    })
  })
})
