import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { enqueueBatches, type NewBatch } from '../../src/db/jobs/enqueue.sql.ts'
import { findJob } from '../../src/db/jobs/owned-jobs.sql.ts'
import type { Db } from '../../src/db/db.ts'
import { createEnqueue } from '../../src/queue/group-enqueues.ts'
import { databaseForTest } from '../support/database/database.ts'
import { uuidv7 } from 'uuidv7'
import { newBatch } from '../support/database/jobs.ts'

/** Creates an enqueue function that records how many batches each transaction contains. */
async function createCountedEnqueue(
  gatherMs?: number,
  onCommit: (nth: number) => void = () => undefined,
) {
  const { db } = await databaseForTest()
  const commits: number[] = []
  const counting: Db = {
    query(text, values) {
      commits.push((JSON.parse(String(values?.[0])) as NewBatch[]).length)
      onCommit(commits.length)
      return db.query(text, values)
    },
  }
  const stored = async () => {
    const rows = await db.query<{ id: string }>('select id from batches')
    return rows.map(({ id }) => id).toSorted()
  }
  return { enqueue: createEnqueue(counting, gatherMs), commits, stored }
}

it('groups batches that arrive during a commit into the next commit', async () => {
  const { enqueue, commits, stored } = await createCountedEnqueue()
  const batches = Array.from({ length: 12 }, () => newBatch(1))
  const queued = await Promise.all(batches.map(enqueue))
  expect(queued.map(([job]) => job?.requested_id)).toEqual(
    batches.map(({ jobs: [job] }) => job?.id),
  )
  expect(await stored()).toEqual(batches.map(({ id }) => id).toSorted())
  expect(commits).toEqual([1, 11])
})

it('waits for as many batches as arrived last time, but not if there was only one', async () => {
  const { enqueue, commits } = await createCountedEnqueue(600_000)
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

it('counts batches that arrived during the last commit', async () => {
  const second: Promise<unknown>[] = []
  const { enqueue, commits } = await createCountedEnqueue(600_000, (nth) => {
    if (nth === 2) second.push(enqueue(newBatch(1)), enqueue(newBatch(1)))
  })
  await Promise.all([1, 2, 3].map(() => enqueue(newBatch(1))))
  const third = Promise.all([1, 2].map(() => enqueue(newBatch(1))))
  await Promise.all([...second, third])
  expect(commits).toEqual([1, 2, 4])
})

it('waits only for the configured time', async () => {
  const { enqueue, commits } = await createCountedEnqueue(5)
  await Promise.all([1, 2, 3].map(() => enqueue(newBatch(1))))
  await enqueue(newBatch(1))
  expect(commits).toEqual([1, 2, 1])
})

it('fails an invalid batch without failing others in the same commit', async () => {
  const { enqueue, stored } = await createCountedEnqueue()
  const batches = [
    newBatch(1),
    newBatch(1),
    newBatch(1, { dependency: 'nothing we know' }),
    newBatch(1),
  ]
  const outcomes = await Promise.allSettled(batches.map(enqueue))
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ])
  expect(await stored()).toHaveLength(3)
})

it('returns new jobs exactly as they are stored, and no job for a duplicate', async () => {
  const { db } = await databaseForTest()
  const files = newBatch(2, { priority: 5, is_single: false })
  const [first] = files.jobs
  if (!first || !('sha256' in first)) throw new Error('Expected a file')
  const { bytes: _, sha256: __, upload_key: ___, ...settings } = first
  const fromUrl = { ...settings, id: uuidv7(), source_url: 'https://example.com/a.pdf' }
  const batch = { ...files, params: { swimmer: 'Ada' }, jobs: [...files.jobs, fromUrl] }
  const duplicate = { ...newBatch(1), params: batch.params, jobs: [{ ...first, id: uuidv7() }] }
  const queued = await enqueueBatches(db, [batch, duplicate])
  expect(queued.map(({ requested_id }) => requested_id)).toEqual(
    [...batch.jobs, ...duplicate.jobs].map(({ id }) => id),
  )
  for (const { job_id, createJob } of queued.slice(0, 3)) {
    const stored = await findJob(db, { id: job_id, owner_id: batch.owner_id })
    expect(createJob?.()).toEqual(stored?.job)
  }
  expect(queued[3]).toMatchObject({ original_id: first.id, is_done: false })
  expect(queued[3]?.createJob).toBeUndefined()
})
