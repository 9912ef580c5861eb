import { describe, expect, it, vi } from 'vitest'
import { enqueueBatches, type FileJob } from '../../src/db/jobs/enqueue.sql.ts'
import type { Db } from '../../src/db/db.ts'
import { cancelJob, completeJob, expireJob, failJob } from '../../src/db/jobs/transitions.sql.ts'
import { queuedChannel } from '../../src/db/jobs/lock-and-notify.sql.ts'
import { findJob } from '../../src/db/jobs/owned-jobs.sql.ts'
import { listOutputs, replaceOutputs } from '../../src/db/jobs/outputs.sql.ts'
import { databaseForFile } from '../support/database/database.ts'
import { deferred } from '../support/processes/deferred.ts'
import {
  claim,
  readEvents,
  failure,
  newBatch,
  owner,
  readStatus,
} from '../support/database/jobs.ts'

const sha256 = 'd'.repeat(64)
const output = {
  format: 'txt',
  key: 'results/x/1/txt',
  content_type: 'text/plain',
  bytes: 4,
} as const

const db = await databaseForFile()

/** Queues the same document, by itself or as a batch of `count` copies. */
async function add(
  count = 1,
  change: Partial<FileJob> & { owner_id?: string; mapping?: string } = {},
  targetDb: Db = db,
) {
  const batch = newBatch(count, { sha256, is_single: count === 1, ...change })
  const enqueued = await enqueueBatches(targetDb, [batch])
  return enqueued.map((job) => ({ ...job, batch_id: batch.id }))
}

async function complete(id: string): Promise<void> {
  await db.transaction(async (tx) => {
    await completeJob(tx, { id, epoch: 1 }, { result_key: 'results/x/1' })
    await replaceOutputs(tx, id, [output])
  })
}

async function addOriginal(): Promise<string> {
  const [job] = await add()
  await claim(db)
  return job?.job_id ?? ''
}

describe('a document that its owner has converted before', () => {
  it('completes immediately, in its own batch, with the same files', async () => {
    const first = await addOriginal()
    await complete(first)
    await db.query(`update jobs set read_by = 'document_text_v1' where id = $1`, [first])
    const [repeatedJob] = await add()
    expect(repeatedJob).toMatchObject({ original_id: first, job_id: repeatedJob?.requested_id })
    expect(await readStatus(db, repeatedJob?.job_id ?? '')).toBe('complete')
    expect(await listOutputs(db, repeatedJob?.job_id ?? '')).toEqual([output])
    expect(await readEvents(db, repeatedJob?.batch_id ?? '')).toEqual(['1 complete', '2 finish'])
    const rows = await db.query(
      `select batches.status, deduped_from, read_by from batches join jobs on batch_id = batches.id
      where batch_id = $1`,
      [repeatedJob?.batch_id],
    )
    expect(rows).toEqual([{ status: 'complete', deduped_from: first, read_by: 'document_text_v1' }])
    expect(await claim(db)).toEqual([])
  })

  it.each(['failed', 'cancelled', 'expired'])('is read again if that job is %s', async (end) => {
    const first = await addOriginal()
    if (end === 'failed') await failJob(db, { id: first, epoch: 1 }, failure)
    if (end === 'cancelled') await cancelJob(db, first, owner)
    if (end === 'expired') {
      await complete(first)
      await expireJob(db, first)
    }
    const [repeatedJob] = await add()
    expect(repeatedJob).toMatchObject({ original_id: null })
    expect((await claim(db)).map((job) => job.id)).toEqual([repeatedJob?.job_id])
  })

  it.each([
    ['another owner', { owner_id: 'session:other' }],
    ['another mapping', { mapping: 'auto' }],
    ['other bytes', { sha256: 'e'.repeat(64) }],
  ])('is read again for %s', async (_, change) => {
    await complete(await addOriginal())
    const [repeatedJob] = await add(1, change)
    expect(repeatedJob?.original_id).toBeNull()
    expect(await readStatus(db, repeatedJob?.job_id ?? '')).toBe('queued')
  })

  it.each([
    ['another version of the directory', 'directory_version = 7'],
    ['another version of the reader', "reader = 'earlier'"],
  ])('is read again after %s, unless a user approved the result', async (_, change) => {
    const first = await addOriginal()
    await complete(first)
    await db.query(`update jobs set ${change} where id = $1`, [first])
    const send = async () => {
      const batch = newBatch(1, { sha256, is_single: true })
      return (await enqueueBatches(db, [{ ...batch, reader: 'current' }]))[0]
    }
    const readAgain = await send()
    expect(readAgain?.original_id).toBeNull()
    await cancelJob(db, readAgain?.job_id ?? '', owner)
    await db.query('update jobs set approved_at = now() where id = $1', [first])
    expect((await send())?.original_id).toBe(first)
  })
})

