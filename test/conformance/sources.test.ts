import { describe, expect, it } from 'vitest'
import { enqueueBatches } from '../../src/db/jobs/enqueue.sql.ts'
import { completeJob, failJob, requeueJob } from '../../src/db/jobs/transitions.sql.ts'
import { saveSource } from '../../src/db/jobs/sources.sql.ts'
import { databaseForTest } from '../support/database/database.ts'
import {
  claim,
  readEvents,
  failure,
  newBatch,
  owner,
  queueJobs,
  queueUrls,
  rescueExpired,
} from '../support/database/jobs.ts'

const source_url = 'https://public.example/a.pdf'
const fetched = { bytes: 9, sha256: 'b'.repeat(64), original_filename: 'named.pdf' }

it('does not store bytes for a URL job until its worker has downloaded them', async () => {
  const { db } = await databaseForTest()
  await queueUrls(db, source_url)
  const [first] = await claim(db)
  expect(first).toMatchObject({ source_url, sha256: null, upload_key: null })
  await db.query(`update jobs set lease_expires_at = now() - interval '1 s'`)
  await rescueExpired(db)
  const [second] = await claim(db)
  if (!first || !second) throw new Error('The job was not claimed')
  const late = { ...fetched, upload_key: 'sources/late.pdf' }
  expect(await saveSource(db, first, late, [])).toEqual([])
  const inTime = { ...fetched, upload_key: 'sources/in-time.pdf' }
  expect(await saveSource(db, second, inTime, [])).toEqual([{ id: second.id, epoch: 2 }])
  const rows = await db.query(
    'select source_type, source_url, bytes, sha256, upload_key, original_filename from jobs',
  )
  expect(rows).toEqual([{ source_type: 'url', source_url, ...inTime }])
  const events = await readEvents(db, second.batch_id)
  expect(events).toEqual(['1 queue', '2 claim', '3 rescue', '4 claim'])
})

it('starts a claimed job with its first step', async () => {
  const { db } = await databaseForTest()
  await queueJobs(db, 1)
  await queueUrls(db, source_url)
  await claim(db, 2)
  const stages = await db.query('select source_type, stage from jobs order by id')
  expect(stages).toEqual([
    { source_type: 'file', stage: 'reading' },
    { source_type: 'url', stage: 'downloading' },
  ])
})

it('does not treat jobs with unknown bytes as duplicates, even with the same URL', async () => {
  const { db } = await databaseForTest()
  const sameUrlJobs = await queueUrls(db, source_url, source_url)
  const [repeatedJob] = await queueUrls(db, source_url)
  for (const job of [...sameUrlJobs, repeatedJob]) {
    expect(job).toMatchObject({ original_id: null, job_id: job?.requested_id })
  }
  expect(await claim(db, 5)).toHaveLength(3)
})

it('reuses a downloaded document when the same bytes are uploaded', async () => {
  const { db } = await databaseForTest()
  await queueUrls(db, source_url)
  const [job] = await claim(db)
  if (!job) throw new Error('The job was not claimed')
  await saveSource(db, job, { ...fetched, upload_key: 'sources/a.pdf' }, [])
  await completeJob(db, job, { result_key: 'results/a/1' })
  const batch = newBatch(1, { sha256: fetched.sha256, is_single: true })
  expect(await enqueueBatches(db, [batch])).toMatchObject([{ original_id: job.id }])
})

describe('a retry', () => {
  async function failedUrl() {
    const { db } = await databaseForTest()
    await queueUrls(db, source_url)
    const [job] = await claim(db)
    if (!job) throw new Error('The job was not claimed')
    await saveSource(db, job, { ...fetched, upload_key: 'sources/a.pdf' }, [])
    await failJob(db, job, failure)
    return { db, id: job.id }
  }

  it('reads the downloaded document while it is stored', async () => {
    const { db, id } = await failedUrl()
    await requeueJob(db, id, owner)
    const { bytes, sha256 } = fetched
    expect(await claim(db)).toMatchObject([{ id, bytes, sha256, upload_key: 'sources/a.pdf' }])
  })

  it('downloads a deleted document again, which may have changed', async () => {
    const { db, id } = await failedUrl()
    await db.query('update jobs set source_deleted_at = now()')
    expect(await requeueJob(db, id, owner)).toHaveLength(1)
    const unknown = { bytes: null, sha256: null, upload_key: null }
    expect(await claim(db)).toMatchObject([{ id, source_url, ...unknown }])
    expect(await db.query('select stage, source_deleted_at from jobs')).toEqual([
      { stage: 'downloading', source_deleted_at: null },
    ])
  })
})
