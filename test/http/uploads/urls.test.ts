import type { RequestListener, ServerResponse } from 'node:http'
import { describe, expect, it, vi } from 'vitest'
import { cancelJob } from '../../../src/db/jobs/transitions.sql.ts'
import { errorRules } from '../../../src/domain/messages/error-codes.ts'
import { AppError } from '../../../src/domain/errors/app-error.ts'
import type { Job } from '../../../src/domain/job/job.ts'
import { truncatedPdf } from '../../fixtures/hostile-pdfs.ts'
import { encryptedPdf, pdfOfSize, textPdf } from '../../fixtures/pdfs.ts'
import { deferred } from '../../support/processes/deferred.ts'
import { docketForTest, type TestDocket } from '../../support/docket/docket.ts'
import { readJob, readError, sha256, type Visitor, visitor } from '../../support/docket/visitor.ts'
import { fileServerForTest } from '../../support/servers/file-server.ts'
import { errors } from '../../../src/domain/i18n/en/errors.ts'

function submit(browser: Visitor, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return browser.ask('/api/upload', { method: 'POST', headers, body: JSON.stringify(body) })
}

/** Returns the job of a URL after its first attempt. */
async function runAttempt(docket: TestDocket, url: string): Promise<Job> {
  const browser = visitor(docket.url)
  const { id } = await readJob(await submit(browser, { url }))
  docket.startWorking()
  return vi.waitFor(
    async () => {
      const job = await browser.job(id)
      expect(job.status === 'processing' || job.attempt_count === 0).toBe(false)
      return job
    },
    { interval: 50 },
  )
}

