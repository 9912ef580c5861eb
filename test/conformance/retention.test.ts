import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Blobs } from '../../src/blobs/blobs.ts'
import { fsBlobs } from '../../src/blobs/fs.ts'
import { enqueueBatches } from '../../src/db/jobs/enqueue.sql.ts'
import { reportProgress } from '../../src/db/jobs/progress.sql.ts'
import { completeJob, failJob } from '../../src/db/jobs/transitions.sql.ts'
import { listOutputs, replaceOutputs } from '../../src/db/jobs/outputs.sql.ts'
import { claimMessage } from '../../src/db/operations/mailbox.sql.ts'
import { findBatch } from '../../src/db/jobs/owned-batches.sql.ts'
import { previewSweep, sweep, sweepNow } from '../../src/retention/sweep.ts'
import { databaseForTest } from '../support/database/database.ts'
import { assertPresent } from '../support/processes/assert-present.ts'
import { claim, failure, newBatch, readStatus } from '../support/database/jobs.ts'

async function store() {
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-retain-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const blobs = fsBlobs(path.join(folder, 'blobs'))
  const put = async (key: string) => {
    const file = path.join(folder, 'file')
    await writeFile(file, 'x')
    await blobs.putFile(key, file)
  }
  const files = async () => {
    const entries = await readdir(path.join(folder, 'blobs'), {
      recursive: true,
      withFileTypes: true,
    })
    return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
  }
  return { blobs, put, files }
}

async function finished() {
  const { db } = await databaseForTest()
  const { blobs, put, files } = await store()
  const batch = newBatch(1, { sha256: 'c'.repeat(64), is_single: true })
  await enqueueBatches(db, [batch])
  const id = batch.jobs[0]?.id ?? ''
  await put(`sources/${id}.pdf`)
  await put(`results/${id}/1/txt`)
  await claim(db)
  await completeJob(db, { id, epoch: 1 }, { result_key: `results/${id}/1` })
  const output = { key: `results/${id}/1/txt`, content_type: 'text/plain', bytes: 1 }
  await replaceOutputs(db, id, [{ format: 'txt', ...output }])
  const age = () =>
    db.query(`update jobs set queued_at = queued_at - interval '40 days',
    completed_at = completed_at - interval '40 days', failed_at = failed_at - interval '40 days'`)
  return {
    db,
    blobs,
    put,
    files,
    id,
    age,
    retention: { db, blobs, sourceDays: 7, resultDays: 30, batchDays: 30 },
  }
}

