import { expect, it, onTestFinished, vi } from 'vitest'
import type { BatchState } from '../../../src/domain/job/batch.ts'
import type { Problem } from '../../../src/domain/errors/problem.ts'
import { textPdf } from '../../fixtures/pdfs.ts'
import { severalInvoicesPdf, severalInvoiceNumbers } from '../../fixtures/several-invoices.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import { notifierForTest } from '../../support/docket/notifier.ts'
import { readJob, sendJson, settle, visitor } from '../../support/docket/visitor.ts'
import { receiverForTest } from '../../support/servers/file-server.ts'

// Each test reads several documents, which takes a long time on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const proposed = [
  [1, 2],
  [3, 4],
  [5, 6],
]

const readError = async (response: Response) => (await response.json()) as Problem

async function stage(fields: Record<string, string> = {}) {
  const docket = await docketForTest()
  docket.startWorking()
  const person = visitor(docket.url)
  const send = sendJson(person)
  const settled = (id: string) => settle(person, id)
  const upload = await person.upload(new Uint8Array(await severalInvoicesPdf()), {
    client_reference: 'march',
    ...fields,
  })
  const job = await settled((await readJob(upload)).id)
  const split = (ranges: number[][], id = job.id) =>
    send('POST', `/api/jobs/${id}/split`, { ranges })
  const splitInto = async (ranges: number[][]) => {
    const response = await split(ranges)
    expect(response.status).toBe(202)
    return (await response.json()) as BatchState
  }
  return { docket, person, send, settled, job, split, splitInto }
}

it('is flagged, cannot be approved, and becomes one job per invoice on request', async () => {
  const { person, send, settled, job, splitInto } = await stage()
  expect(job.needs_review).toBe(true)
  expect(job.review_reasons).toContainEqual(
    expect.objectContaining({
      code: 'several_invoices',
      params: { ranges: proposed, confidence: 0.95 },
    }),
  )
  const approval = await send('POST', `/api/jobs/${job.id}/approve`, {}, { 'if-match': '"1"' })
  expect([approval.status, (await readError(approval)).code]).toEqual([409, 'SEVERAL_INVOICES'])

  const { batch, jobs } = await splitInto(proposed)
  expect(batch).toMatchObject({ total: 3, client_reference: 'march' })
  expect(jobs.map(({ split_from }) => split_from)).toEqual(
    proposed.map((pages) => ({ id: job.id, pages })),
  )
  const parts = await Promise.all(jobs.map(({ id }) => settled(id)))
  expect(parts.map(({ summary }) => summary?.kind === 'invoice' && summary.number)).toEqual([
    ...severalInvoiceNumbers,
  ])
  for (const part of parts) {
    expect(part.review_reasons.map(({ code }) => code)).not.toContain('several_invoices')
    expect(part.same_invoice).toBeNull()
  }
  const original = await person.job(job.id)
  expect(original).toMatchObject({ split_into: batch.id, needs_review: false })
  const history = (await (await person.ask(`/api/jobs/${job.id}/events`)).json()) as {
    events: { type: string }[]
  }
  expect(history.events.at(-1)?.type).toBe('split')
})

it('is left out of exports once it is split', async () => {
  const { send, settled, job, splitInto } = await stage()
  const { jobs } = await splitInto(proposed)
  for (const { id } of jobs) await settled(id)
  const body = { filter: {}, format: 'csv' }
  const csv = await (await send('POST', '/api/jobs/export', body)).text()
  for (const number of severalInvoiceNumbers)
    expect(new Set(csv.split('\r\n').filter((line) => line.includes(number))).size).toBe(6)
  const named = await send('POST', '/api/jobs/export', { ids: [job.id], format: 'csv' })
  expect(await readError(named)).toMatchObject({
    code: 'INCOMPLETE',
    errors: [{ code: 'left_out_split' }],
  })
})

it('calls the callback of the upload when all parts have ended', async () => {
  const { url, received } = await receiverForTest((_, response) => void response.end())
  const { docket, settled, job, splitInto } = await stage({ callback_url: `${url}/done` })
  await notifierForTest(docket)
  const { batch, jobs } = await splitInto(proposed)
  expect(batch.callback_url).toBe(`${url}/done`)
  for (const { id } of jobs) await settled(id)
  await vi.waitFor(() => expect(received).toHaveLength(2), 60_000)
  const messages = received.map(({ body }) => JSON.parse(body) as { type: string; data: object })
  expect(messages).toContainEqual(
    expect.objectContaining({
      type: 'job.complete',
      data: expect.objectContaining({ id: job.id }),
    }),
  )
  expect(messages).toContainEqual(
    expect.objectContaining({
      type: 'batch.ended',
      data: expect.objectContaining({ id: batch.id, client_reference: 'march', complete: 3 }),
    }),
  )
})

it('returns the same batch if repeated, even at the same time, and rejects other pages', async () => {
  const { person, job, split, splitInto } = await stage()
  const [first, second] = await Promise.all([splitInto(proposed), splitInto(proposed)])
  expect(second.batch.id).toBe(first.batch.id)
  expect((await splitInto(proposed)).batch.id).toBe(first.batch.id)
  const other = await split([[1, 6]])
  expect([other.status, (await readError(other)).code]).toEqual([409, 'ALREADY_SPLIT'])
  for (const { id } of first.jobs) await person.ask(`/api/jobs/${id}`, { method: 'DELETE' })
  expect((await person.job(job.id)).split_into).toBeNull()
})

it('is read as one invoice if its only part has all pages', async () => {
  const { settled, splitInto } = await stage()
  const { jobs } = await splitInto([[1, 6]])
  const whole = await settled(jobs[0]?.id ?? '')
  expect(whole.review_reasons.map(({ code }) => code)).not.toContain('several_invoices')
  expect(whole.original_filename).toMatch(/ \(1-6\)\.pdf$/)
})

it('rejects pages that are not in the document or not in order, and stores nothing', async () => {
  const { docket, job, split } = await stage()
  const before = await docket.files()
  for (const [ranges, pointer] of [
    [[], '/ranges'],
    [[[0, 1]], '/ranges/0/0'],
    [[[1, 7]], '/ranges/0'],
    [[[2, 1]], '/ranges/0'],
    [[[1, 2], [2, 3]], '/ranges/1'], // biome-ignore format: one row
  ] as const) {
    const response = await split(ranges.map((range) => [...range]))
    expect(response.status).toBe(400)
    expect(await readError(response)).toMatchObject({
      code: 'INVALID_REQUEST',
      errors: [{ pointer }],
    })
  }
  expect(await docket.files()).toEqual(before)
  const stranger = sendJson(visitor(docket.url))
  const foreign = await stranger('POST', `/api/jobs/${job.id}/split`, { ranges: proposed })
  expect(foreign.status).toBe(403)
})

it('writes no parts for an owner who has used up a quota', async () => {
  const pdf = new Uint8Array(await textPdf({ pages: 2 }))
  const docket = await docketForTest({ byteLimits: { per_day: pdf.length } })
  docket.startWorking()
  const person = visitor(docket.url)
  const { id } = await settle(person, (await readJob(await person.upload(pdf))).id)
  const write = vi.spyOn(docket.services.sandbox, 'split')
  onTestFinished(() => write.mockRestore())
  const body = { ranges: [[1, 1], [2, 2]] } // biome-ignore format: one row
  const response = await sendJson(person)('POST', `/api/jobs/${id}/split`, body)
  expect([response.status, (await readError(response)).code]).toEqual([429, 'QUOTA_EXCEEDED'])
  expect(write).not.toHaveBeenCalled()
})
