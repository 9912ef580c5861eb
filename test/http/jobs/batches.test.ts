import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { ReadDocument } from '../../../src/reading/steps/read-document.ts'
import { Batch } from '../../../src/domain/job/batch.ts'
import { AppError } from '../../../src/domain/errors/app-error.ts'
import type { Problem } from '../../../src/domain/errors/problem.ts'
import { truncatedPdf } from '../../fixtures/hostile-pdfs.ts'
import { makeUnique, encryptedPdf, pdfOfSize, textPdf } from '../../fixtures/pdfs.ts'
import {
  readBatchResponse,
  fetchBatch,
  type BatchDocument,
  sendBatch,
} from '../../support/docket/batches.ts'
import { docketForTest, type TestDocket } from '../../support/docket/docket.ts'
import { readJob, readError, visitor } from '../../support/docket/visitor.ts'

const pdf = makeUnique.bind(null, new Uint8Array(await textPdf()))
const file = (name: string, bytes: Uint8Array<ArrayBuffer> = pdf()): BatchDocument => ({
  name,
  bytes,
})
const page = new TextEncoder().encode('<html>not a PDF</html>')
const publicUrl = 'https://public.example/files/meet.pdf'

async function expectNothingLeft(docket: TestDocket): Promise<void> {
  expect(await docket.files()).toEqual([])
  expect(await docket.db.query('select id from batches')).toEqual([])
}

