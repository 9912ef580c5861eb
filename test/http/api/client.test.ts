import { describe, expect, it, vi } from 'vitest'
import {
  type AppError,
  type BatchStreamMessage,
  createDocket,
  type Docket,
} from '../../../src/client/docket.ts'
import { cancelJob, completeJob } from '../../../src/db/jobs/transitions.sql.ts'
import { makeUnique, scannedPdf, textPdf } from '../../fixtures/pdfs.ts'
import { severalInvoicesPdf, severalInvoiceNumbers } from '../../fixtures/several-invoices.ts'
import { docketForTest, type TestDocket } from '../../support/docket/docket.ts'
import { claim, queueJobs } from '../../support/database/jobs.ts'
import { assertPresent } from '../../support/processes/assert-present.ts'
import { jwtSecret, createAuthHeaders } from '../../support/docket/tokens.ts'

const ada = 'user:ada'
const pdf = async (name = 'a.pdf') =>
  new File([makeUnique(await textPdf({ text: 'From afar' }))], name)

async function createClientFor(
  server: TestDocket,
  options: Parameters<typeof createDocket>[0] = {},
): Promise<Docket> {
  const { authorization } = await createAuthHeaders('ada')
  const token = authorization.replace('Bearer ', '')
  return createDocket({ baseUrl: server.url, token, ...options })
}

const withTokens = (streams = {}) => docketForTest({ tokens: { secret: jwtSecret }, streams })

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list = []
  for await (const item of items) list.push(item)
  return list
}

const eventNumbers = (messages: BatchStreamMessage[]) =>
  messages.flatMap(({ event, data }) => (event === 'job' || event === 'batch' ? data.number : []))

describe('docket.upload', () => {
  it('returns the job, waits for its result and downloads it', async () => {
    const server = await withTokens()
    const docket = await createClientFor(server)
    const submission = docket.upload(await pdf('invoice.pdf'), { mapping: 'document_text_v1' })
    expect(await submission).toMatchObject({ status: 'queued', original_filename: 'invoice.pdf' })
    server.startWorking()
    const progress: string[] = []
    const job = await submission.wait({ onProgress: ({ status }) => progress.push(status) })
    expect(job.status).toBe('complete')
    expect(progress.at(-1)).toBe('complete')
    expect(await (await docket.download(job.id, 'txt')).text()).toContain('From afar')
  })

  it('rejects with the reason if the document is unreadable or not accepted', async () => {
    const server = await withTokens()
    const docket = await createClientFor(server)
    server.startWorking()
    const scan = new Blob([new Uint8Array(await scannedPdf())])
    await expect(docket.upload(scan).wait()).rejects.toMatchObject({ code: 'NO_TEXT' })
    const page = new Blob(['<html>'])
    await expect(docket.upload(page)).rejects.toMatchObject({ code: 'NOT_PDF' })
    await expect(docket.upload(page).wait()).rejects.toMatchObject({ code: 'NOT_PDF' })
  })

  it('accepts a file name and an idempotency key', async () => {
    const docket = await createClientFor(await withTokens())
    const file = new Blob([makeUnique(await textPdf())])
    const options = { filename: 'invoice 7.pdf', idempotencyKey: 'invoice-7' }
    const first = await docket.upload(file, options)
    expect(first.original_filename).toBe('invoice 7.pdf')
    expect((await docket.upload(file, options)).id).toBe(first.id)
  })

  it('explains how to send a file if given its name, and does not send anything', async () => {
    const docket = await createClientFor(await withTokens(), { fetch: () => expect.unreachable() })
    for (const sent of [docket.upload('invoice.pdf'), docket.batch(['invoice.pdf'])]) {
      await expect(sent).rejects.toMatchObject({
        code: 'INVALID_REQUEST',
        message: expect.stringMatching(/^"invoice\.pdf" is not a URL.*openAsBlob/),
      })
    }
  })

  it('stops waiting when aborted', async () => {
    const docket = await createClientFor(await withTokens())
    const abortController = new AbortController()
    const waiting = docket.upload(await pdf()).wait({ signal: abortController.signal })
    setTimeout(() => abortController.abort(new Error('enough')), 200)
    await expect(waiting).rejects.toThrow('enough')
  })
})

describe('a rejection', () => {
  it('has the status and the request id for the log', async () => {
    const server = await withTokens()
    const docket = await createClientFor(server)
    const rejected = await docket
      .wait('00000000-0000-7000-8000-000000000000')
      .catch((error: AppError) => error)
    expect(rejected).toMatchObject({ code: 'NOT_FOUND', status: 404 })
    const logged = server.log.flatMap(({ request_id }) => request_id ?? [])
    expect(logged).toContain((rejected as AppError).request_id)
  })
})

describe('docket.batch', () => {
  it('lists rejected documents and waits for the rest', async () => {
    const server = await withTokens()
    const docket = await createClientFor(server)
    server.startWorking()
    const submission = docket.batch([
      await pdf('1.pdf'),
      new File(['no'], '2.pdf'),
      await pdf('3.pdf'),
    ])
    const { items } = await submission
    expect(items.map(({ name, problem }) => [name, problem?.code])).toEqual([
      ['1.pdf', undefined],
      ['2.pdf', 'NOT_PDF'],
      ['3.pdf', undefined],
    ])
    const seen: BatchStreamMessage[] = []
    const { batch, jobs } = await submission.wait({ onProgress: (update) => seen.push(update) })
    expect(batch.status).toBe('complete')
    expect(jobs.map(({ status }) => status)).toEqual(['complete', 'complete'])
    expect(seen.at(-1)?.event).toBe('end')
  })
})

