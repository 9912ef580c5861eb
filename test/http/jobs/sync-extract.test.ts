import { describe, expect, it, vi } from 'vitest'
import { makeUnique, scannedPdf, textPdf } from '../../fixtures/pdfs.ts'
import { createBatchForm } from '../../support/docket/batches.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import { readError, type Visitor, visitor } from '../../support/docket/visitor.ts'
import { fileServerForTest } from '../../support/servers/file-server.ts'

const pdf = makeUnique.bind(null, new Uint8Array(await textPdf({ text: 'Hello from before' })))

function extract(person: Visitor, bytes = pdf(), init: RequestInit = {}): Promise<Response> {
  const body = createBatchForm([{ name: 'a.pdf', bytes }])
  return person.ask('/api/extract', { method: 'POST', body, ...init })
}

function extractUrl(person: Visitor, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return person.ask('/api/extractUrl', { method: 'POST', headers, body: JSON.stringify(body) })
}

describe('POST /api/extract', () => {
  it('200: returns the result, with a deprecation notice', async () => {
    const docket = await docketForTest()
    docket.startWorking()
    const person = visitor(docket.url)
    const response = await extract(person)
    expect(response.status).toBe(200)
    expect(response.headers.get('deprecation')).toMatch(/^@\d+$/)
    expect(response.headers.get('link')).toBe('</api/upload>; rel="successor-version"')
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    const result = await response.json()
    expect(result).toMatchObject({ kind: 'text', page_count: 1 })
    const job = await person.ask(response.headers.get('location') ?? '')
    expect(await job.json()).toMatchObject({ status: 'complete' })
  })

  it('returns a problem for a rejected or unreadable document', async () => {
    const docket = await docketForTest()
    docket.startWorking()
    const person = visitor(docket.url)
    const page = new TextEncoder().encode('<html>')
    expect((await readError(await extract(person, page))).slice(0, 2)).toEqual([415, 'NOT_PDF'])
    const scan = new Uint8Array(await scannedPdf())
    expect((await readError(await extract(person, scan))).slice(0, 2)).toEqual([422, 'NO_TEXT'])
  })

  it('504: leaves the job for a slow document running', async () => {
    const docket = await docketForTest({ resultWaitMs: 100 })
    const person = visitor(docket.url)
    const response = await extract(person)
    expect((await readError(response)).slice(0, 2)).toEqual([504, 'STILL_READING'])
    const job = await person.ask(response.headers.get('location') ?? '')
    expect(await job.json()).toMatchObject({ status: 'queued' })
  })

  it('continues to read after the client disconnects', async () => {
    const docket = await docketForTest()
    const person = visitor(docket.url)
    await person.ask('/api/jobs')
    const abortController = new AbortController()
    const pending = extract(person, pdf(), { signal: abortController.signal }).catch(
      () => 'hung up',
    )
    const statuses = () => docket.db.query('select status from jobs')
    await vi.waitFor(async () => expect(await statuses()).toEqual([{ status: 'queued' }]))
    abortController.abort()
    expect(await pending).toBe('hung up')
    expect(docket.log.filter(({ level }) => Number(level) >= 50)).toEqual([])
    docket.startWorking()
    await vi.waitFor(async () => expect(await statuses()).toEqual([{ status: 'complete' }]))
  })
})

describe('POST /api/extractUrl', () => {
  it('200, 400, 422: behaves the same for a URL', async () => {
    const { url } = await fileServerForTest((_, response) => void response.end(Buffer.from(pdf())))
    const docket = await docketForTest()
    docket.startWorking()
    const person = visitor(docket.url)
    const response = await extractUrl(person, { url: `${url}/a.pdf`, mapping: 'document_text_v1' })
    expect([response.status, response.headers.has('deprecation')]).toEqual([200, true])
    expect(await response.json()).toMatchObject({ kind: 'text' })
    const blocked = await readError(await extractUrl(person, { url: 'http://10.0.0.1/' }))
    expect(blocked.slice(0, 2)).toEqual([422, 'BLOCKED_URL'])
    expect((await readError(await extractUrl(person, {}))).slice(0, 2)).toEqual([
      400,
      'INVALID_REQUEST',
    ])
  })
})

it('404: rejects batches if disabled, while single documents work', async () => {
  const docket = await docketForTest({ isBatchApiEnabled: false })
  docket.startWorking()
  const person = visitor(docket.url)
  const body = createBatchForm([{ name: 'a.pdf', bytes: pdf() }])
  const rejected = await person.ask('/api/batch/extract', { method: 'POST', body })
  expect((await readError(rejected)).slice(0, 2)).toEqual([404, 'DISABLED'])
  const id = crypto.randomUUID()
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/results'],
    ['POST', '/cancel'],
  ] as const) {
    const response = await person.ask(`/api/batch/${id}${path}`, { method })
    expect((await readError(response)).slice(0, 2)).toEqual([404, 'DISABLED'])
  }
  expect((await extract(person)).status).toBe(200)
  expect((await person.upload(pdf())).status).toBe(202)
})