describe('POST /api/batch/extract', () => {
  it('202: queues files and URLs in request order', async () => {
    const docket = await docketForTest()
    const person = visitor(docket.url)
    const sent = [file('b.pdf'), { url: publicUrl }, file('a.pdf')]
    const response = await sendBatch(person, sent, { mapping: 'document_text_v1' })
    expect(response.status).toBe(202)
    const { batch, items } = await readBatchResponse(response)
    expect(response.headers.get('location')).toBe(`/api/batch/${batch.id}`)
    expect(Batch.parse(batch)).toMatchObject({
      status: 'pending',
      mapping: 'document_text_v1',
      total: 3,
      queued: 3,
    })
    expect(items.map(({ name, job }) => [name, job?.sequence, job?.original_filename])).toEqual([
      ['b.pdf', 1, 'b.pdf'],
      [publicUrl, 2, 'meet.pdf'],
      ['a.pdf', 3, 'a.pdf'],
    ])
    const state = await fetchBatch(person, batch.id)
    expect(state.batch).toEqual(batch)
    expect(state.jobs).toEqual(items.map(({ job }) => job))
    const ids = (await docket.files()).map((name) => name.split('.')[0])
    expect(new Set(ids)).toEqual(new Set([items[0]?.job?.id, items[2]?.job?.id]))
  })

  it('202: accepts URLs as JSON', async () => {
    const docket = await docketForTest()
    const body = JSON.stringify({
      urls: [publicUrl, `${publicUrl}?2`],
      mapping: 'auto',
      params: {},
    })
    const headers = { 'content-type': 'application/json' }
    const init = { method: 'POST', body, headers }
    const response = await visitor(docket.url).ask('/api/batch/extract', init)
    expect(response.status).toBe(202)
    const { items } = await readBatchResponse(response)
    expect(items.map(({ job }) => job?.source_url)).toEqual([publicUrl, `${publicUrl}?2`])
  })

  it('202: lists rejected documents and queues the rest', async () => {
    const docket = await docketForTest({ maxUploadMb: 1 })
    const sent = [
      file('page.pdf', page),
      file('good.pdf'),
      file('nothing.pdf', new Uint8Array()),
      { url: 'http://10.0.0.1/a.pdf' },
      file('cut.pdf', new Uint8Array(await truncatedPdf())),
      file('locked.pdf', new Uint8Array(await encryptedPdf())),
      file('big.pdf', new Uint8Array(await pdfOfSize(1024 * 1024 + 1))),
      file('also good.pdf'),
    ]
    const { batch, items } = await readBatchResponse(await sendBatch(visitor(docket.url), sent))
    expect(items.map(({ name, job, problem }) => [name, job?.sequence ?? problem?.code])).toEqual([
      ['page.pdf', 'NOT_PDF'],
      ['good.pdf', 1],
      ['nothing.pdf', 'EMPTY_FILE'],
      ['http://10.0.0.1/a.pdf', 'BLOCKED_URL'],
      ['cut.pdf', 'BROKEN_PDF'],
      ['locked.pdf', 'ENCRYPTED_PDF'],
      ['big.pdf', 'TOO_LARGE'],
      ['also good.pdf', 2],
    ])
    for (const { problem } of items) if (problem) expect(problem.detail).toMatch(/\. .+\.$/)
    expect(batch).toMatchObject({ total: 2, queued: 2 })
    expect(await docket.files()).toHaveLength(2)
  })

  it('202: marks duplicates within the batch and of earlier jobs', async () => {
    const docket = await docketForTest()
    const person = visitor(docket.url)
    const earlier = pdf()
    const duplicatePdf = pdf()
    const { id } = await readJob(await person.upload(earlier))
    const sent = [file('1', duplicatePdf), file('2', earlier), file('3', duplicatePdf)]
    const { batch, items } = await readBatchResponse(await sendBatch(person, sent))
    const first = items[0]?.job?.id
    expect(items.map((item) => item.deduped_from)).toEqual([undefined, id, first])
    expect(new Set(items.map(({ job }) => job?.id)).size).toBe(3)
    docket.startWorking()
    await vi.waitFor(async () => {
      expect((await fetchBatch(person, batch.id)).batch.status).toBe('complete')
    })
    const { jobs } = await fetchBatch(person, batch.id)
    expect(jobs.map((job) => job.deduped_from)).toEqual([null, id, first])
  })

  it('400: too many documents; nothing is stored', async () => {
    const docket = await docketForTest({ maxPdfsPerBatch: 3 })
    const person = visitor(docket.url)
    const full = [file('1'), file('2'), { url: publicUrl }]
    for (const more of [[file('4')], [{ url: publicUrl }], [file('4'), file('5'), file('6')]]) {
      const [status, code, sentence] = await readError(await sendBatch(person, [...full, ...more]))
      expect([status, code]).toEqual([400, 'TOO_MANY_FILES'])
      expect(sentence).toContain('at most 3 documents')
      await expectNothingLeft(docket)
    }
    expect((await sendBatch(person, full)).status).toBe(202)
  })

  it('400: all documents rejected; each is listed', async () => {
    const docket = await docketForTest()
    const sent = [file('page.pdf', page), { url: 'ftp://x/a.pdf' }]
    const response = await sendBatch(visitor(docket.url), sent)
    expect(response.status).toBe(400)
    const problem = (await response.json()) as Problem
    expect(problem.code).toBe('NOTHING_TO_READ')
    expect(problem.errors).toEqual([
      {
        pointer: '/items/0',
        code: 'document_unreadable',
        params: { name: 'page.pdf', error: { code: 'NOT_PDF', detail: null } },
        detail: expect.stringMatching(/^page\.pdf: .* not a PDF/),
      },
      {
        pointer: '/items/1',
        code: 'document_unreadable',
        params: { name: 'ftp://x/a.pdf', error: { code: 'BLOCKED_URL', detail: null } },
        detail: expect.stringMatching(/^ftp:\/\/x\/a\.pdf: /),
      },
    ])
    await expectNothingLeft(docket)
  })

  it('400: many documents rejected; the first 20 are listed', async () => {
    const docket = await docketForTest({ maxPdfsPerBatch: 30 })
    const sent = Array.from({ length: 23 }, () => ({ url: 'ftp://x/a.pdf' }))
    const response = await sendBatch(visitor(docket.url), sent)
    const problem = (await response.json()) as Problem
    expect([problem.code, problem.errors?.length]).toEqual(['NOTHING_TO_READ', 20])
    expect(problem.params).toMatchObject({ documents: { length: 20 }, more: 3 })
    expect(problem.detail).toMatch(/ And 3 more documents\.$/)
  })

  it('400: no document, unknown mapping, invalid params or fields, not a form', async () => {
    const docket = await docketForTest()
    const person = visitor(docket.url)
    const send = async (documents: BatchDocument[], fields: Record<string, string> = {}) =>
      (await readError(await sendBatch(person, documents, fields))).slice(0, 2).join(' ')
    expect(await send([], { mapping: 'auto' })).toBe('400 NO_FILE')
    expect(await send([file('a')], { mapping: 'nothing_v1' })).toBe('400 UNKNOWN_MAPPING')
    expect(await send([file('a')], { params: '[]' })).toBe('400 INVALID_REQUEST')
    expect(await send([file('a')], { owner_id: 'me' })).toBe('400 INVALID_REQUEST')
    for (const body of [
      '{}',
      '{"urls":[]}',
      '{"urls":"x"}',
      '{"urls":["x"],"owner_id":"me"}',
      '[',
    ]) {
      const init = { method: 'POST', body, headers: { 'content-type': 'application/json' } }
      const [status, code] = await readError(await person.ask('/api/batch/extract', init))
      expect([status, code, body]).toEqual([400, 'INVALID_REQUEST', body])
    }
    await expectNothingLeft(docket)
  })

  it('returns one result per document in order and counts the queued documents', async () => {
    const docket = await docketForTest()
    const person = visitor(docket.url)
    const same = pdf()
    const kinds: Record<string, (nth: number) => BatchDocument> = {
      good: (nth) => file(`good ${nth}.pdf`),
      same: (nth) => file(`same ${nth}.pdf`, same),
      page: (nth) => file(`page ${nth}.pdf`, page),
      empty: (nth) => file(`empty ${nth}.pdf`, new Uint8Array()),
      broken: (nth) => file(`broken ${nth}.pdf`, new TextEncoder().encode('%PDF-1.7\n')),
      address: (nth) => ({ url: `${publicUrl}?${nth}` }),
      blocked: (nth) => ({ url: `http://169.254.169.254/${nth}` }),
    }
    const isGood = (kind: string) => ['good', 'same', 'address'].includes(kind)
    const mix = fc.array(fc.constantFrom(...Object.keys(kinds)), { minLength: 2, maxLength: 7 })
    await fc.assert(
      fc.asyncProperty(mix, async (names) => {
        const sent = names.map((kind, nth) => kinds[kind]?.(nth) ?? file(''))
        const response = await sendBatch(person, sent)
        const good = names.filter(isGood).length
        if (good === 0) {
          const { errors = [] } = (await response.json()) as Problem
          expect(errors).toHaveLength(names.length)
          return
        }
        const { batch, items } = await readBatchResponse(response)
        expect(items.map(({ name }) => name)).toEqual(
          sent.map((one) => ('url' in one ? one.url : one.name)),
        )
        expect(items.map(({ job }) => job !== undefined)).toEqual(names.map(isGood))
        expect(items.map(({ problem }) => problem === undefined)).toEqual(names.map(isGood))
        const sequences = items.flatMap(({ job }) => job?.sequence ?? [])
        expect(sequences).toEqual(sequences.map((_, nth) => nth + 1))
        const { total, queued, processing, complete, failed, cancelled } = batch
        expect(total).toBe(good)
        expect(queued + processing + complete + failed + cancelled).toBe(good)
      }),
      { numRuns: 25, seed: 5 },
    )
  })
})

