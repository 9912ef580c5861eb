import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Problem } from '../../../src/domain/errors/problem.ts'
import type { Job } from '../../../src/domain/job/job.ts'
import { textPdf } from '../../fixtures/pdfs.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import { readJob, visitor } from '../../support/docket/visitor.ts'
import { claim, failure, failureText } from '../../support/database/jobs.ts'
import { failJob } from '../../../src/db/jobs/transitions.sql.ts'

const indonesian = { headers: { 'accept-language': 'id-ID,id;q=0.9,en;q=0.8' } }

it('renders problems in the requested language, with the same code and reason', async () => {
  const person = visitor((await docketForTest()).url)
  const address = `/api/jobs/${randomUUID()}`
  const [english, other] = await Promise.all([person.ask(address), person.ask(address, indonesian)])
  const problem = { code: 'NOT_FOUND', reason: 'job_not_found', params: {} }
  expect(await english.json()).toMatchObject({
    ...problem,
    detail: 'Job not found. It may have been deleted.',
  })
  expect(await other.json()).toMatchObject({
    ...problem,
    detail: 'Pekerjaan ini tidak ada. Mungkin sudah dihapus.',
  })
  expect(other.headers.get('content-language')).toBe('id')
  expect(other.headers.get('vary')).toContain('accept-language')
})

it('stores messages as data and renders them in the response', async () => {
  const { db, url } = await docketForTest()
  const person = visitor(url)
  const { id } = await readJob(await person.upload(new Uint8Array(await textPdf())))
  await claim(db)
  await failJob(db, { id, epoch: 1 }, failure)
  const [row] = await db.query(
    `select jobs.error_detail, events.error_detail as told from jobs
    join events on events.job_id = jobs.id and events.type = 'fail'`,
  )
  const { code, params } = failure.detail
  expect(row).toEqual({ error_detail: { code, params }, told: { code, params } })
  const reasons = [
    { code: 'line_value_missing', path: 'lines.1.quantity', params: { field: 'lines.quantity' } },
  ]
  await db.query('update jobs set review_reasons = $1', [JSON.stringify(reasons)])
  const ask = async (init?: RequestInit) =>
    (await (await person.ask(`/api/jobs/${id}`, init)).json()) as Job
  expect(await ask()).toMatchObject({
    error_message: failureText,
    review_reasons: [{ ...reasons[0], message: 'Line 2 has no quantity.' }],
  })
  expect(await ask(indonesian)).toMatchObject({
    error_detail: { code, params },
    error_message: 'Halaman 2 PDF ini rusak. Ekspor atau unduh ulang berkasnya.',
    review_reasons: [{ ...reasons[0], message: 'Baris 2 tidak memiliki kuantitas.' }],
  })
})

it('does not confirm a response that the browser has stored in another language', async () => {
  const { url } = await docketForTest()
  const person = visitor(url)
  const { id } = await readJob(await person.upload(new Uint8Array(await textPdf())))
  for (const address of [`/api/jobs/${id}`, '/api/jobs']) {
    const stored = await person.ask(address, indonesian)
    const headers = { 'if-none-match': stored.headers.get('etag') ?? '' }
    const again = await person.ask(address, { headers: { ...indonesian.headers, ...headers } })
    const english = await person.ask(address, { headers })
    expect([address, again.status, english.status]).toEqual([address, 304, 200])
    expect(english.headers.get('vary')).toContain('accept-language')
  }
})

it('renders request and table errors in the requested language', async () => {
  const { url } = await docketForTest()
  const person = visitor(url)
  const rejected = async (path: string, init: RequestInit = {}, type = 'application/json') => {
    const headers = { ...indonesian.headers, ...(init.body && { 'content-type': type }) }
    return (await (await person.ask(path, { ...init, headers })).json()) as Problem
  }
  expect(await rejected('/api/jobs?limit=0')).toMatchObject({
    code: 'INVALID_REQUEST',
    detail: 'Permintaan ini tidak sah. limit: paling kecil 1.',
    errors: [{ pointer: '/limit', code: 'number_too_small', detail: 'paling kecil 1' }],
  })
  const nothing = { method: 'POST', body: '{}' }
  expect(await rejected('/api/jobs/export', nothing)).toMatchObject({
    detail: 'Permintaan ini tidak sah. Permintaan: harus berisi salah satu: ids atau filter.',
  })
  expect(await rejected('/api/jobs/export', { method: 'POST', body: '{' })).toMatchObject({
    reason: 'body_not_json',
    detail: 'Isi permintaan ini bukan JSON yang sah.',
  })
  const csv = { method: 'POST', body: 'name,tin\nPT Dua,12\n' }
  expect(await rejected('/api/parties/import', csv, 'text/csv')).toMatchObject({
    rejected: [{ line: 2, errors: [{ path: 'tin', message: 'tin: harus 16 angka' }] }],
  })
  const rates = { method: 'POST', body: 'currency,valid_from,rate\nUSD,2026-01-07,much\n' }
  expect(await rejected('/api/rates/import', rates, 'text/csv')).toMatchObject({
    detail: expect.stringContaining('Tidak ada yang diimpor. Baris 2: rate: '),
    errors: [{ pointer: '/2', path: 'rate' }],
  })
})
