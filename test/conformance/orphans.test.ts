import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { fsBlobs } from '../../src/blobs/fs.ts'
import { enqueueBatches } from '../../src/db/jobs/enqueue.sql.ts'
import { completeJob } from '../../src/db/jobs/transitions.sql.ts'
import { replaceOutputs } from '../../src/db/jobs/outputs.sql.ts'
import { previewSweep, sweep } from '../../src/retention/sweep.ts'
import { databaseForTest } from '../support/database/database.ts'
import { claim, newBatch } from '../support/database/jobs.ts'

const twoDays = 2 * 24 * 60 * 60 * 1000
/** Uploads are kept for a week, for `docket recover`. */
const eightDays = 4 * twoDays

/** Creates a storage with files of the given ages, with and without references. */
async function stage() {
  const { db } = await databaseForTest()
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-orphans-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const blobs = fsBlobs(path.join(folder, 'blobs'))
  const put = async (key: string, ageMs: number) => {
    const file = path.join(folder, 'file')
    await writeFile(file, 'x')
    await blobs.putFile(key, file)
    const then = new Date(Date.now() - ageMs)
    await utimes(path.join(folder, 'blobs', key), then, then)
  }
  const keys = async () => {
    const found: string[] = []
    for await (const { key } of blobs.list('')) found.push(key)
    return found.sort()
  }
  const batch = newBatch(2)
  const [done, waiting] = batch.jobs
  if (!done || !waiting) throw new Error('A batch of two has two jobs')
  for (const job of batch.jobs) job.upload_key = `sources/2026/01/02/${job.id}.pdf`
  await enqueueBatches(db, [batch])
  await claim(db)
  await completeJob(
    db,
    { id: done.id, epoch: 1 },
    { result_key: `results/2026/01/02/${done.id}.1` },
  )
  const output = {
    key: `results/2026/01/02/${done.id}.1.txt`,
    content_type: 'text/plain',
    bytes: 1,
  }
  await replaceOutputs(db, done.id, [{ format: 'txt', ...output }])
  const named = [output.key, done.upload_key, waiting.upload_key]
  const retention = { db, blobs, sourceDays: 7, resultDays: 30, batchDays: 30 }
  return { db, put, keys, named, done, retention }
}

describe('unreferenced files', () => {
  it('are deleted when they are old, and no other files are deleted', async () => {
    const { put, keys, named, done, retention } = await stage()
    const lost = [
      `sources/2026/01/02/${randomUUID()}.pdf`,
      `sources/2026/01/02/${done.id}.7.pdf`,
      `sources/2026/01/02/${randomUUID()}.0123456789abcdef.pdf`,
      `results/2026/01/02/${randomUUID()}.1.json`,
      `results/2026/01/02/${done.id}.0.txt`,
      'incoming/abc',
      'checks/abc',
      `sources/2026/01/02/${randomUUID()}.pdf.part`,
    ]
    const unknownKeys = ['sources/notes.txt', 'other/file']
    const recentKeys = [`sources/2026/01/02/${randomUUID()}.pdf`, 'incoming/young']
    const recentUpload = `sources/2026/01/02/${randomUUID()}.0123456789abcdef.pdf`
    for (const key of [...named, ...lost, ...unknownKeys]) {
      await put(key, key.startsWith('sources/') ? eightDays : twoDays)
    }
    for (const key of recentKeys) await put(key, 1000)
    recentKeys.push(recentUpload)
    await put(recentUpload, twoDays)
    expect(await previewSweep(retention)).toMatchObject({ orphans: lost.length })
    expect(await keys()).toHaveLength(
      named.length + lost.length + unknownKeys.length + recentKeys.length,
    )
    expect(await sweep(retention)).toMatchObject({ orphans: lost.length })
    expect(await keys()).toEqual([...named, ...unknownKeys, ...recentKeys].sort())
  })

  it('are aged by the database clock', async () => {
    const { put, keys, retention } = await stage()
    const running = `results/2026/01/02/${randomUUID()}/1/json`
    await put(running, 1000)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + twoDays })
    onTestFinished(() => void vi.useRealTimers())
    expect(await sweep(retention)).toMatchObject({ orphans: 0 })
    expect(await keys()).toContain(running)
  })

  it('are searched for once a day, by any process', async () => {
    const { db, put, retention } = await stage()
    const rounds = await Promise.all([1, 2, 3].map(() => sweep(retention)))
    expect(rounds.map(({ orphans }) => orphans)).toEqual([0, 0, 0])
    await put('incoming/later', twoDays)
    expect(await sweep(retention)).toMatchObject({ orphans: 0 })
    await db.query(`update periodic_tasks set started_at = started_at - interval '1 day'`)
    expect(await sweep(retention)).toMatchObject({ orphans: 1 })
  })
})