describe('the owner of a batch', () => {
  it('gets 404 for an unknown id and 400 for an invalid id', async () => {
    const docket = await docketForTest()
    const person = visitor(docket.url)
    const { batch_id, id } = await readJob(await person.upload(pdf()))
    const ask = async (address: string, method = 'POST') =>
      (await readError(await person.ask(`/api/batch/${address}`, { method }))).slice(0, 2).join(' ')
    expect(await ask(randomUUID(), 'GET')).toBe('404 NOT_FOUND')
    expect(await ask('42', 'GET')).toBe('400 INVALID_REQUEST')
    for (const action of ['cancel', 'retry', `jobs/${id}/retry`]) {
      expect(await ask(`${randomUUID()}/${action}`)).toBe('404 NOT_FOUND')
    }
    expect(await ask(`${batch_id}/jobs/${randomUUID()}/retry`)).toBe('404 NOT_FOUND')
    const other = await readJob(await person.upload(pdf()))
    expect(await ask(`${batch_id}/jobs/${other.id}/retry`)).toBe('404 NOT_FOUND')
  })

  it('cancels it: waiting jobs stop, and running jobs are aborted', async () => {
    let started = 0
    const aborted: boolean[] = []
    const reader: ReadDocument = (_, { signal }) =>
      new Promise((_resolve, reject) => {
        started += 1
        signal?.addEventListener('abort', () => {
          aborted.push(true)
          reject(signal.reason as Error)
        })
      })
    const docket = await docketForTest({ reader })
    const person = visitor(docket.url)
    const sent = ['1', '2', '3', '4'].map((name) => file(name))
    const { batch } = await readBatchResponse(await sendBatch(person, sent))
    docket.startWorking()
    await vi.waitFor(() => expect(started).toBe(2))
    expect((await fetchBatch(person, batch.id)).batch.processing).toBe(2)
    const init = { method: 'POST' }
    const response = await person.ask(`/api/batch/${batch.id}/cancel`, init)
    expect(response.status).toBe(202)
    expect(await response.json()).toMatchObject({
      batch: { status: 'cancelled', cancelled: 4, processing: 0, queued: 0 },
      jobs: [1, 2, 3, 4].map(() => ({ status: 'cancelled' })),
    })
    await vi.waitFor(() => expect(aborted).toHaveLength(2))
    const [status, code] = await readError(await person.ask(`/api/batch/${batch.id}/cancel`, init))
    expect([status, code]).toEqual([409, 'NOT_CANCELLABLE'])
  })

  it('retries all of its failed jobs, or one of them', async () => {
    let isBroken = true
    const reader: ReadDocument = async () => {
      if (isBroken) throw new AppError('BROKEN_PDF')
      throw new AppError('NO_TEXT')
    }
    const docket = await docketForTest({ reader })
    const person = visitor(docket.url)
    const { batch } = await readBatchResponse(
      await sendBatch(person, [file('1'), file('2'), file('3')]),
    )
    const init = { method: 'POST' }
    const early = await readError(await person.ask(`/api/batch/${batch.id}/retry`, init))
    expect(early.slice(0, 2)).toEqual([409, 'NOT_RETRYABLE'])
    docket.startWorking()
    const codes = async () => (await fetchBatch(person, batch.id)).jobs.map((job) => job.error_code)
    await vi.waitFor(async () => expect(await codes()).toEqual(Array(3).fill('BROKEN_PDF')))

    isBroken = false
    await docket.db.query(`update jobs set source_deleted_at = now() where sequence = 3`)
    const response = await person.ask(`/api/batch/${batch.id}/retry`, init)
    expect(response.status).toBe(202)
    const after = ['NO_TEXT', 'NO_TEXT', 'BROKEN_PDF']
    await vi.waitFor(async () => expect(await codes()).toEqual(after))

    isBroken = true
    const { jobs } = await fetchBatch(person, batch.id)
    const one = await person.ask(`/api/batch/${batch.id}/jobs/${jobs[1]?.id}/retry`, init)
    expect(one.status).toBe(202)
    // A worker may have started in the meantime, so the attempts are not compared.
    expect(await one.json()).toMatchObject({ id: jobs[1]?.id })
    const last = ['NO_TEXT', 'BROKEN_PDF', 'BROKEN_PDF']
    await vi.waitFor(async () => expect(await codes()).toEqual(last))

    await docket.db.query(`update jobs set source_deleted_at = now()`)
    const retryError = await readError(await person.ask(`/api/batch/${batch.id}/retry`, init))
    expect(retryError.slice(0, 2)).toEqual([409, 'SOURCE_GONE'])
  })
})
