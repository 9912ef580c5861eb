import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { initBucket } from '../../src/blobs/s3/init-bucket.ts'
import { s3Blobs } from '../../src/blobs/s3/s3.ts'
import { memoryStore } from '../../src/cache/store.ts'
import type { JobProgress } from '../../src/domain/api/routes/jobs.ts'
import { contentTypes } from '../../src/domain/mapping/output-formats.ts'
import type { ReadDocument } from '../../src/reading/steps/read-document.ts'
import { makeUnique, textPdf } from '../fixtures/pdfs.ts'
import { needsCeph } from '../support/servers/ceph.ts'
import { docketForTest, type TestDocket } from '../support/docket/docket.ts'
import { readJob, sha256, type Visitor, visitor } from '../support/docket/visitor.ts'
import { faultyProxy } from '../support/servers/faulty-proxy.ts'
import { createJobInStatus, owner as testOwner } from '../support/database/jobs.ts'
import { connectCache, needsRedis, redisForTest } from '../support/servers/redis.ts'
import { s3ForTest, s3Options, sharedS3 } from '../support/servers/s3.ts'

const pdf = await textPdf()
const dayMs = 24 * 60 * 60 * 1000

/** Creates a reader that returns the text of each document from `texts`, by hash. */
function readerOf(texts: Map<string, string>): ReadDocument {
  return async ({ folder, mapping, sha256 }) => {
    const text = texts.get(sha256) ?? 'text'
    const file = path.join(folder, 'out.txt')
    await writeFile(file, text)
    const output = { format: 'txt' as const, content_type: contentTypes.txt, file }
    const facts = { mapping, review_reasons: [], summary: null, page_count: 1, word_count: 1 }
    return { ...facts, outputs: [{ ...output, bytes: Buffer.byteLength(text) }] }
  }
}

async function uploadAll(person: Visitor, count: number): Promise<string[]> {
  const uploads = Array.from({ length: count }, () => person.upload(makeUnique(pdf)))
  const jobs = await Promise.all((await Promise.all(uploads)).map(readJob))
  return jobs.map(({ id }) => id)
}

async function readOwner({ db }: TestDocket): Promise<string> {
  const [job] = await db.query<{ owner_id: string }>('select owner_id from jobs limit 1')
  return job?.owner_id ?? ''
}

describe('the cache', needsRedis, () => {
  it('P24: holds the status of every complete job for a day, without any request for it', async () => {
    const redis = await redisForTest()
    const cache = await connectCache(redis)
    const docket = await docketForTest({ store: cache.store, reader: readerOf(new Map()) })
    docket.startWorking({ concurrency: 4 })
    const person = visitor(docket.url)
    await person.ask('/api/jobs')
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 5, max: 10 }), async (count) => {
        const ids = await uploadAll(person, count)
        const keys = await Promise.all(
          ids.map(async (id) => `docket:statuses:${await readOwner(docket)} ${id}`),
        )
        const readAll = async () => (await redis.command('MGET', ...keys)) as (string | null)[]
        const expected = keys.map(() => ({ status: 'complete', progress: 100 }))
        await vi.waitFor(
          async () => {
            const texts = await readAll()
            expect(texts.map((text) => JSON.parse(text ?? '{}') as object)).toMatchObject(expected)
          },
          { interval: 20 },
        )
        for (const key of keys) {
          const left = Number(await redis.command('PTTL', key))
          expect(left).toBeGreaterThan(dayMs - 60_000)
          expect(left).toBeLessThanOrEqual(dayMs)
        }
      }),
      { numRuns: 20 },
    )
    expect(docket.log.filter(({ route }) => String(route).includes('job-status'))).toEqual([])
  })

  it('P19, P26: keeps a requested status for a day, even after the cache was flushed', async () => {
    const redis = await redisForTest()
    const cache = await connectCache(redis)
    const docket = await docketForTest({ store: cache.store })
    // The queued job is created last, because creating the others claims queued jobs.
    const statuses = ['complete', 'failed', 'cancelled', 'expired', 'queued'] as const
    const jobs: { id: string; status: string }[] = []
    for (const status of statuses) {
      const { id } = await createJobInStatus(docket.db, status)
      jobs.push({ id, status })
    }
    const person = visitor(docket.url)
    const { id: own } = await readJob(await person.upload(makeUnique(pdf)))
    const [uploaded] = await docket.db.query<{ owner_id: string }>(
      'select owner_id from jobs where id = $1',
      [own],
    )
    const owner = uploaded?.owner_id ?? ''
    for (const table of ['batches', 'jobs']) {
      await docket.db.query(`update ${table} set owner_id = $1 where owner_id = $2`, [
        owner,
        testOwner,
      ])
    }
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...jobs), fc.boolean(), async ({ id, status }, forgets) => {
        if (forgets) await redis.command('FLUSHALL')
        const response = await person.ask(`/api/job-status/${id}`)
        const body = (await response.json()) as JobProgress
        expect([response.status, body.status]).toEqual([200, status])
        const key = `docket:statuses:${owner} ${id}`
        const text = (await redis.command('GET', key)) as string | null
        expect(JSON.parse(text ?? '{}')).toEqual(body)
        expect(Number(await redis.command('PTTL', key))).toBeGreaterThan(dayMs - 60_000)
      }),
      { numRuns: 100 },
    )
  })
})

