import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  cancelJob,
  completeJob,
  failJob,
  requeueJob,
  retryJob,
} from '../../../src/db/jobs/transitions.sql.ts'
import { reportProgress } from '../../../src/db/jobs/progress.sql.ts'
import { renewLeases } from '../../../src/db/jobs/renew-leases.sql.ts'
import type { Db } from '../../../src/db/db.ts'
import { loadOwnedJobDetail } from '../../../src/jobs/owned-jobs.ts'
import type { EventsPage } from '../../../src/domain/api/routes/jobs.ts'
import type { JobDetail } from '../../../src/domain/job/job.ts'
import type { JobProgress, JobsPage } from '../../../src/domain/api/routes/jobs.ts'
import { makeUnique, scannedPdf, textPdf } from '../../fixtures/pdfs.ts'
import { databaseForTest } from '../../support/database/database.ts'
import { docketForTest, type TestDocket } from '../../support/docket/docket.ts'
import { readJob, readError, visitor } from '../../support/docket/visitor.ts'
import {
  claim,
  claimAndFail,
  failure,
  owner,
  queueJobs,
  failureText,
} from '../../support/database/jobs.ts'
import { assertPresent } from '../../support/processes/assert-present.ts'
import { jwtSecret, createAuthHeaders } from '../../support/docket/tokens.ts'

const pdf = async () => makeUnique(await textPdf({ text: 'Zürich costs 1.234,50 €' }))

describe('conditional requests', () => {
  it('return 304 for an unchanged job and list', async () => {
    const docket = await docketForTest()
    const person = visitor(docket.url)
    const { id } = await readJob(await person.upload(await pdf()))
    for (const address of [`/api/jobs/${id}`, '/api/jobs']) {
      const first = await person.ask(address)
      const tag = first.headers.get('etag') ?? ''
      expect(first.headers.get('cache-control')).toBe('private, no-cache')
      for (const known of [tag, `"other", ${tag}`, tag.replace('W/', ''), '*']) {
        const secondResponse = await person.ask(address, { headers: { 'if-none-match': known } })
        expect([
          secondResponse.status,
          await secondResponse.text(),
          secondResponse.headers.get('etag'),
        ]).toEqual([304, '', tag])
      }
      const other = await person.ask(address, { headers: { 'if-none-match': '"other"' } })
      expect(other.status).toBe(200)
    }
    const known = (await person.ask('/api/jobs')).headers.get('etag') ?? ''
    await person.ask(`/api/jobs/${id}/cancel`, { method: 'POST' })
    const changed = await person.ask('/api/jobs', { headers: { 'if-none-match': known } })
    expect(changed.status).toBe(200)
  })

  it('return 200 if only the queue position has changed', async () => {
    const docket = await docketForTest()
    const person = visitor(docket.url)
    await person.upload(await pdf())
    const { id } = await readJob(await person.upload(await pdf()))
    const first = await person.ask(`/api/jobs/${id}`)
    expect(await first.json()).toMatchObject({ queue_position: 2 })
    await claim(docket.db, 1)
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
    const next = await person.ask(`/api/jobs/${id}`, { headers })
    expect([next.status, await next.json()]).toMatchObject([200, { queue_position: 1 }])
  })

  it('return 200 if only the review reasons or deletions have changed', async () => {
    const docket = await docketForTest()
    const person = visitor(docket.url)
    const since = new Date().toISOString()
    const { id } = await readJob(await person.upload(await pdf()))
    const [lease] = await claim(docket.db)
    await completeJob(docket.db, assertPresent(lease), { result_key: 'results/x' })
    await docket.db.query(
      `update jobs set review_reasons = '[{"code":"total_missing","path":"totals","params":{}}]'`,
    )
    const waiting = await readJob(await person.upload(await pdf()))
    const waitForOther = async (address: string, change: () => Promise<unknown>) => {
      const headers = { 'if-none-match': (await person.ask(address)).headers.get('etag') ?? '' }
      await change()
      const other = await person.ask(`${address}&wait=30`, { headers })
      expect(other.status).toBe(200)
      return (await other.json()) as JobsPage
    }
    const approved = await waitForOther('/api/jobs?limit=1', () =>
      docket.db.query(`update jobs set review_reasons = '[]' where id = $1`, [id]),
    )
    expect(approved.needs_review_count).toBe(0)
    const replaced = await waitForOther(`/api/jobs?status=failed&since=${since}`, async () => {
      await person.ask(`/api/jobs/${waiting.id}`, { method: 'DELETE' })
      await person.upload(await pdf())
    })
    expect(replaced).toMatchObject({ jobs: [], gone: [waiting.id] })
  })

  it('return a consistent snapshot, even if the job changes during the request', async () => {
    const { db } = await databaseForTest()
    const { id } = assertPresent((await queueJobs(db))[0])
    const busy: Db = {
      async query<Row>(text: string, values?: unknown[]) {
        const rows = await db.query<Row>(text, values)
        await claim(db)
        return rows
      },
    }
    const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
    const before = await loadOwnedJobDetail(busy, log, owner, id)
    expect(before).toMatchObject({ status: 'queued', queue_position: 1, attempts: [] })
    const after = await loadOwnedJobDetail(busy, log, owner, id)
    expect(after).toMatchObject({ status: 'processing', queue_position: null, attempts: [{}] })
  })

  it('ignore lease renewals', async () => {
    const docket = await docketForTest()
    const person = visitor(docket.url)
    const { id } = await readJob(await person.upload(await pdf()))
    const leases = await claim(docket.db)
    const before = await person.job(id)
    await renewLeases(docket.db, leases, 60)
    expect(await person.job(id)).toMatchObject({ updated_at: before.updated_at })
  })
})

