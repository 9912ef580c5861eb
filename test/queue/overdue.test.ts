import { describe, expect, it } from 'vitest'
import { enqueueBatches } from '../../src/db/jobs/enqueue.sql.ts'
import { endOverdueBatches } from '../../src/queue/rescue-lost-jobs.ts'
import { databaseForTest } from '../support/database/database.ts'
import { claim, newBatch, queueJobs, readStatus } from '../support/database/jobs.ts'

const overdue = `update batches set processing_timeout_at = now() - interval '1 s'`

describe('an overdue batch', () => {
  it('fails and is reported if its remaining jobs wait for a failing dependency', async () => {
    const { db } = await databaseForTest()
    const jobs = await queueJobs(db, 2, { dependency: 'llm' })
    await db.query(`update dependencies set opened_at = now(), probe_at = now() + interval '1 hour'
      where name = 'llm'`)
    expect(await endOverdueBatches(db)).toEqual({ unblocked: [], failed: [] })
    await db.query(overdue)
    const { failed } = await endOverdueBatches(db)
    expect(failed.map((job) => job.id).toSorted()).toEqual(jobs.map((job) => job.id).toSorted())
    const rows = await db.query('select distinct status, error_code from jobs')
    expect(rows).toEqual([{ status: 'failed', error_code: 'TIMED_OUT' }])
  })

  it('is not changed while its jobs run or wait in the queue', async () => {
    const { db } = await databaseForTest()
    const [running] = await queueJobs(db, 2, { max_running: 1 })
    await claim(db)
    const [waiting] = await queueJobs(db)
    await db.query(overdue)
    expect(await endOverdueBatches(db)).toEqual({ unblocked: [], failed: [] })
    expect(await readStatus(db, running?.id ?? '')).toBe('processing')
    expect(await readStatus(db, waiting?.id ?? '')).toBe('queued')
  })

  it.each([
    ['its owner has no share', `delete from owner_shares`],
    ['it is missing from the queue', `delete from waiting_jobs`],
    ['its batch never made it claimable', `update waiting_jobs set claimable = false`],
  ])('has its job rescued if %s', async (_, damage) => {
    const { db } = await databaseForTest()
    const batch = newBatch(1)
    await enqueueBatches(db, [batch])
    await db.query(damage)
    expect(await claim(db)).toEqual([])
    await db.query(overdue)
    const { unblocked } = await endOverdueBatches(db)
    expect(unblocked).toEqual([{ id: batch.jobs[0]?.id, batch_id: batch.id }])
    expect(await claim(db)).toHaveLength(1)
  })
})
