import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { NewBatch } from '../../src/db/batches.sql.ts'
import type { Db } from '../../src/db/db.ts'
import { createEnqueue } from '../../src/queue/enqueue.ts'
import { databaseForTest } from '../support/database.ts'
import { newBatch } from '../support/jobs.ts'

/** Queues into the database, and tells how many batches each commit had. */
async function watched(gatherMs?: number) {
  const { db } = await databaseForTest()
  const commits: number[] = []
  const counting: Db = {
    query(text, values) {
      commits.push((JSON.parse(String(values?.[0])) as NewBatch[]).length)
      return db.query(text, values)
    },
  }
  const stored = async () => {
    const rows = await db.query<{ id: string }>('select id from batches')
    return rows.map(({ id }) => id).toSorted()
  }
  return { enqueue: createEnqueue(counting, gatherMs), commits, stored }
}

it('shares a commit among batches that come while another is on its way', async () => {
  const { enqueue, commits, stored } = await watched()
  const batches = Array.from({ length: 12 }, () => newBatch(1))
  const queued = await Promise.all(batches.map(enqueue))
  expect(queued.map(([job]) => job?.asked_id)).toEqual(batches.map(({ jobs: [job] }) => job?.id))
  expect(await stored()).toEqual(batches.map(({ id }) => id).toSorted())
  expect(commits).toEqual([1, 11])
})

it('waits a moment for others where several have come, and for nobody where one has', async () => {
  const { enqueue, commits } = await watched(200)
  await enqueue(newBatch(1))
  await enqueue(newBatch(1))
  expect(commits).toEqual([1, 1])
  await nextTurn()
  await Promise.all([1, 2, 3].map(() => enqueue(newBatch(1))))
  const fourth = enqueue(newBatch(1))
  await nextTurn()
  await Promise.all([fourth, enqueue(newBatch(1))])
  expect(commits).toEqual([1, 1, 1, 2, 2])
})

it('keeps one that cannot be queued from taking the others with it', async () => {
  const { enqueue, stored } = await watched()
  const batches = [newBatch(1), newBatch(1), newBatch(1, { needs: 'nothing we know' }), newBatch(1)]
  const outcomes = await Promise.allSettled(batches.map(enqueue))
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ])
  expect(await stored()).toHaveLength(3)
})
