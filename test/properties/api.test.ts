import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import type { Job } from '../../src/domain/job/job.ts'
import { createKey } from '../../src/identity/api-keys.ts'
import { makeUnique, pdfOfSize, textPdf } from '../fixtures/pdfs.ts'
import { docketForTest, type TestDocket } from '../support/docket/docket.ts'
import { readError, readJob, sha256, type Visitor, visitor } from '../support/docket/visitor.ts'
import { bearer, createAuthHeaders, jwtSecret } from '../support/docket/tokens.ts'

const pdf = await textPdf()
const tokens = { secret: jwtSecret }

/** Number of bytes that `makeUnique` appends. */
const markBytes = makeUnique(pdf).length - pdf.length

it('P1: stores a PDF of any size up to the limit, and returns its job', async () => {
  const maxBytes = 2 * 1024 * 1024
  const docket = await docketForTest({ maxUploadMb: 2 })
  const person = visitor(docket.url)
  const sizes = fc.oneof(
    fc.integer({ min: 1000, max: 20_000 }),
    fc.integer({ min: 1000, max: maxBytes }),
    fc.constant(maxBytes),
  )
  await fc.assert(
    fc.asyncProperty(sizes, async (size) => {
      const bytes = makeUnique(await pdfOfSize(size - markBytes))
      const response = await person.upload(bytes)
      expect(response.status).toBe(202)
      const job = await readJob(response)
      expect(job).toMatchObject({ bytes: size, sha256: sha256(bytes), status: 'queued' })
      expect(response.headers.get('location')).toBe(`/api/jobs/${job.id}`)
      const [row] = await docket.db.query<{ upload_key: string }>(
        'select upload_key from jobs where id = $1',
        [job.id],
      )
      const stored = await docket.services.blobs.open(row?.upload_key ?? '')
      stored.stream.destroy()
      expect(stored.bytes).toBe(size)
    }),
    { numRuns: 100 },
  )
})

it('P1: stores a PDF of 50 MB', async () => {
  const docket = await docketForTest()
  const response = await visitor(docket.url).upload(
    new Uint8Array(await pdfOfSize(50 * 1024 * 1024)),
  )
  expect(response.status).toBe(202)
})

/** Sends the form in chunks, without a Content-Length. */
function uploadWithoutLength(url: string, bytes: Uint8Array<ArrayBuffer>): Promise<Response> {
  const form = new FormData()
  form.set('file', new Blob([bytes]), 'a.pdf')
  const { body, headers } = new Response(form)
  const init = { method: 'POST', body, headers, duplex: 'half' } as const
  return fetch(`${url}/api/upload`, init)
}

it('P2: rejects one byte or more over the limit, with or without a length', async () => {
  const docket = await docketForTest({ maxUploadMb: 1 })
  const person = visitor(docket.url)
  const sizes = fc.oneof(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 1, max: 3_000_000 }))
  const examples: [number, boolean][] = [
    [1, true],
    [1, false],
  ]
  await fc.assert(
    fc.asyncProperty(sizes, fc.boolean(), async (extra, hasLength) => {
      const bytes = new Uint8Array(1024 * 1024 + extra)
      bytes.set(Buffer.from('%PDF-1.4'))
      const sending = hasLength ? person.upload(bytes) : uploadWithoutLength(docket.url, bytes)
      expect((await readError(await sending)).slice(0, 2)).toEqual([413, 'TOO_LARGE'])
      expect(await docket.files()).toEqual([])
    }),
    { numRuns: 20, examples },
  )
  expect(await docket.db.query('select id from jobs')).toEqual([])
})

type Tier = 'premium' | 'standard'

/** Creates callers of both tiers: an anonymous browser, users with a JWT, and API keys. */
async function createCallers(docket: TestDocket): Promise<{ caller: Visitor; tier: Tier }[]> {
  const callers: { caller: Visitor; tier: Tier }[] = [
    { caller: visitor(docket.url), tier: 'standard' },
  ]
  for (const tier of ['premium', 'standard'] as const) {
    for (const user of ['ada', 'bob', 'eve']) {
      const headers = await createAuthHeaders(`${user}-${tier}`, { tier })
      callers.push({ caller: visitor(docket.url, headers), tier })
      const key = {
        name: user,
        user: null,
        scopes: ['read' as const, 'write' as const],
        days: null,
      }
      const token = await createKey(docket.db, { ...key, tier })
      callers.push({ caller: visitor(docket.url, bearer(token)), tier })
    }
  }
  return callers
}

it('P6: gives premium uploads a higher priority than standard ones, across owners', async () => {
  const docket = await docketForTest({ tokens })
  const callers = await createCallers(docket)
  const nth = fc.nat({ max: callers.length - 1 })
  await fc.assert(
    fc.asyncProperty(nth, nth, async (one, other) => {
      const uploads = [one, other].map(async (index) => {
        const { caller, tier } = callers[index] ?? { caller: visitor(docket.url), tier: 'standard' }
        return { tier, job: await readJob(await caller.upload(makeUnique(pdf))) }
      })
      const [first, second] = await Promise.all(uploads)
      const priorities = [first, second].map((sent) => [sent?.tier, sent?.job.priority])
      for (const [tier, priority] of priorities) expect(priority).toBe(tier === 'premium' ? 10 : 0)
    }),
    { numRuns: 100 },
  )
})