describe('?wait=', () => {
  it('responds when a job has ended', async () => {
    const docket = await docketForTest()
    const person = visitor(docket.url)
    const { id } = await readJob(await person.upload(await pdf()))
    const waiting = person.ask(`/api/jobs/${id}?wait=30`)
    await claimAndFail(docket.db, id)
    expect(await (await waiting).json()).toMatchObject({ status: 'failed' })
    const finalResponse = await person.ask(`/api/jobs/${id}?wait=30`)
    expect(await finalResponse.json()).toMatchObject({ status: 'failed' })
  })

  it('responds when a job or a list differs from the given ETag', async () => {
    const docket = await docketForTest()
    const person = visitor(docket.url)
    const { id } = await readJob(await person.upload(await pdf()))
    const readTag = async (address: string) => (await person.ask(address)).headers.get('etag') ?? ''
    const jobTag = await readTag(`/api/jobs/${id}`)
    const listTag = await readTag('/api/jobs')
    const wait = (address: string, tag: string) =>
      person.ask(`${address}?wait=30`, { headers: { 'if-none-match': tag } })
    const job = wait(`/api/jobs/${id}`, jobTag)
    const list = wait('/api/jobs', listTag)
    await person.ask('/api/healthz')
    expect(await Promise.race([job, list, Promise.resolve('waiting')])).toBe('waiting')
    await claim(docket.db)
    expect(await (await job).json()).toMatchObject({ status: 'processing' })
    expect(await (await list).json()).toMatchObject({ counts: { processing: 1 } })
  })

  it('shares the queries of all requests that wait for the same job', async () => {
    const docket = await docketForTest()
    const person = visitor(docket.url)
    const { id } = await readJob(await person.upload(await pdf()))
    const queries = vi.spyOn(docket.services.db, 'query')
    onTestFinished(() => queries.mockRestore())
    const count = () => queries.mock.calls.filter(([sql]) => /as queue_position/.test(sql)).length
    const waits = 60
    const subscribed = vi.spyOn(docket.services.watch, 'onChange')
    onTestFinished(() => subscribed.mockRestore())
    const waiting = Array.from({ length: waits }, () => person.ask(`/api/jobs/${id}?wait=50`))
    await expect.poll(() => subscribed.mock.calls.length).toBeGreaterThanOrEqual(waits)
    // Each wait starts its first query in the turn in which it subscribes.
    await person.ask('/api/healthz')
    const before = count()
    await claimAndFail(docket.db, id)
    for (const response of await Promise.all(waiting))
      expect(await response.json()).toMatchObject({ status: 'failed' })
    // The claim and the failure wake them, once more or less often.
    expect(count() - before).toBeLessThan(waits / 2)
  })

  it('responds with the current state at the timeout', async () => {
    const docket = await docketForTest()
    const person = visitor(docket.url)
    const { id } = await readJob(await person.upload(await pdf()))
    const job = await person.ask(`/api/jobs/${id}?wait=0.05`)
    expect(await job.json()).toMatchObject({ status: 'queued', queue_position: 1 })
    const tag = job.headers.get('etag') ?? ''
    const same = await person.ask(`/api/jobs/${id}?wait=0.05`, {
      headers: { 'if-none-match': tag },
    })
    expect(same.status).toBe(304)
    const [status, code] = await readError(await person.ask(`/api/jobs/${id}?wait=51`))
    expect([status, code]).toEqual([400, 'INVALID_REQUEST'])
  })
})

