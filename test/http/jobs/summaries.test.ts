import { expect, it, vi } from 'vitest'
import { expireJob } from '../../../src/db/jobs/transitions.sql.ts'
import { sweep } from '../../../src/retention/sweep.ts'
import type { Job } from '../../../src/domain/job/job.ts'
import type { JobsPage } from '../../../src/domain/api/routes/jobs.ts'
import { drawMeet, springSplash } from '../../fixtures/meets.ts'
import { makeUnique, samplePdf, textPdf } from '../../fixtures/pdfs.ts'
import { readBatchResponse, sendBatch } from '../../support/docket/batches.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import { readJob, visitor } from '../../support/docket/visitor.ts'
import { addParty, parties } from '../../support/docket/exports.ts'

// Each test reads several documents, which takes a long time on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const invoice = new Uint8Array(await samplePdf())

const summary = {
  kind: 'invoice',
  number: 'LC-2026-0042',
  date: '2026-01-05',
  seller: 'PT Lentera Contoh',
  buyer: 'CV Warung Imajinasi',
  total: '6999660',
  currency: 'IDR',
  coretax: 'blocked',
  lacks_npwp: 'both',
  invoice_key: expect.stringMatching(/^LENTERACONTOH /) as string,
}

async function reading(options: Parameters<typeof docketForTest>[0] = {}) {
  const docket = await docketForTest(options)
  const person = visitor(docket.url)
  const upload = async (bytes: Uint8Array<ArrayBuffer>, fields = {}) =>
    (await readJob(await person.upload(bytes, fields))).id
  const waitForStatus = async (id: string, status: Job['status']) => {
    await vi.waitFor(async () => expect((await person.job(id)).status).toBe(status), 60_000)
    return person.job(id)
  }
  const find = async (q: string) => {
    const response = await person.ask(`/api/jobs?q=${encodeURIComponent(q)}`)
    return ((await response.json()) as JobsPage).jobs.map(({ id }) => id)
  }
  return { docket, person, upload, becomes: waitForStatus, find }
}

it('filters invoices by seller and month, and lists the values to choose from', async () => {
  const { docket, person, upload, becomes } = await reading()
  docket.startWorking()
  const january = await upload(invoice)
  const text = await upload(new Uint8Array(await textPdf()))
  const marchPdf = await samplePdf({ number: 'LC-2026-0043' })
  const march = await upload(new Uint8Array(marchPdf))
  for (const id of [january, text, march]) await becomes(id, 'complete')
  await docket.db.query(
    `update jobs set summary = summary || '{"date": "2026-03-01", "seller": "CV Lain"}' where id = $1`,
    [march],
  )
  const list = async (query: string) => {
    const response = await person.ask(`/api/jobs?${query}`)
    return ((await response.json()) as JobsPage).jobs.map(({ id }) => id)
  }
  expect(await list('period=2026-01')).toEqual([january])
  expect(await list('seller=CV+Lain')).toEqual([march])
  expect(await list('seller=CV+Lain&period=2026-01')).toEqual([])
  expect(await (await person.ask('/api/jobs/facets')).json()).toMatchObject({
    count: 3,
    sellers: expect.arrayContaining([
      { value: 'PT Lentera Contoh', count: 1 },
      { value: 'CV Lain', count: 1 },
    ]) as unknown,
    periods: [
      { value: '2026-03', count: 1 },
      { value: '2026-01', count: 1 },
    ],
  })
  expect((await person.ask('/api/jobs?period=2026-13')).status).toBe(400)
})

it('filters jobs by mapping, number, party, document date and creation time', async () => {
  const { docket, person, upload, becomes } = await reading()
  docket.startWorking()
  const sample = await upload(invoice)
  const text = await upload(new Uint8Array(await textPdf()))
  for (const id of [sample, text]) await becomes(id, 'complete')
  const list = async (query: string) => {
    const response = await person.ask(`/api/jobs?${query}`)
    return ((await response.json()) as JobsPage).jobs.map(({ id }) => id)
  }
  const { jobs } = (await (await person.ask('/api/jobs')).json()) as JobsPage
  const { summary, created_at = '' } = jobs.find(({ id }) => id === sample) ?? {}
  if (summary?.kind !== 'invoice') throw new Error('Expected an invoice')
  expect(await list('mapping=document_text_v1')).toEqual([text])
  expect(await list(`number=${summary.number?.toLowerCase()}`)).toEqual([sample])
  expect(await list('number=LC')).toEqual([])
  expect(await list('party=lentera')).toEqual([sample])
  expect(await list('party=nobody')).toEqual([])
  expect(await list(`date_from=${summary.date}&date_to=${summary.date}`)).toEqual([sample])
  expect(await list('date_to=2020-01-01')).toEqual([])
  expect(await list(`created_to=${created_at}`)).toEqual([])
  expect(await list(`created_from=${created_at}`)).toEqual([text, sample])
  expect((await person.ask('/api/jobs?date_from=2026-02-30')).status).toBe(400)
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ filter: { party: 'lentera' } }),
  }
  const deleted = await person.ask('/api/jobs/delete', init)
  expect(await deleted.json()).toMatchObject({ changed_count: 1 })
  expect(await list('')).toEqual([text])
})