it('P23: accepts 100 concurrent uploads of any size and owner, each with its own id', async () => {
  const docket = await docketForTest()
  const bases = await Promise.all([1200, 20_000, 60_000].map(pdfOfSize))
  const uploads = fc.array(fc.tuple(fc.nat(2), fc.nat(3)), { minLength: 100, maxLength: 100 })
  await fc.assert(
    fc.asyncProperty(uploads, async (chosen) => {
      const people = Array.from({ length: 4 }, () => visitor(docket.url))
      for (const person of people) await person.ask('/api/jobs')
      const sent = chosen.map(async ([base, owner]) => {
        const response = await people[owner]?.upload(makeUnique(bases[base] ?? pdf))
        return [response?.status, response && (await readJob(response)).id]
      })
      const answers = await Promise.all(sent)
      expect(answers.map(([status]) => status)).toEqual(answers.map(() => 202))
      expect(new Set(answers.map(([, id]) => id)).size).toBe(100)
    }),
    { numRuns: 20 },
  )
})

const jobRoutes = [
  ['GET', ''],
  ['GET', '/events'],
  ['GET', '/source'],
  ['GET', '/download'],
  ['GET', '/download?format=json'],
  ['GET', '/reading'],
  ['POST', '/retry'],
  ['POST', '/cancel'],
  ['POST', '/share'],
  ['DELETE', ''],
] as const

it('P31: rejects other owners with 403 on every job route, logs it and reveals nothing', async () => {
  const docket = await docketForTest({ tokens })
  docket.startWorking()
  const callers = [
    ...(await createCallers(docket)).map(({ caller }) => caller),
    visitor(docket.url),
  ]
  const secret = 'Confidential Ltd 4711.pdf'
  const jobs: Job[] = []
  for (const caller of callers.slice(0, 5)) {
    jobs.push(await readJob(await caller.upload(makeUnique(pdf), { filename: secret })))
  }
  // A caller that has no job yet gets its session with the first request.
  await callers.at(-1)?.ask('/api/jobs')
  for (const [nth, { id }] of jobs.entries()) {
    await vi.waitFor(async () => expect((await callers[nth]?.job(id))?.status).toBe('complete'))
  }
  const attempt = fc.tuple(
    fc.nat({ max: jobs.length - 1 }),
    fc.integer({ min: 1, max: callers.length - 1 }),
    fc.constantFrom(...jobRoutes, ['STATUS', ''] as const),
  )
  const countDenied = () =>
    docket.log.filter(({ msg }) => String(msg).startsWith('access denied')).length
  await fc.assert(
    fc.asyncProperty(attempt, async ([owner, distance, [method, suffix]]) => {
      const job = jobs[owner]
      const stranger = callers[(owner + distance) % callers.length]
      const address =
        method === 'STATUS' ? `/api/job-status/${job?.id}` : `/api/jobs/${job?.id}${suffix}`
      const headers = { 'content-type': 'application/json' }
      const init = method === 'POST' ? { method, headers, body: '{}' } : { method }
      const before = countDenied()
      const response = await stranger?.ask(address, method === 'STATUS' ? {} : init)
      const [status, code, sentence] = await readError(response as Response)
      expect([status, code]).toEqual([403, 'FORBIDDEN'])
      expect(`${sentence} ${response?.headers.get('content-disposition')}`).not.toContain('4711')
      expect(countDenied()).toBe(before + 1)
    }),
    { numRuns: 100 },
  )
  for (const [nth, { id }] of jobs.entries()) {
    expect(await callers[nth]?.job(id)).toMatchObject({
      status: 'complete',
      original_filename: secret,
    })
  }
})

it('P32: accepts uploads while no worker runs, and reads them once one starts', async () => {
  const docket = await docketForTest()
  const person = visitor(docket.url)
  await person.ask('/api/jobs')
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 5 }), async (count) => {
      const uploads = Array.from({ length: count }, () => person.upload(makeUnique(pdf)))
      const jobs = await Promise.all((await Promise.all(uploads)).map(readJob))
      expect(jobs.map(({ status }) => status)).toEqual(jobs.map(() => 'queued'))
      const worker = docket.startWorking()
      const statuses = async () =>
        (await Promise.all(jobs.map(({ id }) => person.job(id)))).map(({ status }) => status)
      await vi.waitFor(async () => expect(await statuses()).toEqual(jobs.map(() => 'complete')), {
        interval: 10,
      })
      await worker.stop(5000)
    }),
    { numRuns: 20 },
  )
})