describe('retention', () => {
  it('deletes expired results and uploads, including from disk', async () => {
    const { db, id, age, files, retention } = await finished()
    await sweep(retention)
    expect(await files()).toHaveLength(2)
    await age()
    await sweep(retention)
    expect(await readStatus(db, id)).toBe('expired')
    expect(await files()).toEqual([])
    expect(await db.query('select key from blob_deletions')).toEqual([])
  })

  it('forgets a message 90 days after it was last in the mailbox', async () => {
    const { db, retention } = await finished()
    const see = () => claimMessage(db, 'hash', 'user:a', '01890000-0000-7000-8000-000000000000')
    const sweepAfter = async (days: number) => {
      await db.query('update received_messages set seen_at = seen_at - make_interval(days => $1)', [
        days,
      ])
      await sweep(retention)
      return db.query('select key from received_messages')
    }
    await see()
    expect(await sweepAfter(89)).toEqual([{ key: 'hash' }])
    await see()
    expect(await sweepAfter(89)).toEqual([{ key: 'hash' }])
    expect(await sweepAfter(2)).toEqual([])
  })

  it('keeps result files that another job reuses', async () => {
    const { db, age, files, retention } = await finished()
    await age()
    const repeatedBatch = newBatch(1, { sha256: 'c'.repeat(64), is_single: true })
    await enqueueBatches(db, [repeatedBatch])
    await sweep(retention)
    const copy = repeatedBatch.jobs[0]?.id ?? ''
    expect(await readStatus(db, copy)).toBe('complete')
    expect(await listOutputs(db, copy)).toHaveLength(1)
    expect(await files()).toEqual(['txt'])
  })

  it('reports when the first result in a batch expires', async () => {
    const { db, retention, id } = await finished()
    const findExpiryDays = async (batchId: string) => {
      const [found] = await findBatch(db, batchId, '')
      const { expires_at } = assertPresent(found).batch
      return expires_at && Math.round((Date.parse(expires_at) - Date.now()) / 86_400_000)
    }
    const batchIdQuery = 'select batch_id from jobs where id = $1'
    const { batch_id } = assertPresent(
      (await db.query<{ batch_id: string }>(batchIdQuery, [id]))[0],
    )
    const sharedBatch = newBatch(2)
    await enqueueBatches(db, [sharedBatch])
    await sweep({ ...retention, batchDays: 5 })
    expect([await findExpiryDays(batch_id), await findExpiryDays(sharedBatch.id)]).toEqual([
      30,
      null,
    ])
    const leases = await claim(db, 2)
    for (const lease of leases)
      await completeJob(db, lease, { result_key: `results/${lease.id}/1` })
    await db.query(
      `update jobs set completed_at = completed_at - interval '2 days' where id = $1`,
      [leases[1]?.id],
    )
    expect(await findExpiryDays(sharedBatch.id)).toBe(3)
    await sweep({ ...retention, batchDays: 1000 })
    expect(await findExpiryDays(sharedBatch.id)).toBe(28)
  })

  it('never deletes waiting or running jobs, however old', async () => {
    const { db, age, retention } = await finished()
    await enqueueBatches(db, [newBatch(2)])
    await claim(db)
    await age()
    await sweep(retention)
    const rows = await db.query(
      `select 1 from jobs where status in ('queued', 'processing') and source_deleted_at is null`,
    )
    expect(rows).toHaveLength(2)
  })

  it("deletes a failed job's upload, after which the job cannot be retried", async () => {
    const { db, age, retention } = await finished()
    await enqueueBatches(db, [newBatch(1)])
    const [job] = await claim(db)
    if (!job) throw new Error('No job was claimed')
    await failJob(db, job, failure)
    await age()
    await sweep(retention)
    const rows = await db.query(
      'select source_deleted_at is not null as gone from jobs where id = $1',
      [job.id],
    )
    expect(rows).toEqual([{ gone: true }])
  })

  it('completes a deletion after a crash between the outbox row and the file', async () => {
    const { blobs, age, files, retention } = await finished()
    await age()
    const broken: Blobs = {
      ...blobs,
      delete: async () => {
        throw new Error('killed')
      },
    }
    await expect(sweep({ ...retention, blobs: broken })).rejects.toThrow('killed')
    expect(await files()).toHaveLength(2)
    await sweep(retention)
    expect(await files()).toEqual([])
  })

  it("uses a batch's retention period if it is shorter", async () => {
    const { db, retention } = await finished()
    const sharedBatch = newBatch(2)
    await enqueueBatches(db, [sharedBatch])
    for (const { id, epoch } of await claim(db, 2))
      await completeJob(db, { id, epoch }, { result_key: `results/${id}` })
    await db.query(`update jobs set completed_at = completed_at - interval '3 days'`)
    await sweep({ ...retention, batchDays: 2 })
    const rows = await db.query<{ status: string; total: number }>(
      `select jobs.status, total from jobs join batches on batches.id = batch_id order by total, jobs.id`,
    )
    expect(rows.map(({ total, status }) => `${total} ${status}`)).toEqual([
      '1 complete',
      '2 expired',
      '2 expired',
    ])
  })

  it('deletes old jobs once their files are deleted, only if configured', async () => {
    const { db, id, age, retention } = await finished()
    const failing = newBatch(1)
    const waiting = newBatch(1)
    await enqueueBatches(db, [failing])
    const [lease] = await claim(db)
    await failJob(db, assertPresent(lease), failure)
    await enqueueBatches(db, [waiting])
    await age()
    await db.query(`update batches set completed_at = completed_at - interval '40 days'`)
    const listLeft = async () => {
      const rows = await db.query<{ id: string }>('select id from jobs order by created_at, id')
      return rows.map((row) => row.id)
    }
    const all = [id, failing.jobs[0]?.id, waiting.jobs[0]?.id]
    // The search for orphans runs once a day, so each call simulates another day.
    const startNewDay = () => db.query(`update periodic_tasks set started_at = '-infinity'`)
    await sweep({ ...retention, jobDays: 41 })
    await startNewDay()
    await sweep(retention)
    expect(await listLeft()).toEqual(all)
    // A run while the setting is off does not count as the daily run.
    expect(await previewSweep({ ...retention, jobDays: 39 })).toMatchObject({ jobs: 2 })
    // A job is kept for as long as one of its files exists.
    await db.query('update jobs set source_deleted_at = null where id = $1', [id])
    expect(await sweep({ ...retention, sourceDays: 365, jobDays: 39 })).toMatchObject({ jobs: 1 })
    expect(await listLeft()).toEqual([id, waiting.jobs[0]?.id])
    expect(await sweep({ ...retention, jobDays: 39 })).toMatchObject({ jobs: 0 })
    expect(await sweepNow({ ...retention, jobDays: 39 })).toMatchObject({ jobs: 1 })
    expect(await listLeft()).toEqual([waiting.jobs[0]?.id])
    expect(await db.query('select id from batches')).toEqual([{ id: waiting.id }])
    expect(await db.query('select distinct batch_id from events')).toEqual([
      { batch_id: waiting.id },
    ])
    const tombstones = await db.query<{ id: string }>('select id from deleted_jobs')
    expect(new Set(tombstones.map((job) => job.id))).toEqual(new Set(all.slice(0, 2)))
  })

  it('deletes multi-document batches and erases the parameters of single uploads', async () => {
    const { db, id, age, retention } = await finished()
    const params = { swimmer: 'Noemie Nunez' }
    const shared = newBatch(2, { params })
    await enqueueBatches(db, [shared])
    for (const lease of await claim(db, 2))
      await completeJob(db, lease, { result_key: `results/${lease.id}` })
    await db.query('update batches set params = $1', [params])
    await db.query('update jobs set params = $1', [params])
    const readNames = () =>
      db.query(`select id from batches where params::text like '%Noemie%'
        union select id from jobs where params::text like '%Noemie%'`)
    await sweep(retention)
    expect(await readNames()).toHaveLength(5)
    await age()
    await db.query(`update batches set completed_at = completed_at - interval '40 days'`)
    await db.query(`update periodic_tasks set started_at = '-infinity'`)
    expect(await previewSweep(retention)).toMatchObject({ results: 3 })
    expect(await sweep(retention)).toMatchObject({ jobs: 2 })
    expect(await readNames()).toEqual([])
    expect(await db.query('select id, status, params from jobs')).toEqual([
      { id, status: 'expired', params: {} },
    ])
    const tombstones = await db.query<{ id: string }>('select id from deleted_jobs')
    expect(new Set(tombstones.map((job) => job.id))).toEqual(
      new Set(shared.jobs.map((job) => job.id)),
    )
  })

  it('deletes the progress events of old batches and keeps their history', async () => {
    const { db, retention } = await finished()
    await enqueueBatches(db, [newBatch(1)])
    const [job] = await claim(db)
    if (!job) throw new Error('No job was claimed')
    await reportProgress(db, job, { stage: 'reading', progress: 40 })
    await completeJob(db, job, { result_key: `results/${job.id}/1` })
    const types = async () =>
      (await db.query<{ type: string }>('select type from events')).map(({ type }) => type)
    await sweep(retention)
    expect(await types()).toContain('progress')
    await db.query(`update batches set completed_at = completed_at - interval '91 days'`)
    expect(await sweep(retention)).toMatchObject({ batches: 2 })
    expect(await types()).not.toContain('progress')
    expect(await types()).toContain('complete')
    expect(await sweep(retention)).toMatchObject({ batches: 0 })
  })
})