const serveBytes =
  (bytes: Uint8Array, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    response.writeHead(200, { 'content-length': bytes.length, ...headers }).end(bytes)

describe('a URL', () => {
  it('becomes a job immediately; a worker downloads, hashes and reads it', async () => {
    const pdf = await textPdf({ text: 'Fetched from afar' })
    const { url, requests } = await fileServerForTest(
      serveBytes(pdf, { 'content-disposition': 'attachment; filename="Final.pdf"' }),
    )
    const docket = await docketForTest()
    const browser = visitor(docket.url)
    const response = await submit(browser, {
      url: `${url}/meets/Heat%20Sheet.pdf#page=2`,
      mapping: 'document_text_v1',
      params: {},
    })
    expect(response.status).toBe(202)
    const job = await readJob(response)
    expect(response.headers.get('location')).toBe(`/api/jobs/${job.id}`)
    expect(job).toMatchObject({
      original_filename: 'Heat Sheet.pdf',
      source_type: 'url',
      source_url: `${url}/meets/Heat%20Sheet.pdf`,
      mapping: 'document_text_v1',
      status: 'queued',
      stage: 'queued',
      bytes: null,
      sha256: null,
    })
    expect(requests).toEqual([])
    docket.startWorking()
    await vi.waitFor(async () => expect((await browser.job(job.id)).status).toBe('complete'))
    expect(await browser.job(job.id)).toMatchObject({
      original_filename: 'Final.pdf',
      bytes: pdf.length,
      sha256: sha256(pdf),
      attempt_count: 1,
    })
    const text = await browser.ask(`/api/jobs/${job.id}/download?format=txt`)
    expect(await text.text()).toContain('Fetched from afar')
    expect((await docket.files()).sort()).toEqual(
      ['json.gz', 'pdf', 'txt.gz'].map((name) => `${job.id}.1.${name}`),
    )
    const [first] = await docket.db.query<{ stage: string }>(
      `select stage from events where type = 'claim'`,
    )
    expect(first?.stage).toBe('downloading')
  })

  it('may be a form field', async () => {
    const docket = await docketForTest()
    const form = new FormData()
    form.set('url', 'https://public.example/a.pdf')
    form.set('mapping', 'document_text_v1')
    const response = await visitor(docket.url).ask('/api/upload', { method: 'POST', body: form })
    expect(response.status).toBe(202)
    expect(await readJob(response)).toMatchObject({ source_url: 'https://public.example/a.pdf' })
  })

  it('shows its progress while it is downloaded', async () => {
    const pdf = await textPdf()
    const half = Math.ceil(pdf.length / 2)
    const held = deferred()
    const { url } = await fileServerForTest((_, response) => {
      response.writeHead(200, { 'content-length': pdf.length })
      response.write(pdf.subarray(0, half))
      void held.promise.then(() => response.end(pdf.subarray(half)))
    })
    const docket = await docketForTest()
    const browser = visitor(docket.url)
    const { id } = await readJob(await submit(browser, { url }))
    docket.startWorking()
    await vi.waitFor(async () => {
      expect(await browser.job(id)).toMatchObject({ stage: 'downloading', progress: 10 })
    })
    held.resolve()
    await vi.waitFor(async () => expect((await browser.job(id)).status).toBe('complete'))
  })

  it('is downloaded once; later attempts read the stored file', async () => {
    const { url, requests } = await fileServerForTest(serveBytes(await textPdf()))
    const docket = await docketForTest({
      reader: async () => {
        throw new AppError('READER_FAILED')
      },
    })
    const job = await runAttempt(docket, url)
    expect(job).toMatchObject({ status: 'queued', error_code: 'READER_FAILED', attempt_count: 1 })
    await docket.db.query('update jobs set run_at = now()')
    await vi.waitFor(async () => {
      const [row] = await docket.db.query(
        "select from jobs where attempt_count = 2 and status = 'queued'",
      )
      expect(row).toBeDefined()
    })
    expect(requests).toHaveLength(1)
    expect(await docket.files()).toEqual([`${job.id}.1.pdf`])
  })

  it('does not leave anything behind from a worker that lost its lease', async () => {
    const pdf = await textPdf()
    const requested = deferred()
    const held = deferred()
    const { url } = await fileServerForTest((_, response) => {
      requested.resolve()
      void held.promise.then(() => response.end(pdf))
    })
    const docket = await docketForTest()
    const browser = visitor(docket.url)
    const { id } = await readJob(await submit(browser, { url }))
    docket.startWorking()
    await requested.promise
    const [row] = await docket.db.query<{ owner_id: string }>('select owner_id from jobs')
    await cancelJob(docket.db, id, row?.owner_id ?? '')
    held.resolve()
    await vi.waitFor(() => {
      expect(docket.log.map(({ msg }) => msg)).toContain('lease lost, result dropped')
    })
    expect(await docket.files()).toEqual([])
    expect(await browser.job(id)).toMatchObject({ status: 'cancelled', sha256: null, bytes: null })
  })
})

describe('a URL is rejected immediately', () => {
  it.each([
    'http://10.0.0.1/a.pdf',
    'http://169.254.169.254/latest/meta-data/',
    'ftp://public.example/a.pdf',
    'https://user:secret@public.example/a.pdf',
    'public.example/a.pdf',
    '',
  ])('if it is blocked: %j', async (url) => {
    const docket = await docketForTest()
    const { status } = errorRules.BLOCKED_URL
    const message = errors.BLOCKED_URL
    const rejection = await readError(await submit(visitor(docket.url), { url }))
    expect(rejection).toEqual([status, 'BLOCKED_URL', message])
    expect(await docket.db.query('select id from batches')).toEqual([])
  })

  it.each([
    [{ url: 5 }, 'INVALID_REQUEST'],
    [{}, 'INVALID_REQUEST'],
    [[], 'INVALID_REQUEST'],
    [{ url: 'https://public.example/', file: 'a.pdf' }, 'INVALID_REQUEST'],
    [{ url: 'https://public.example/', owner_id: 'me' }, 'INVALID_REQUEST'],
    [{ url: 'https://public.example/', params: { a: 1 } }, 'INVALID_REQUEST'],
    [{ url: 'https://public.example/', mapping: 'nope' }, 'UNKNOWN_MAPPING'],
  ])('if other fields contradict it: %j', async (body, code) => {
    const docket = await docketForTest()
    const [status, refused] = await readError(await submit(visitor(docket.url), body))
    expect([status, refused]).toEqual([400, code])
    expect(await docket.db.query('select id from batches')).toEqual([])
  })

  it('if a file is sent with it', async () => {
    const docket = await docketForTest()
    const fields = { url: 'https://public.example/a.pdf' }
    const response = await visitor(docket.url).upload(new Uint8Array(await textPdf()), fields)
    expect((await readError(response)).slice(0, 2)).toEqual([400, 'TOO_MANY_FILES'])
    expect(await docket.files()).toEqual([])
  })
})

describe("the response to a worker's download", () => {
  it.each<[string, string, () => Promise<Uint8Array>]>([
    ['a web page', 'NOT_PDF', async () => Buffer.from('<!doctype html><title>Meet</title>')],
    ['nothing', 'EMPTY_FILE', async () => Buffer.alloc(0)],
    ['a locked PDF', 'ENCRYPTED_PDF', encryptedPdf],
    ['half a PDF', 'BROKEN_PDF', async () => truncatedPdf()],
    ['too much', 'TOO_LARGE', async () => pdfOfSize(1024 * 1024 + 1)],
  ])('fails the job immediately if it is %s', async (_, code, bytes) => {
    const { url } = await fileServerForTest(serveBytes(await bytes()))
    const docket = await docketForTest({ maxUploadMb: 1 })
    const job = await runAttempt(docket, url)
    expect(job).toMatchObject({ status: 'failed', error_code: code, attempt_count: 1 })
    expect(await docket.files()).toEqual([])
  })

  it('is cut off soon after the limit if it is endless', async () => {
    let sent = 0
    const sendEndless = (response: ServerResponse) => {
      const megabyte = Buffer.alloc(1024 * 1024, '%PDF-')
      const writeMore = () => {
        do sent += 1
        while (sent < 500 && response.write(megabyte))
      }
      response.on('drain', writeMore)
      writeMore()
    }
    const { url } = await fileServerForTest((_, response) => sendEndless(response))
    const docket = await docketForTest({ maxUploadMb: 1 })
    expect(await runAttempt(docket, url)).toMatchObject({ error_code: 'TOO_LARGE' })
    expect(sent).toBeLessThan(100)
    expect(await docket.files()).toEqual([])
  })

  it.each([
    [404, 'failed', 'FETCH_REFUSED'],
    [403, 'failed', 'FETCH_REFUSED'],
    [503, 'queued', 'FETCH_FAILED'],
  ])('with status %d leaves the job %s', async (status, state, code) => {
    const { url } = await fileServerForTest((_, response) => response.writeHead(status).end())
    const job = await runAttempt(await docketForTest(), url)
    expect(job).toMatchObject({ status: state, error_code: code, attempt_count: 1 })
  })

  it('is not read if it redirects to a private address', async () => {
    const { url } = await fileServerForTest((_, response) =>
      response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
    )
    const job = await runAttempt(await docketForTest(), url)
    const error_message = errors.BLOCKED_URL
    expect(job).toMatchObject({ status: 'failed', error_code: 'BLOCKED_URL', error_message })
  })
})

it('rejects URLs on this machine without the test setting', async () => {
  const { url } = await fileServerForTest((_, response) => response.end())
  const docket = await docketForTest({ allowLoopback: false })
  const [, code] = await readError(await submit(visitor(docket.url), { url }))
  expect(code).toBe('BLOCKED_URL')
})
