import { randomUUID } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import type { Job, JobDetail } from '../../../src/domain/job/job.ts'
import type { JobsPage } from '../../../src/domain/api/routes/jobs.ts'
import { makeUnique, scannedPdf, textPdf } from '../../fixtures/pdfs.ts'
import { completeUpload, docketForTest } from '../../support/docket/docket.ts'
import { readJob, readError, visitor } from '../../support/docket/visitor.ts'
import { claim, claimAndFail, queueJobs, failureText } from '../../support/database/jobs.ts'
import { moveChangeTime } from '../../support/database/change-time.ts'
import { jwtSecret, createAuthHeaders } from '../../support/docket/tokens.ts'
import { addOutcomeCounters } from '../../../src/db/operations/outcome-counters.sql.ts'
import { completeJob, expireJob } from '../../../src/db/jobs/transitions.sql.ts'

const pdf = async () => makeUnique(await textPdf({ text: 'Zürich costs 1.234,50 €' }))

describe('GET /api/jobs/:id', () => {
  it('P16, P17: follows a job to its end and returns its result', async () => {
    const docket = await docketForTest()
    const person = visitor(docket.url)
    const { id } = await completeUpload(docket, person, await pdf(), { filename: 'Bill №7.pdf' })
    const job = await person.job(id)
    expect(job).toMatchObject({ stage: 'done', progress: 100, error_code: null, attempt_count: 1 })
    expect(job.processing_time).toBeGreaterThan(0)
    expect(job.outputs.map((output) => output.format)).toEqual(['json', 'txt'])

    const json = await person.ask(`/api/jobs/${id}/download`)
    expect(json.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(await json.json()).toMatchObject({ kind: 'text', page_count: 1 })
    const headers = { 'accept-encoding': 'identity' }
    const txt = await person.ask(`/api/jobs/${id}/download?format=txt`, { headers })
    expect(txt.headers.get('content-disposition')).toBe(
      `attachment; filename="Bill No7.txt"; filename*=UTF-8''Bill%20%E2%84%967.txt`,
    )
    const body = await txt.text()
    expect(body).toContain('Zürich costs 1.234,50 €')
    expect(Number(txt.headers.get('content-length'))).toBe(Buffer.byteLength(body))
  })

  it('P18: explains why a job failed and what to do', async () => {
    const docket = await docketForTest()
    const person = visitor(docket.url)
    const { id } = await readJob(await person.upload(new Uint8Array(await scannedPdf())))
    docket.startWorking()
    await vi.waitFor(async () => expect((await person.job(id)).status).toBe('failed'))
    const job = await person.job(id)
    expect(job.error_code).toBe('NO_TEXT')
    expect(job.error_message).toMatch(/No text found.*images/)
    const [status, code, sentence] = await readError(await person.ask(`/api/jobs/${id}/download`))
    expect([status, code]).toEqual([409, 'NOT_READY'])
    expect(sentence).toContain(job.error_message)
  })

  it('P20: 404 for an unknown id, 400 for an invalid id', async () => {
    const docket = await docketForTest()
    const person = visitor(docket.url)
    for (const suffix of ['', '/download']) {
      const unknown = await readError(await person.ask(`/api/jobs/${randomUUID()}${suffix}`))
      expect(unknown.slice(0, 2)).toEqual([404, 'NOT_FOUND'])
      const invalidIdError = await readError(await person.ask(`/api/jobs/42${suffix}`))
      expect(invalidIdError.slice(0, 2)).toEqual([400, 'INVALID_REQUEST'])
    }
  })

  it("P31: 403 for another owner's job, on every route, with a log entry", async () => {
    const docket = await docketForTest()
    const { id } = await readJob(await visitor(docket.url).upload(await pdf()))
    for (const stranger of [visitor(docket.url), visitorWithCookie(docket.url)]) {
      for (const suffix of ['', '/download', '/download?format=txt']) {
        const [status, code] = await readError(await stranger.ask(`/api/jobs/${id}${suffix}`))
        expect([status, code]).toEqual([403, 'FORBIDDEN'])
      }
    }
    const attempts = docket.log.filter(
      (line) => line.msg === 'access denied: job belongs to another owner',
    )
    expect(attempts).toHaveLength(6)
    expect(attempts[0]).toMatchObject({ job_id: id })
  })

  it('409 before the end, 404 once expired, 400 for an unavailable format', async () => {
    const docket = await docketForTest()
    const person = visitor(docket.url)
    const { id } = await readJob(await person.upload(await pdf()))
    const download = async (query = '') =>
      (await readError(await person.ask(`/api/jobs/${id}/download${query}`))).slice(0, 2)
    expect(await download()).toEqual([409, 'NOT_READY'])
    await claim(docket.db)
    expect(await download()).toEqual([409, 'NOT_READY'])
    await completeJob(docket.db, { id, epoch: 1 }, { result_key: 'results/x/1' })
    expect(await download('?format=txt')).toEqual([400, 'UNKNOWN_FORMAT'])
    expect(await download('?format=exe')).toEqual([400, 'INVALID_REQUEST'])
    await expireJob(docket.db, id)
    expect(await download()).toEqual([404, 'EXPIRED'])
  })
})

describe('the expected job duration', () => {
  it('is returned while the job waits, once the throughput is known', async () => {
    const docket = await docketForTest()
    const person = visitor(docket.url)
    await person.upload(await pdf())
    const { id } = await readJob(await person.upload(await pdf()))
    const eta = async () =>
      ((await (await person.ask(`/api/jobs/${id}`)).json()) as JobDetail).eta_seconds
    expect(await eta()).toBeNull()
    const complete = { outcome: 'complete', jobs: 30, pages: 30, waited_ms: 0, durations: [30] }
    const retry = { ...complete, outcome: 'retry', jobs: 1000 }
    await addOutcomeCounters(docket.db, 'w', [complete, retry])
    // 30 jobs ended in the current minute, and this job is second in the queue.
    expect(await eta()).toBeCloseTo(4)
  })

  it('is returned while the job runs, once durations for documents of its size are known', async () => {
    const docket = await docketForTest()
    const person = visitor(docket.url)
    const { id } = await readJob(await person.upload(await pdf()))
    const eta = async () =>
      ((await (await person.ask(`/api/jobs/${id}`)).json()) as JobDetail).eta_seconds
    await claim(docket.db)
    expect(await eta()).toBeNull()
    await docket.db.query(`insert into durations (mapping, bytes, seconds)
      select mapping, bytes, 100 from jobs, generate_series(1, 5)`)
    expect(await eta()).toBeGreaterThan(50)
    expect(await eta()).toBeLessThan(100)
    await completeJob(docket.db, { id, epoch: 1 }, { result_key: 'results/x/1' })
    expect(await eta()).toBeNull()
  })
})

describe('POST /api/jobs/:id/cancel and /retry', () => {
  const post = (person: ReturnType<typeof visitor>, address: string) =>
    person.ask(address, { method: 'POST' })

  it('cancel a job, and queue it again with its attempts still listed', async () => {
    const docket = await docketForTest()
    const person = visitor(docket.url)
    const { id } = await readJob(await person.upload(await pdf()))
    await claimAndFail(docket.db, id)
    const retryResponse = await post(person, `/api/jobs/${id}/retry`)
    expect([retryResponse.status, ((await retryResponse.json()) as Job).status]).toEqual([
      202,
      'queued',
    ])
    const stopped = await post(person, `/api/jobs/${id}/cancel`)
    expect([stopped.status, ((await stopped.json()) as Job).status]).toEqual([202, 'cancelled'])
    await post(person, `/api/jobs/${id}/retry`)
    docket.startWorking()
    await vi.waitFor(async () => expect((await person.job(id)).status).toBe('complete'))
    const { attempts } = (await (await person.ask(`/api/jobs/${id}`)).json()) as JobDetail
    expect(attempts).toMatchObject([
      { number: 1, outcome: 'fail', error_code: 'BROKEN_PDF', error_message: failureText },
      { number: 1, outcome: 'complete', error_code: null, worker: 'worker-test' },
    ])
  })

  it('reject a wrong state, and a job whose file is deleted', async () => {
    const docket = await docketForTest()
    const person = visitor(docket.url)
    const { id } = await readJob(await person.upload(await pdf()))
    const expectRejected = async (verb: string) =>
      (await readError(await post(person, `/api/jobs/${id}/${verb}`))).slice(0, 2)
    expect(await expectRejected('retry')).toEqual([409, 'NOT_RETRYABLE'])
    await claimAndFail(docket.db, id)
    expect(await expectRejected('cancel')).toEqual([409, 'NOT_CANCELLABLE'])
    await docket.db.query('update jobs set source_deleted_at = now()')
    expect(await expectRejected('retry')).toEqual([409, 'SOURCE_GONE'])
  })

  it('P31: are rejected for other owners', async () => {
    const docket = await docketForTest()
    const { id } = await readJob(await visitor(docket.url).upload(await pdf()))
    for (const verb of ['cancel', 'retry']) {
      const response = await readError(await post(visitor(docket.url), `/api/jobs/${id}/${verb}`))
      expect(response.slice(0, 2)).toEqual([403, 'FORBIDDEN'])
    }
  })
})

describe('the same document again', () => {
  it('returns the job that is reading it, then its result', async () => {
    const docket = await docketForTest()
    const person = visitor(docket.url)
    const same = await pdf()
    const { id } = await readJob(await person.upload(same))
    const second = (await (await person.upload(same)).json()) as UploadResponse
    expect([second.job.id, second.deduped_from]).toEqual([id, id])
    docket.startWorking()
    await vi.waitFor(async () => expect((await person.job(id)).status).toBe('complete'))
    const third = (await (await person.upload(same)).json()) as UploadResponse
    expect(third.job).toMatchObject({ status: 'complete', progress: 100, deduped_from: id })
    expect(third.deduped_from).toBe(id)
    const text = await person.ask(`/api/jobs/${third.job.id}/download?format=txt`)
    expect(await text.text()).toContain('Zürich costs')
    const sources = (await docket.files()).filter((file) => file.endsWith('.pdf'))
    expect(sources).toHaveLength(2)
  })
})

describe('GET /api/dependencies', () => {
  it('shows caps and breakers', async () => {
    const docket = await docketForTest()
    const response = await (await visitor(docket.url).ask('/api/dependencies')).json()
    const idle = { breaker: 'closed', running: 0, waiting: 0, probe_at: null }
    expect(response).toEqual({
      dependencies: [
        { name: 'gateway', max_running: 8, ...idle },
        { name: 'llm', max_running: 10, ...idle },
      ],
    })
  })
})

interface UploadResponse {
  job: Job
  deduped_from?: string
}

describe('a stored file', () => {
  it('P11: is not read if it differs from the upload', async () => {
    const docket = await docketForTest()
    const person = visitor(docket.url)
    const { id } = await readJob(await person.upload(await pdf()))
    await docket.damage(id)
    docket.startWorking()
    await vi.waitFor(async () => {
      expect(await person.job(id)).toMatchObject({
        status: 'queued',
        error_code: 'IO_ERROR',
        error_message: 'The stored file has changed since it was uploaded.',
      })
    })
  })
})

describe('GET /api/jobs', () => {
  const list = async (person: ReturnType<typeof visitor>, query = '') =>
    (await (await person.ask(`/api/jobs${query}`)).json()) as JobsPage

  it('is empty for a new session and sets its cookie', async () => {
    const docket = await docketForTest()
    const response = await fetch(`${docket.url}/api/jobs`)
    expect(response.headers.get('set-cookie')).toMatch(
      /^docket_session=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    expect(await response.json()).toMatchObject({ jobs: [], active_count: 0, next_cursor: null })
  })

  it("pages through all the owner's jobs, newest first", async () => {
    const docket = await docketForTest()
    const person = visitor(docket.url)
    await visitor(docket.url).upload(await pdf())
    const ids: string[] = []
    for (const _ of Array(5)) ids.unshift((await readJob(await person.upload(await pdf()))).id)
    const seen: string[] = []
    let query = '?limit=2'
    for (;;) {
      const page = await list(person, query)
      expect(page.counts.queued).toBe(5)
      seen.push(...page.jobs.map((job) => job.id))
      if (page.next_cursor === null) break
      query = `?limit=2&cursor=${page.next_cursor}`
    }
    expect(seen).toEqual(ids)
  })

  it('finds jobs that need review, and counts them regardless of the filter', async () => {
    const docket = await docketForTest()
    const person = visitor(docket.url)
    const upload = async (filename: string) =>
      (await readJob(await person.upload(await pdf(), { filename }))).id
    const [bill, letter] = [await upload('Bill of May.pdf'), await upload('Letter.pdf')]
    await claim(docket.db, 2)
    for (const id of [bill, letter]) {
      await completeJob(docket.db, { id, epoch: 1 }, { result_key: 'results/none' })
    }
    const doubt = `update jobs set review_reasons = '[{"code":"total_missing","path":"totals","params":{}}]' where id = $1`
    await docket.db.query(doubt, [bill])
    const jobIds = async (query: string) => (await list(person, query)).jobs.map((job) => job.id)
    expect(await jobIds('?needs_review=true')).toEqual([bill])
    expect((await list(person, '?q=nothing')).needs_review_count).toBe(1)
  })

  it('filters by status and by last change time', async () => {
    const docket = await docketForTest()
    const person = visitor(docket.url)
    const first = await readJob(await person.upload(await pdf()))
    await claimAndFail(docket.db, first.id)
    await moveChangeTime(docket.db, first.id, -60)
    const { server_time } = await list(person)
    const second = await readJob(await person.upload(await pdf()))
    const jobIds = async (query: string) => (await list(person, query)).jobs.map((job) => job.id)
    expect(await jobIds('?status=failed')).toEqual([first.id])
    expect(await jobIds('?status=queued')).toEqual([second.id])
    expect(await jobIds(`?since=${server_time}`)).toEqual([second.id])
  })

  it('lists changes since a timestamp that became visible later, and deletions', async () => {
    const docket = await docketForTest()
    const person = visitor(docket.url)
    const [late, deleted] = [
      await readJob(await person.upload(await pdf())),
      await readJob(await person.upload(await pdf())),
    ]
    const { server_time, gone } = await list(person)
    expect(gone).toBeNull()
    await person.ask(`/api/jobs/${deleted.id}`, { method: 'DELETE' })
    await moveChangeTime(docket.db, late.id, -5)
    const changed = await list(person, `?since=${server_time}`)
    expect(changed.jobs.map(({ id }) => id)).toEqual([late.id])
    expect(changed.gone).toEqual([deleted.id])
  })

  it('reports that it cannot list deletions if they are too many or too old', async () => {
    const docket = await docketForTest({ tokens: { secret: jwtSecret } })
    const ada = visitor(docket.url, await createAuthHeaders('ada'))
    const listDeletedSince = async (seconds: number) => {
      const since = new Date(Date.now() - seconds * 1000).toISOString()
      return (await list(ada, `?since=${since}`)).gone
    }
    const daysToSeconds = (count: number) => count * 24 * 60 * 60
    expect(await listDeletedSince(daysToSeconds(7))).toBeNull()
    await docket.db.query(
      `insert into deleted_jobs (id, owner_id, deleted_at)
      select gen_random_uuid(), 'user:ada', now() - interval '6 days' from generate_series(0, 500)`,
    )
    expect(await listDeletedSince(daysToSeconds(6.5))).toBeNull()
    expect(await listDeletedSince(daysToSeconds(5.9))).toEqual([])
    await docket.db.query(
      `delete from deleted_jobs where id = (select min(id::text)::uuid from deleted_jobs)`,
    )
    expect(await listDeletedSince(daysToSeconds(6.4))).toHaveLength(500)
  })

  it.each([
    '?limit=0',
    '?limit=201',
    '?status=done',
    '?since=yesterday',
    '?cursor=abc',
    '?limit=x',
  ])('400 for %s', async (query) => {
    const docket = await docketForTest()
    const [status, code] = await readError(await fetch(`${docket.url}/api/jobs${query}`))
    expect([status, code]).toEqual([400, 'INVALID_REQUEST'])
  })

  it.each([
    '?since=0000-01-01T00:00:00Z',
    '?since=2026-01-01T00:00:00%2B23:59',
    '?since=1969-07-20T20:17:40Z',
  ])('200 for %s', async (query) => {
    const docket = await docketForTest()
    expect((await fetch(`${docket.url}/api/jobs${query}`)).status).toBe(200)
  })

  it.each([
    `9999-99-99T99:99:99Z ${randomUUID()}`,
    `0000-01-01T00:00:00Z ${randomUUID()}`,
    `2026-01-01T00:00:00Z ${'-'.repeat(36)}`,
    'nonsense',
  ])('400 for a cursor made of %j', async (text) => {
    const docket = await docketForTest()
    const cursor = Buffer.from(text).toString('base64url')
    const [status] = await readError(await fetch(`${docket.url}/api/jobs?cursor=${cursor}`))
    expect(status).toBe(400)
  })

  it('ignores an invalid cookie', async () => {
    const docket = await docketForTest()
    const headers = { cookie: 'docket_session=short' }
    const response = await fetch(`${docket.url}/api/jobs`, { headers })
    expect(response.headers.get('set-cookie')).toMatch(/^docket_session=[\w-]{43};/)
  })

  it('exposes neither the owner nor the storage key', async () => {
    const docket = await docketForTest()
    const person = visitor(docket.url)
    await person.upload(await pdf())
    await queueJobs(docket.db)
    const [job] = (await list(person)).jobs
    expect(Object.keys(job ?? {})).not.toContain('owner_id')
    expect(Object.keys(job ?? {})).not.toContain('upload_key')
  })
})

function visitorWithCookie(url: string): ReturnType<typeof visitor> {
  const token = 'A'.repeat(43)
  return {
    ...visitor(url),
    ask: (address) => fetch(`${url}${address}`, { headers: { cookie: `docket_session=${token}` } }),
  }
}