describe('uploading a single document', () => {
  const read = async (id = '') => (await findJob(db, { id, owner_id: owner }))?.job

  it('returns a new job, but not the one that is reading the same document', async () => {
    const [first] = await add()
    expect(first?.createJob?.()).toEqual(await read(first?.job_id))
    await claim(db)
    const [repeatedJob] = await add()
    expect(repeatedJob).toMatchObject({ job_id: first?.job_id, is_done: false })
    expect(repeatedJob).not.toHaveProperty('createJob')
    expect(await read(repeatedJob?.job_id)).toMatchObject({ status: 'processing' })
  })

  it('does not return a job that is complete, because its outputs are not visible yet', async () => {
    await complete(await addOriginal())
    const [repeatedJob] = await add()
    expect(repeatedJob).toMatchObject({ is_done: true })
    expect(repeatedJob).not.toHaveProperty('createJob')
    expect(await read(repeatedJob?.job_id)).toMatchObject({ outputs: [{ format: 'txt' }] })
  })
})

describe('a document that is being read', () => {
  it('is not queued again by a single upload, even concurrently', async () => {
    const results = await Promise.all(Array.from({ length: 6 }, () => add()))
    const ids = new Set(results.flat().map((job) => job.job_id))
    expect(ids.size).toBe(1)
    expect(await db.query('select 1 from batches')).toHaveLength(1)
  })

  it.each([1, 2])(
    'does not hide the first job from workers while %i duplicates are queued',
    async (count) => {
      const hinted = deferred()
      const connected = deferred()
      const [first] = await add()
      const listener = db.listen(queuedChannel, (payload) => {
        if (payload !== undefined) hinted.resolve()
        else connected.resolve()
      })
      await connected.promise
      await db.transaction(async (tx) => {
        await add(count, {}, tx)
        expect(await claim(db)).toEqual([])
      })
      await hinted.promise
      expect((await claim(db)).map((job) => job.id)).toEqual([first?.job_id])
      await listener.close()
    },
  )

  it('waits in its batch for the result and completes with it', async () => {
    const first = await addOriginal()
    const followers = await add(2)
    expect(followers.map((job) => job.original_id)).toEqual([first, first])
    expect(await claim(db, 5)).toEqual([])
    await complete(first)
    const claimed = await claim(db, 5)
    expect(claimed.map((job) => job.duplicate_of)).toEqual([first, first])
  })

  it.each(['fails', 'is cancelled'])('is read itself if the first job %s', async (end) => {
    const first = await addOriginal()
    await add(2)
    if (end === 'fails') await failJob(db, { id: first, epoch: 1 }, failure)
    else await cancelJob(db, first, owner)
    expect(await claim(db, 5)).toHaveLength(2)
  })

  it('also counts as a duplicate within one batch', async () => {
    const pair = await add(2)
    expect(pair.map((job) => job.original_id)).toEqual([null, pair[0]?.job_id])
    expect((await claim(db, 5)).map((job) => job.id)).toEqual([pair[0]?.job_id])
    await complete(pair[0]?.job_id ?? '')
    expect((await claim(db, 5)).map((job) => job.id)).toEqual([pair[1]?.job_id])
  })

  it('is never stranded or left without files if the first job ends concurrently', async () => {
    for (let round = 0; round < 20; round++) {
      await db.query('truncate batches, events, owner_shares cascade')
      const first = await addOriginal()
      const [followers] = await Promise.all([add(2), complete(first)])
      const claimed = (await claim(db, 5)).map((job) => job.id)
      for (const { job_id } of followers) {
        if (claimed.includes(job_id)) continue
        expect(await readStatus(db, job_id)).toBe('complete')
        expect(await listOutputs(db, job_id)).toEqual([output])
      }
    }
  })

  it('gets the files from the original it waited for', async () => {
    const first = await addOriginal()
    let following: ReturnType<typeof add> | undefined
    await db.transaction(async (tx) => {
      await completeJob(tx, { id: first, epoch: 1 }, { result_key: 'results/x/1' })
      following = add(2)
      await vi.waitFor(async () => {
        const waiting = await db.query(
          `select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
        )
        expect(waiting).not.toEqual([])
      })
      await replaceOutputs(tx, first, [output])
    })
    for (const { job_id } of (await following) ?? []) {
      expect(await readStatus(db, job_id)).toBe('complete')
      expect(await listOutputs(db, job_id)).toEqual([output])
    }
  })
})