it('lists an invoice with its summary and finds it by its summary', async () => {
  const { docket, upload, becomes, find } = await reading()
  docket.startWorking()
  const id = await upload(invoice)
  const other = await upload(new Uint8Array(await textPdf()))
  expect((await becomes(id, 'complete')).summary).toEqual(summary)
  expect((await becomes(other, 'complete')).summary).toBeNull()
  for (const q of [
    summary.number,
    'lentera',
    'WARUNG contoh',
    summary.total,
    '6.999.660',
    'Rp6,999,660.00',
    'Rp 6.999.660,-',
    `${summary.date} idr`,
  ]) {
    expect(await find(q), q).toEqual([id])
  }
  // Field names are not searched.
  for (const q of ['seller', 'kind', 'number', 'lentera nowhere', '6.999.661'])
    expect(await find(q)).toEqual([])
})

it('shows the same summary for a repeated upload', async () => {
  const { docket, person, upload, becomes } = await reading()
  const documents = ['a.pdf', 'b.pdf'].map((name) => ({ name, bytes: invoice }))
  const { items } = await readBatchResponse(await sendBatch(person, documents))
  const [first = '', follower = ''] = items.map((item) => item.job?.id ?? '')
  docket.startWorking()
  expect((await becomes(first, 'complete')).summary).toEqual(summary)
  const followed = { deduped_from: first, summary }
  expect(await becomes(follower, 'complete')).toMatchObject(followed)
  expect(await becomes(await upload(invoice), 'complete')).toMatchObject({ summary })
})

it('updates the summary after a correction', async () => {
  const { docket, person, upload, becomes, find } = await reading()
  docket.startWorking()
  const id = await upload(invoice)
  await becomes(id, 'complete')
  const change = await person.ask(`/api/jobs/${id}/reading`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', 'if-match': '"1"' },
    body: JSON.stringify({ changes: [{ path: 'number', value: 'NEW-7' }] }),
  })
  expect(change.status).toBe(200)
  expect((await person.job(id)).summary).toEqual({ ...summary, number: 'NEW-7' })
  expect(await find('new-')).toEqual([id])
  expect(await find(summary.number)).toEqual([])
})

it('deletes the summary along with the result, however the result is deleted', async () => {
  const { docket, person, upload, becomes, find } = await reading({ deletesOnDownload: true })
  for (const party of parties) await addParty(person, party)
  docket.startWorking()
  const ended = await upload(makeUnique(invoice))
  const downloaded = await upload(makeUnique(invoice))
  const aged = await upload(makeUnique(invoice))
  const ids = [ended, downloaded, aged]
  const { lacks_npwp: _, ...known } = summary
  const fileable = { ...known, coretax: 'ready' }
  for (const id of ids) expect((await becomes(id, 'complete')).summary).toEqual(fileable)
  await docket.db.query(
    `update jobs set review_reasons = '[{"code":"seller_not_found","path":"seller.name","params":{}}]'`,
  )
  await docket.db.query(`insert into sheet_changes (job_id, owner_id, meet_key, changes)
    select id, owner_id, 'spring', '[{"swimmer_name":"Ada"}]' from jobs`)
  await expireJob(docket.db, ended)
  await (await person.ask(`/api/jobs/${downloaded}/download`)).text()
  await becomes(downloaded, 'expired')
  await docket.db.query(`update jobs set completed_at = now() - interval '40 days' where id = $1`, [
    aged,
  ])
  await sweep({ ...docket.services, sourceDays: 7, resultDays: 30, batchDays: 30 })
  for (const id of ids) {
    expect(await becomes(id, 'expired')).toMatchObject({ summary: null, review_reasons: [] })
  }
  expect(await docket.db.query('select from sheet_changes')).toEqual([])
  expect(await find(summary.number)).toEqual([])
})

it('shows meet, date and swimmer for a heat sheet', async () => {
  const { docket, upload, becomes, find } = await reading()
  docket.startWorking()
  const params = JSON.stringify({ swimmer: 'noemie nunez', time_zone: 'America/New_York' })
  const id = await upload(new Uint8Array(await drawMeet(springSplash)), { params })
  expect((await becomes(id, 'complete')).summary).toEqual({
    kind: 'heat_sheet',
    meet: 'Spring Splash',
    date: '2026-05-02',
    swimmers: 'Núñez, Noémie B',
  })
  for (const q of ['NÚÑEZ splash', 'nunez noemie', 'Núñez']) expect(await find(q), q).toEqual([id])
})
