import { expect, it, vi } from 'vitest'
import type {
  MissingNumber,
  MissingNumbers,
} from '../../../src/domain/api/routes/missing-numbers.ts'
import type { Preflight } from '../../../src/domain/coretax/preflight-result.ts'
import type { InvoiceReading } from '../../../src/domain/invoice/invoice.ts'
import type { Job } from '../../../src/domain/job/job.ts'
import { samplePdf } from '../../fixtures/pdfs.ts'
import { createNpwp, printedDate } from '../../support/browser/coretax.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import { readJob, sendJson, visitor } from '../../support/docket/visitor.ts'

vi.setConfig({ testTimeout: 120_000 })

const tin = '0123456782012000'

it('lists missing numbers by company, saves them together and immediately checks the invoices', async () => {
  const docket = await docketForTest()
  docket.startWorking()
  const person = visitor(docket.url)
  const ids: string[] = []
  for (const number of ['MISS-1', 'MISS-2']) {
    const bytes = new Uint8Array(await samplePdf({ number }))
    ids.push((await readJob(await person.upload(bytes))).id)
  }
  const settle = () =>
    vi.waitFor(async () => {
      for (const id of ids) expect((await person.job(id)).status).toBe('complete')
    }, 60_000)
  await settle()
  const list = async () =>
    ((await (await person.ask('/api/parties/missing')).json()) as { companies: MissingNumber[] })
      .companies
  const save = (numbers: unknown[], headers = {}) =>
    person.ask('/api/parties/numbers', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ numbers }),
    })
  const companies = await list()
  expect(companies).toMatchObject([
    { name: 'CV Warung Imajinasi', role: 'buyer', invoice_count: 2, printed: null },
    { name: 'PT Lentera Contoh', role: 'seller', invoice_count: 2, printed: null },
  ])
  expect(await (await visitor(docket.url).ask('/api/parties/missing')).json()).toEqual({
    companies: [],
    company_count: 0,
    next_cursor: null,
  })
  const page = async (query: string) =>
    (await (await person.ask(`/api/parties/missing?limit=1${query}`)).json()) as MissingNumbers
  const first = await page('')
  expect(first).toMatchObject({ companies: [companies[0]], company_count: 2 })
  const second = await page(`&cursor=${first.next_cursor}`)
  expect(second).toMatchObject({ companies: [companies[1]], next_cursor: null })
  expect((await person.ask('/api/parties/missing?cursor=e30')).status).toBe(400)

  const answer = await save(
    [
      { name: 'CV Warung Imajinasi', tin: '12.345.678.2-012.000', spellings: ['Warung Imajinasi'] },
      { name: 'PT Lentera Contoh', tin: '123' },
    ],
    { 'accept-language': 'id' },
  )
  expect(await answer.json()).toMatchObject({
    saved_count: 1,
    rejected: [
      {
        index: 1,
        errors: [{ code: 'not_npwp', message: expect.stringContaining('harus berupa NPWP') }],
      },
    ],
  })
  const { entries } = (await (await person.ask('/api/parties')).json()) as { entries: unknown[] }
  expect(entries).toMatchObject([
    { name: 'CV Warung Imajinasi', tin, aliases: ['Warung Imajinasi'] },
  ])
  await settle()
  expect(await list()).toMatchObject([{ name: 'PT Lentera Contoh', invoice_count: 2 }])
  for (const id of ids) {
    const { reading } = (await (await person.ask(`/api/jobs/${id}/reading`)).json()) as {
      reading: InvoiceReading
    }
    expect(reading.filing?.buyer.tin).toBe(tin)
  }
})

it('asks before approved invoices get a number', async () => {
  const docket = await docketForTest()
  docket.startWorking()
  const person = visitor(docket.url)
  const send = sendJson(person)
  const settled = async (id: string) => {
    const isDone = ({ status, reread_reason }: Job) =>
      status === 'complete' && reread_reason === null
    await vi.waitFor(async () => expect(isDone(await person.job(id))).toBe(true), 60_000)
    return person.job(id)
  }
  const approved = async (number: string, error = 0) => {
    const bytes = new Uint8Array(await samplePdf({ number, error, date: printedDate }))
    const { id } = await settled((await readJob(await person.upload(bytes))).id)
    const answer = await send('POST', `/api/jobs/${id}/approve`, {}, { 'if-match': '"1"' })
    expect(answer.status).toBe(200)
    return id
  }
  const companies = async () =>
    ((await (await person.ask('/api/parties/missing')).json()) as { companies: MissingNumber[] })
      .companies
  const check = async (id: string) => {
    const answer = await send('POST', '/api/jobs/export/check', { ids: [id] })
    const { documents } = (await answer.json()) as Preflight
    return documents[0]?.rules.map(({ code, is_confirmed }) => [code, is_confirmed])
  }
  const number = (name: string, tin: string) => ({ numbers: [{ name, tin, spellings: [] }] })

  const first = await approved('APPROVED-1')
  const doubtful = await approved('APPROVED-2', 1000)
  expect(await companies()).toMatchObject([
    { name: 'CV Warung Imajinasi', role: 'buyer', invoice_count: 2, approved_count: 2 },
    { name: 'PT Lentera Contoh', role: 'seller', invoice_count: 2, approved_count: 2 },
  ])

  const seller = number('PT Lentera Contoh', tin)
  const kept = await send('POST', '/api/parties/numbers', seller)
  expect(await kept.json()).toMatchObject({ saved_count: 1, approved_count: 0 })
  expect(await companies()).toMatchObject([{ name: 'CV Warung Imajinasi' }])
  expect(await check(first)).toContainEqual(['filing_party_changed', false])

  const buyer = { ...number('CV Warung Imajinasi', createNpwp(3)), include_approved: true }
  const updated = await send('POST', '/api/parties/numbers', buyer)
  expect(await updated.json()).toMatchObject({ saved_count: 1, approved_count: 2 })
  for (const id of [first, doubtful]) {
    const job = await settled(id)
    expect(job).toMatchObject({ needs_review: false, summary: { coretax: 'ready' } })
    expect(job.approved_at).not.toBeNull()
    expect((await check(id))?.filter(([, isConfirmed]) => !isConfirmed)).toEqual([])
  }
  expect(await companies()).toEqual([])
})

it('withdraws the approval if the new number is doubtful', async () => {
  const docket = await docketForTest()
  docket.startWorking()
  const person = visitor(docket.url)
  const send = sendJson(person)
  const bytes = new Uint8Array(await samplePdf({ number: 'DOUBT-1' }))
  const { id } = await readJob(await person.upload(bytes))
  const isDone = async () => expect((await person.job(id)).status).toBe('complete')
  await vi.waitFor(isDone, 60_000)
  await send('POST', `/api/jobs/${id}/approve`, {}, { 'if-match': '"1"' })
  const numbers = [{ name: 'CV Warung Imajinasi', tin: '0123456789012000', spellings: [] }]
  await send('POST', '/api/parties/numbers', { numbers, include_approved: true })
  await vi.waitFor(async () => expect((await person.job(id)).approved_at).toBeNull(), 60_000)
  const { review_reasons } = await person.job(id)
  expect(review_reasons.map(({ code }) => code)).toContain('filing_npwp_check_digit')
})
