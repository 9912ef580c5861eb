import { beforeAll, describe, expect, it, vi } from 'vitest'
import { initBucket } from '../../src/blobs/s3/init-bucket.ts'
import { s3Blobs } from '../../src/blobs/s3/s3.ts'
import { AppError } from '../../src/domain/errors/app-error.ts'
import { makeUnique, textPdf } from '../fixtures/pdfs.ts'
import { needsCeph } from '../support/servers/ceph.ts'
import { docketForTest } from '../support/docket/docket.ts'
import { readJob, readError, visitor } from '../support/docket/visitor.ts'
import { faultyProxy } from '../support/servers/faulty-proxy.ts'
import { s3Options, sharedS3 } from '../support/servers/s3.ts'

const pdf = await textPdf()
const always = 1e9

async function createProxiedBucket() {
  const server = await sharedS3()
  const proxy = await faultyProxy(server.endpoint)
  const options = s3Options(proxy.url)
  await initBucket({ ...options, endpoint: server.endpoint }, undefined)
  const docket = await docketForTest({ blobs: s3Blobs(options) })
  return { proxy, docket, person: visitor(docket.url) }
}

// Skipped if Ceph is not installed. `npm test` installs it on Debian as root.
describe('a storage outage', needsCeph, () => {
  beforeAll(async () => {
    await sharedS3()
  })

  it('rejects uploads temporarily, leaves nothing behind, and recovers', async () => {
    const { proxy, docket, person } = await createProxiedBucket()
    proxy.fail(always, 'cut')
    const rejected = await person.upload(makeUnique(pdf))
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await readError(rejected)).slice(0, 2)).toEqual([503, 'STORAGE_DOWN'])
    expect(await docket.db.query('select 1 from jobs')).toEqual([])
    expect(await docket.files()).toEqual([])
    proxy.fail(0, 'cut')
    expect((await person.upload(makeUnique(pdf))).status).toBe(202)
  })

  it('does not use up attempts: jobs wait until it is over', async () => {
    const { proxy, docket, person } = await createProxiedBucket()
    const { id } = await readJob(await person.upload(makeUnique(pdf)))
    proxy.fail(always, 503)
    docket.startWorking()
    await vi.waitFor(async () => {
      const { status, attempt_count, error_code } = await person.job(id)
      expect([status, attempt_count, error_code]).toEqual(['queued', 0, 'STORAGE_DOWN'])
    })
    proxy.fail(0, 'cut')
    await docket.db.query(`update jobs set run_at = now()`)
    await vi.waitFor(async () => expect((await person.job(id)).status).toBe('complete'))
    expect((await person.job(id)).attempt_count).toBe(1)
  })

  it('rejects downloads temporarily, and still serves the status', async () => {
    const { proxy, docket, person } = await createProxiedBucket()
    docket.startWorking()
    const { id } = await readJob(await person.upload(makeUnique(pdf)))
    await vi.waitFor(async () => expect((await person.job(id)).status).toBe('complete'))
    proxy.fail(always, 'cut')
    for (const address of ['download', 'source']) {
      const response = await person.ask(`/api/jobs/${id}/${address}`)
      expect(response.headers.get('retry-after')).toBe('5')
      expect((await readError(response)).slice(0, 2)).toEqual([503, 'STORAGE_DOWN'])
    }
    expect((await person.job(id)).status).toBe('complete')
    proxy.fail(0, 'cut')
    expect((await person.ask(`/api/jobs/${id}/download`)).status).toBe(200)
  })
})

describe('a full disk', () => {
  it('returns 507 with Retry-After, leaves nothing behind, and ends when there is space', async () => {
    const docket = await docketForTest()
    const person = visitor(docket.url)
    const { blobs } = docket.services
    const { putFiles } = blobs
    blobs.putFiles = async () => {
      throw new AppError('STORAGE_FULL')
    }
    const rejected = await person.upload(makeUnique(pdf))
    expect(rejected.headers.get('retry-after')).toBe('5')
    expect((await readError(rejected)).slice(0, 2)).toEqual([507, 'STORAGE_FULL'])
    expect(await docket.db.query('select 1 from jobs')).toEqual([])
    expect(await docket.files()).toEqual([])
    blobs.putFiles = putFiles
    expect((await person.upload(makeUnique(pdf))).status).toBe(202)
  })
})

describe('without a worker', () => {
  it('P32: accepts uploads, which are read when a worker starts', async () => {
    const docket = await docketForTest()
    const person = visitor(docket.url)
    await person.ask('/api/jobs')
    const uploads = await Promise.all(
      Array.from({ length: 5 }, () => person.upload(makeUnique(pdf))),
    )
    const jobs = await Promise.all(uploads.map(readJob))
    expect(jobs.map(({ status }) => status)).toEqual(jobs.map(() => 'queued'))
    docket.startWorking()
    await vi.waitFor(async () => {
      const now = await Promise.all(jobs.map(({ id }) => person.job(id)))
      expect(now.map(({ status }) => status)).toEqual(jobs.map(() => 'complete'))
    })
  })
})