it('P25: keeps results and statuses of complete jobs across restarts and cache loss', async () => {
  const texts = new Map<string, string>()
  const first = await docketForTest({ reader: readerOf(texts) })
  const { blobs } = first.services
  first.startWorking({ concurrency: 4 })
  const person = visitor(first.url)
  await person.ask('/api/jobs')
  const results = fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }), {
    minLength: 1,
    maxLength: 10,
  })
  await fc.assert(
    fc.asyncProperty(results, async (written) => {
      const uploads = written.map(async (result) => {
        const bytes = makeUnique(pdf)
        texts.set(sha256(bytes), result)
        return { result, id: (await readJob(await person.upload(bytes))).id }
      })
      const jobs = await Promise.all(uploads)
      const left = `select 1 from jobs where status <> 'complete' limit 1`
      await vi.waitFor(async () => expect(await first.db.query(left)).toEqual([]), { interval: 20 })
      const second = await docketForTest({ db: first.db, blobs, store: memoryStore() })
      const after = visitor(second.url)
      after.become(person)
      for (const { id, result } of jobs) {
        const status = (await (await after.ask(`/api/job-status/${id}`)).json()) as JobProgress
        expect(status).toMatchObject({ status: 'complete', progress: 100 })
        expect(await (await after.ask(`/api/jobs/${id}/download`)).text()).toBe(result)
      }
      await second.close()
    }),
    { numRuns: 20, endOnFailure: true },
  )
})

async function temporaryFile(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-fleet-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return path.join(folder, 'file')
}

// Skipped if Ceph is not installed. `npm test` installs it on Debian as root.
describe('S3 storage', needsCeph, () => {
  it('P29: serves any file through a signed link until the link expires', async () => {
    const { blobs } = await s3ForTest()
    const file = await temporaryFile()
    const shortLinks: string[] = []
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 500 }), async (bytes) => {
        const key = `sources/${randomBytes(8).toString('hex')}.pdf`
        await writeFile(file, bytes)
        await blobs.putFile(key, file)
        const linkFor = async (seconds: number) =>
          (await blobs.links?.toRead(key, { seconds, filename: 'a.pdf' })) ?? ''
        shortLinks.push(await linkFor(1))
        const response = await fetch(await linkFor(60))
        expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from(bytes))
      }),
      { numRuns: 100, endOnFailure: true },
    )
    await sleep(2_100)
    for (const link of shortLinks) expect((await fetch(link)).status).toBe(403)
    expect(shortLinks).toHaveLength(100)
  })

  it('P30: workers read sources with their own credentials, never anonymously', async () => {
    const server = await sharedS3()
    const proxy = await faultyProxy(server.endpoint)
    const options = s3Options(proxy.url)
    await initBucket({ ...options, endpoint: server.endpoint }, undefined)
    const reads: { url: string; headers: IncomingHttpHeaders }[] = []
    proxy.intercept(({ method, url = '', headers }) => {
      if (method === 'GET') reads.push({ url, headers })
      return false
    })
    const docket = await docketForTest({ blobs: s3Blobs(options) })
    docket.startWorking({ concurrency: 4 })
    const person = visitor(docket.url)
    await person.ask('/api/jobs')
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 3 }), async (count) => {
        reads.length = 0
        const ids = await uploadAll(person, count)
        for (const id of ids) {
          await vi.waitFor(async () => expect((await person.job(id)).status).toBe('complete'), {
            interval: 20,
          })
          const ofSource = reads.filter(({ url }) => url.includes(id) && url.includes('sources/'))
          expect(ofSource.length).toBeGreaterThan(0)
          for (const { url, headers } of ofSource) {
            const isSigned = new URL(url, server.endpoint).searchParams.has('X-Amz-Signature')
            const isAuthorised = headers.authorization?.startsWith('AWS4-HMAC-SHA256 ') ?? false
            expect(isSigned || isAuthorised).toBe(true)
            // The same URL without the signature is rejected.
            const { pathname } = new URL(url, server.endpoint)
            expect((await fetch(server.endpoint + pathname)).status).toBe(403)
          }
        }
      }),
      { numRuns: 20 },
    )
  })

  it('P30: a worker without valid credentials reads nothing, and its jobs wait', async () => {
    const { options, blobs } = await s3ForTest()
    const web = await docketForTest({ blobs })
    const person = visitor(web.url)
    const { id } = await readJob(await person.upload(makeUnique(pdf)))
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'wrong')
    onTestFinished(() => void vi.unstubAllEnvs())
    const stranger = await docketForTest({ db: web.db, blobs: s3Blobs(options) })
    stranger.startWorking()
    await vi.waitFor(async () => {
      const { status, error_code, outputs } = await person.job(id)
      expect([status, outputs]).toEqual(['queued', []])
      expect(error_code).not.toBeNull()
    })
  })
})