describe('queue_position', () => {
  it("counts the owner's earlier jobs and, for each of them, one job from every other owner", async () => {
    const { db, url } = await docketForTest({ tokens: { secret: jwtSecret } })
    const ada = visitor(url, await createAuthHeaders('ada'))
    const mine = await queueJobs(db, 3, { owner_id: 'user:ada' })
    await queueJobs(db, 5, { owner_id: 'user:bob' })
    await queueJobs(db, 1, { owner_id: 'user:eve' })
    const positions = await Promise.all(
      mine.map(async ({ id }) => ((await ada.job(id)) as JobDetail).queue_position),
    )
    expect(positions).toEqual([3, 5, 7])
    const [job] = await claim(db, 1)
    const running = (await (job?.owner_id === 'user:ada'
      ? ada.job(job.id)
      : undefined)) as JobDetail
    expect(running?.queue_position ?? null).toBeNull()
  })
})

describe('GET /api/jobs/:id in any state', () => {
  it('P16, P17, P18: returns its progress in every state', async () => {
    const { db, url } = await docketForTest({ tokens: { secret: jwtSecret } })
    const ada = visitor(url, await createAuthHeaders('ada'))
    const steps = fc.array(
      fc.constantFrom('claim', 'progress', 'fail', 'complete', 'retry', 'cancel', 'requeue'),
      { maxLength: 8 },
    )
    await fc.assert(
      fc.asyncProperty(steps, async (history) => {
        const [job] = await queueJobs(db, 1, { owner_id: 'user:ada' })
        const { id } = assertPresent(job)
        for (const step of history) await applyEvent(db, id, step)
        const [row] = await db.query<{ status: string; progress: number; error_code: string }>(
          'select status, progress, error_code from jobs where id = $1',
          [id],
        )
        const { status, progress, error_code } = assertPresent(row)
        const reported = (await (await ada.ask(`/api/job-status/${id}`)).json()) as JobProgress
        expect(reported).toMatchObject({ status, progress })
        expect(await ada.job(id)).toMatchObject({ status, progress })
        expect(reported.result !== undefined).toBe(status === 'complete')
        expect(reported.error?.code).toBe(status === 'failed' ? error_code : undefined)
        expect(reported.error?.detail).toBe(status === 'failed' ? failureText : undefined)
        const isTimed = status === 'complete' || status === 'failed'
        expect(typeof reported.processing_time).toBe(isTimed ? 'number' : 'object')
        await db.query('delete from jobs')
      }),
    )
  })

  it('P20: 404 for any unknown id', async () => {
    const { url } = await docketForTest()
    const person = visitor(url)
    await fc.assert(
      fc.asyncProperty(fc.uuid(), async (id) => {
        for (const address of [`jobs/${id}`, `job-status/${id}`, `batch/${id}/stream`]) {
          const response = await readError(await person.ask(`/api/${address}`))
          expect(response.slice(0, 2)).toEqual([404, 'NOT_FOUND'])
        }
      }),
    )
  })
})

/** Fires an event on a job. Has no effect if the state of the job does not allow it. */
async function applyEvent(db: TestDocket['db'], id: string, step: string): Promise<unknown> {
  const [row] = await db.query<{ epoch: number }>('select epoch from jobs where id = $1', [id])
  const lease = { id, epoch: row?.epoch ?? 0 }
  switch (step) {
    case 'claim':
      return claim(db, 1)
    case 'progress':
      return reportProgress(db, lease, { stage: 'extracting', progress: 50 })
    case 'fail':
      return failJob(db, lease, failure)
    case 'complete':
      return completeJob(db, lease, { result_key: 'results/x' })
    case 'retry':
      return retryJob(db, lease, failure, { seconds: 0 })
    case 'cancel':
      return cancelJob(db, id, 'user:ada')
    default:
      return requeueJob(db, id, 'user:ada')
  }
}

