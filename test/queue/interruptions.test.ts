import { describe, expect, it, vi } from 'vitest'
import { rescueLostJobs } from '../../src/queue/rescue-lost-jobs.ts'
import { databaseForTest } from '../support/database/database.ts'
import { deferred } from '../support/processes/deferred.ts'
import { claim, readEvents, queueJobs } from '../support/database/jobs.ts'
import { workUntil } from '../support/database/worker.ts'

describe('a worker', () => {
  it('retries an interrupted job with increasing delays and fails it after five interruptions', async () => {
    const { db } = await databaseForTest()
    const [job] = await queueJobs(db)
    const states: unknown[] = []
    for (const _ of [1, 2, 3, 4, 5]) {
      await db.query(`update jobs set run_at = now()`)
      await claim(db)
      await db.query(`update jobs set lease_expires_at = now() - interval '1 s'`)
      await rescueLostJobs(db, 3)
      const rows = await db.query(
        `select status, error_code, attempt_count as attempts, interruption_count as interruptions,
          ceil(extract(epoch from run_at - now()))::integer as wait from jobs`,
      )
      states.push(...rows)
    }
    const waiting = { status: 'queued', error_code: 'LEASE_LOST', attempts: 0 }
    const isBetween = (low: number, high: number) =>
      expect.toSatisfy((wait: number) => low <= wait && wait <= high)
    expect(states).toEqual([
      { ...waiting, interruptions: 1, wait: isBetween(1, 3) },
      { ...waiting, interruptions: 2, wait: isBetween(3, 9) },
      { ...waiting, interruptions: 3, wait: isBetween(9, 27) },
      { ...waiting, interruptions: 4, wait: isBetween(15, 45) },
      {
        ...waiting,
        status: 'failed',
        error_code: 'RESOURCE_LIMIT',
        attempts: 1,
        interruptions: 5,
        wait: 0,
      },
    ])
    expect(await readEvents(db, job?.batch_id ?? '')).toContain('11 fail')
  })

  it('claims no more jobs while stopping, although finished jobs free their slots', async () => {
    const database = await databaseForTest()
    await queueJobs(database.db, 9)
    const finish = deferred()
    const worker = await workUntil(finish.promise, database)
    await vi.waitFor(async () => {
      const running = await database.db.query(`select 1 from jobs where status = 'processing'`)
      expect(running).toHaveLength(2)
    })
    const stopped = worker.stop(10_000)
    finish.resolve()
    await stopped
    const rows = await database.db.query(
      `select status, epoch, count(*)::integer as jobs from jobs group by status, epoch order by status`,
    )
    expect(rows).toEqual([
      { status: 'complete', epoch: 1, jobs: 2 },
      { status: 'queued', epoch: 0, jobs: 7 },
    ])
  })
})