describe('docket.watch', () => {
  it('yields every event once, however often the stream breaks', async () => {
    const server = await withTokens({ maxDurationMs: 0, heartbeatMs: 2_000 })
    let streams = 0
    const countRequests: typeof fetch = (input, init) => {
      if (typeof input === 'string' && input.includes('/stream')) streams += 1
      return fetch(input, init)
    }
    const docket = await createClientFor(server, { fetch: countRequests })
    const jobs = await queueJobs(server.db, 3, { owner_id: ada })
    const { batch_id } = assertPresent(jobs[0])
    const messages = collect(docket.watch(batch_id, { lastEventId: '0' }))
    for (const [nth, lease] of (await claim(server.db, 3)).entries()) {
      await vi.waitFor(() => expect(streams).toBeGreaterThan(nth))
      await completeJob(server.db, lease, { result_key: 'results/x' })
    }
    expect(eventNumbers(await messages)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  it('polls if streams are blocked', async () => {
    const server = await withTokens()
    const withoutStreams: typeof fetch = (input, init) =>
      typeof input === 'string' && input.includes('/stream')
        ? Promise.resolve(new Response('<html>'))
        : fetch(input, init)
    const docket = await createClientFor(server, { fetch: withoutStreams })
    const [job] = await queueJobs(server.db, 1, { owner_id: ada })
    const { id, batch_id } = assertPresent(job)
    const watching = docket.watch(batch_id)
    expect((await watching.next()).value?.event).toBe('snapshot')
    await cancelJob(server.db, id, ada)
    const rest = await collect(watching)
    expect(rest.map(({ event }) => event)).toEqual(['snapshot', 'end'])
    expect(rest.at(-1)?.data).toMatchObject({ batch: { status: 'cancelled' } })
  })

  it('rejects for an unknown batch and ends when aborted', async () => {
    const server = await withTokens()
    const docket = await createClientFor(server)
    const unknownBatch = docket.watch('00000000-0000-7000-8000-000000000000')
    await expect(unknownBatch.next()).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const [job] = await queueJobs(server.db, 1, { owner_id: ada })
    const abortController = new AbortController()
    const watching = docket.watch(assertPresent(job).batch_id, { signal: abortController.signal })
    await watching.next()
    abortController.abort(new Error('enough'))
    await expect(watching.next()).rejects.toThrow('enough')
  })
})

it("docket.changes yields the caller's jobs as they change", async () => {
  const server = await withTokens()
  const docket = await createClientFor(server)
  const changes = docket.changes()
  expect((await changes.next()).value?.event).toBe('ready')
  const [job] = await queueJobs(server.db, 1, { owner_id: ada })
  expect((await changes.next()).value).toMatchObject({
    event: 'job',
    data: { id: assertPresent(job).id },
  })
  await changes.return()
})

it("docket.jobs yields all of the caller's jobs", async () => {
  const server = await withTokens()
  const docket = await createClientFor(server)
  await queueJobs(server.db, 5, { owner_id: ada })
  const jobs = await collect(docket.jobs({ limit: 2, status: 'queued' }))
  expect(new Set(jobs.map(({ id }) => id)).size).toBe(5)
})

describe('docket.split', { timeout: 120_000 }, () => {
  const severalInvoices = async () =>
    new File([new Uint8Array(await severalInvoicesPdf())], 'march.pdf')

  it('splits a PDF where Docket found the invoices, or at the given pages, and waits for the parts', async () => {
    const server = await withTokens()
    const docket = await createClientFor(server)
    server.startWorking()
    const whole = await docket.upload(await severalInvoices()).wait()
    const split = docket.split(whole.id)
    expect((await split).jobs.map(({ split_from }) => split_from?.pages)).toEqual([
      [1, 2],
      [3, 4],
      [5, 6],
    ])
    const messages: BatchStreamMessage[] = []
    const { batch, jobs } = await split.wait({ onProgress: (message) => messages.push(message) })
    expect([batch.total, jobs.map(({ status }) => status)]).toEqual([3, Array(3).fill('complete')])
    expect(jobs.map(({ summary }) => summary?.kind === 'invoice' && summary.number)).toEqual([
      ...severalInvoiceNumbers,
    ])
    expect(messages.at(-1)?.event).toBe('end')
    await expect(docket.split(whole.id, [[1, 6]]).wait()).rejects.toMatchObject({
      code: 'ALREADY_SPLIT',
      status: 409,
    })
  })

  it('asks for pages if Docket found only one invoice', async () => {
    const server = await withTokens()
    const docket = await createClientFor(server)
    server.startWorking()
    const job = await docket.upload(await pdf()).wait()
    await expect(docket.split(job.id)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      detail: { code: 'one_invoice' },
    })
    const { jobs } = await docket.split(job.id, [[1, 1]]).wait()
    expect(jobs.map(({ split_from }) => split_from?.pages)).toEqual([[1, 1]])
  })
})