describe('GET /api/job-status/:id', () => {
  it('P16, P17, P18: returns the progress of a job, and its result or error', async () => {
    const docket = await docketForTest()
    const person = visitor(docket.url)
    const status = async (id: string) => (await person.ask(`/api/job-status/${id}`)).json()
    const good = await readJob(await person.upload(await pdf()))
    expect(await status(good.id)).toEqual({ status: 'queued', progress: 0, processing_time: null })
    const bad = await readJob(await person.upload(new Uint8Array(await scannedPdf())))
    docket.startWorking()
    await vi.waitFor(async () => {
      expect((await person.job(good.id)).status).toBe('complete')
      expect((await person.job(bad.id)).status).toBe('failed')
    })
    const done = (await status(good.id)) as JobProgress
    expect(done).toMatchObject({
      status: 'complete',
      progress: 100,
      result: { needs_review: false },
    })
    expect(done.processing_time).toBeGreaterThan(0)
    for (const { url, bytes, content_type } of done.result?.outputs ?? []) {
      const download = await person.ask(url)
      expect(download.headers.get('content-type')).toBe(content_type)
      expect((await download.arrayBuffer()).byteLength).toBe(bytes)
    }
    expect(await status(bad.id)).toMatchObject({
      status: 'failed',
      error: {
        type: '/problems/NO_TEXT',
        code: 'NO_TEXT',
        detail: expect.stringContaining('No text found'),
      },
    })
  })
})

describe('GET /api/jobs/:id/events', () => {
  it("returns a job's whole history, or the part after an event", async () => {
    const docket = await docketForTest()
    const person = visitor(docket.url)
    const { id } = await readJob(await person.upload(await pdf()))
    await claimAndFail(docket.db, id)
    const page = async (query = '') =>
      (await (await person.ask(`/api/jobs/${id}/events${query}`)).json()) as EventsPage
    const { events, next_after } = await page()
    expect(next_after).toBeNull()
    expect(events).toMatchObject([
      { number: 1, type: 'queue', job_id: id, status: 'queued', attempt: 0, error_code: null },
      { number: 2, type: 'claim', status: 'processing', stage: 'reading', attempt: 1 },
      {
        number: 3,
        type: 'fail',
        status: 'failed',
        error_code: failure.code,
        error_message: failureText,
      },
    ])
    const numbers = async (query: string) => {
      const { events: some, next_after: next } = await page(query)
      return { some: some.map(({ number }) => number), next }
    }
    expect(await numbers('?limit=2')).toEqual({ some: [1, 2], next: 2 })
    expect(await numbers('?after=1&limit=1')).toEqual({ some: [2], next: 2 })
    expect(await numbers('?after=2&limit=1')).toEqual({ some: [3], next: null })
    expect(await numbers('?after=3')).toEqual({ some: [], next: null })
    const [status, code] = await readError(await person.ask(`/api/jobs/${id}/events?after=-1`))
    expect([status, code]).toEqual([400, 'INVALID_REQUEST'])
  })
})

describe('GET /api/jobs?q=', () => {
  it('finds jobs by words in their name, URL, mapping or id', async () => {
    const { db, url } = await docketForTest({ tokens: { secret: jwtSecret } })
    const ada = visitor(url, await createAuthHeaders('ada'))
    const add = async (original_filename: string, mapping = 'auto') =>
      (await queueJobs(db, 1, { owner_id: 'user:ada', original_filename, mapping }))[0]?.id ?? ''
    const march = await add('Acme March 100%.pdf')
    const april = await add('acme_april.pdf', 'document_text_v1')
    const cafe = await add('Café Ünïcode ﬁle.pdf')
    await queueJobs(db, 1, { owner_id: 'user:eve', original_filename: 'acme.pdf' })
    const find = async (q: string) => {
      const response = await ada.ask(`/api/jobs?q=${encodeURIComponent(q)}`)
      return ((await response.json()) as JobsPage).jobs.map(({ id }) => id)
    }
    expect(await find('ACME')).toEqual([april, march])
    expect(await find('  march   acme ')).toEqual([march])
    expect(await find('march april')).toEqual([])
    expect(await find('%')).toEqual([march])
    expect(await find('_april')).toEqual([april])
    expect(await find('\\')).toEqual([])
    expect(await find('text_v1')).toEqual([april])
    expect(await find(march)).toEqual([march])
    for (const q of ['CAFÉ', 'cafe', 'cafe\u0301', 'UNICODE', 'file']) {
      expect(await find(q), q).toEqual([cafe])
    }
    expect(await find('')).toEqual([cafe, april, march])
  })
})
