import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { replaceOutputs } from '../../src/db/jobs/outputs.sql.ts'
import { findJobDetail } from '../../src/db/jobs/job-detail.sql.ts'
import { findJob } from '../../src/db/jobs/owned-jobs.sql.ts'
import { AppError, type ErrorCode } from '../../src/domain/errors/app-error.ts'
import type { Handler } from '../../src/queue/attempt.ts'
import { startWorker } from '../../src/queue/worker.ts'
import { cloneDatabase, type TestDatabase } from '../support/database/database.ts'
import { claim, owner, queueJobs, readStatus } from '../support/database/jobs.ts'

let database: TestDatabase
const lines: Record<string, unknown>[] = []
const log = {
  info: (fields: object, message: string) => void lines.push({ ...fields, message }),
  warn: (fields: object, message: string) => void lines.push({ ...fields, message }),
  error: () => undefined,
}

beforeAll(async () => {
  database = await cloneDatabase()
})
beforeEach(() => database.db.query('truncate batches, events, owner_shares cascade'))
afterAll(() => database.drop())

/** Runs a handler over all queued jobs until none is due. */
async function runAll(handler: Handler): Promise<void> {
  const { db } = database
  const facts = { workerId: 'worker', concurrency: 3, leaseSeconds: 30, pollMs: 20, maxRetries: 3 }
  const worker = startWorker({ db, log, handler, ...facts })
  await vi.waitFor(
    async () => {
      const active = await db.query(
        `select 1 from jobs where status = 'processing' or (status = 'queued' and blocked_by is null)`,
      )
      expect(active).toEqual([])
    },
    { interval: 20 },
  )
  await worker.stop(5000)
}

const upload = fc.record({
  original_filename: fc.stringMatching(/^[a-z]{1,20}\.pdf$/),
  bytes: fc.integer({ min: 1, max: 50_000_000 }),
  priority: fc.integer({ min: 0, max: 10 }),
})

const runs = { numRuns: 10, seed: 5 }

describe('for every job', () => {
  it('P5, P7: it is queued at 0 percent with everything a worker needs', async () => {
    const { db } = database
    await fc.assert(
      fc.asyncProperty(upload, async (given) => {
        const [job] = await queueJobs(db, 1, given)
        const rows = await db.query(
          'select status, progress, stage, priority from jobs where id = $1',
          [job?.id],
        )
        const { priority } = given
        expect(rows).toEqual([{ status: 'queued', progress: 0, stage: 'queued', priority }])
        const [claimed] = await claim(db)
        const { id, upload_key, bytes, original_filename, sha256 } = job ?? {}
        expect(claimed).toMatchObject({ id, upload_key, bytes, original_filename, sha256 })
      }),
      runs,
    )
  })

  it('P10: it is visible as processing before work begins', async () => {
    const { db } = database
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 5 }), async (count) => {
        await queueJobs(db, count)
        const seen: unknown[] = []
        await runAll(async (job) => {
          seen.push(await readStatus(db, job.id))
          return { result_key: 'results/x/1' }
        })
        expect(seen).toEqual(Array(count).fill('processing'))
      }),
      runs,
    )
  })

  it('P13, P21, P22: success sets result, percent and time in one commit, logged once', async () => {
    const { db } = database
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4 }), async (count) => {
        lines.length = 0
        const jobs = await queueJobs(db, count)
        const file = { format: 'txt', content_type: 'text/plain', bytes: 1 } as const
        await runAll(async (job) => ({
          result_key: `results/${job.id}/1`,
          commit: async (tx) => {
            await replaceOutputs(tx, job.id, [{ ...file, key: `results/${job.id}/1/txt` }])
            expect(await readStatus(db, job.id), 'as others see it').toBe('processing')
          },
        }))
        for (const { id } of jobs) {
          const found = await findJob(db, { id, owner_id: owner })
          expect(found?.job).toMatchObject({ status: 'complete', progress: 100, outputs: [file] })
          expect(found?.job.processing_time).toBeGreaterThanOrEqual(0)
          const changes = lines.filter(({ job_id, to }) => job_id === id && to !== undefined)
          expect(changes).toMatchObject([
            { from: 'queued', to: 'processing' },
            { from: 'processing', to: 'complete', ms: expect.any(Number) },
          ])
        }
      }),
      runs,
    )
  })

  it('P14, P15, P21: failure is recorded with its attempt, and each change is logged once', async () => {
    const { db } = database
    const codes: ErrorCode[] = ['BROKEN_PDF', 'IO_ERROR', 'GW_4XX', 'GW_5XX', 'GW_TIMEOUT']
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...codes),
        fc.string({ minLength: 1 }),
        async (code, why) => {
          lines.length = 0
          const message = why.replaceAll('\0', '?')
          const [job] = await queueJobs(db)
          const thrown = new AppError(code, { code: 'other', params: { text: message }, message })
          await runAll(async () => {
            throw thrown
          })
          const found = await findJobDetail(db, { id: job?.id ?? '', owner_id: owner })
          const outcome = thrown.rule.retry ? 'retry' : 'fail'
          const kept = { number: 1, outcome, error_code: code, error_message: message }
          expect(found?.job.attempts[0]).toMatchObject({ ...kept, ended_at: expect.any(String) })
          expect(lines.find((line) => line.message === 'attempt failed')).toMatchObject({
            job_id: job?.id,
            attempt: 1,
            code,
            err: { stack: expect.stringContaining('properties.test.ts') },
          })
          const changes = lines.filter((line) => 'to' in line).map(({ from, to }) => [from, to])
          const end = thrown.rule.retry ? 'queued' : 'failed'
          expect(changes).toEqual([
            ['queued', 'processing'],
            ['processing', end],
          ])
          expect(lines.find((line) => line.to === end)).toMatchObject({ ms: expect.any(Number) })
          await db.query('truncate batches, events, owner_shares cascade')
        },
      ),
      runs,
    )
  })
})
