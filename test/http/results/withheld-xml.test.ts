import { randomUUID } from 'node:crypto'
import { unzipSync } from 'fflate'
import { describe, expect, it, vi } from 'vitest'
import type { Problem } from '../../../src/domain/errors/problem.ts'
import type { JobsPage } from '../../../src/domain/api/routes/jobs.ts'
import type { Job } from '../../../src/domain/job/job.ts'
import { samplePdf } from '../../fixtures/pdfs.ts'
import { createBatchForm } from '../../support/docket/batches.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import { readError, readJob, type Visitor, visitor } from '../../support/docket/visitor.ts'
import { addParty, parties, verifyXml } from '../../support/docket/exports.ts'

vi.setConfig({ testTimeout: 120_000 })

async function stage({ isKnown = true, error = 0, date = '14 January 2026' } = {}) {
  const docket = await docketForTest()
  const person = visitor(docket.url)
  if (isKnown) for (const party of parties) await addParty(person, party)
  docket.startWorking()
  const pdf = new Uint8Array(await samplePdf({ error, date }))
  const { id } = await readJob(await person.upload(pdf))
  const job = await vi.waitFor(async () => {
    const found = await person.job(id)
    expect(found.status).toBe('complete')
    return found
  }, 60_000)
  return { docket, person, job }
}

const formats = ({ outputs }: Job) => outputs.map(({ format }) => format)
const download = (person: Visitor, { id }: Job, language = 'en') =>
  person.ask(`/api/jobs/${id}/download?format=xml`, { headers: { 'accept-language': language } })

async function decide(person: Visitor, { id }: Job, decision: 'approve' | 'unapprove') {
  const reading = await person.ask(`/api/jobs/${id}/reading`)
  const headers = { 'if-match': reading.headers.get('etag') ?? '' }
  const response = await person.ask(`/api/jobs/${id}/${decision}`, { method: 'POST', headers })
  expect(response.status).toBe(200)
  return person.job(id)
}

describe('the Coretax XML for a single document', () => {
  it('is written immediately if nothing is uncertain', async () => {
    const { person, job } = await stage()
    expect([formats(job), job.needs_review]).toEqual([['json', 'xml', 'csv', 'ubl'], false])
    expect(job.summary).toMatchObject({ coretax: 'ready' })
    const xml = await (await download(person, job)).text()
    expect(xml).toContain('<TIN>0012345674901000</TIN>')
    await verifyXml(person, xml, ['filing_deadline_passed'])
  })

  it('is not written for an uncertain document until the user approves it', async () => {
    const { person, job } = await stage({ error: 1000 })
    expect([formats(job), job.summary]).toMatchObject([
      ['json', 'csv', 'ubl'],
      { coretax: 'confirm' },
    ])
    const [status, code, detail] = await readError(await download(person, job))
    expect([status, code]).toEqual([409, 'NOT_FILEABLE'])
    expect(detail).toMatch(/^Review and approve the document to create its Coretax file\. .*total/)
    const problem = (await (await download(person, job, 'id')).json()) as Problem
    expect(problem.detail).toMatch(/^Berkas Coretax dibuat setelah dokumen ini ditinjau/)
    for (const format of ['json', 'csv', 'ubl', 'xlsx']) {
      const other = await person.ask(`/api/jobs/${job.id}/download?format=${format}`)
      expect([format, other.status]).toEqual([format, 200])
    }
    const approved = await decide(person, job, 'approve')
    expect(formats(approved)).toEqual(['json', 'xml', 'csv', 'ubl'])
    await verifyXml(person, await (await download(person, job)).text(), ['filing_deadline_passed'])
    expect(formats(await decide(person, job, 'unapprove'))).toEqual(['json', 'csv', 'ubl'])
    expect((await download(person, job)).status).toBe(409)
  })

  it('is not written while a rule fails, even if the user approves the document', async () => {
    const { person, job } = await stage({ isKnown: false })
    expect(job.summary).toMatchObject({ coretax: 'blocked' })
    const approved = await decide(person, job, 'approve')
    expect([approved.needs_review, formats(approved)]).toEqual([false, ['json', 'csv', 'ubl']])
    const [, code, detail] = await readError(await download(person, job))
    expect([code, detail]).toEqual(['NOT_FILEABLE', expect.stringMatching(/Buyer NPWP missing/)])
  })

  it('is not written for a date that Coretax rejects', async () => {
    const { person, job } = await stage({ date: '14 January 2024' })
    expect([job.needs_review, formats(job)]).toEqual([false, ['json', 'csv', 'ubl']])
    const [, code, detail] = await readError(await download(person, job))
    expect([code, detail]).toEqual(['NOT_FILEABLE', expect.stringMatching(/2024/)])
  })

  it('is missing from archives and shared links as well', async () => {
    const { person, job } = await stage({ error: 1000 })
    const zip = await person.ask(`/api/batch/${job.batch_id}/download?format=zip`)
    const names = Object.keys(unzipSync(new Uint8Array(await zip.arrayBuffer())))
    expect(names.filter((name) => /(?<!ubl)\.xml$/.test(name))).toEqual([])
    expect(names).toHaveLength(4)
    const share = await person.ask(`/api/jobs/${job.id}/share`, { method: 'POST' })
    const { code } = (await share.json()) as { code: string }
    const shared = await visitor(new URL(share.url).origin).ask(
      `/api/result/${code}/download?format=xml`,
    )
    expect(await readError(shared)).toMatchObject([409, 'NOT_FILEABLE', expect.any(String)])
  })
})

it('points to an earlier document with the same seller and number', async () => {
  const { person, job } = await stage()
  expect(job.same_invoice).toBeNull()
  const again = new Uint8Array(await samplePdf({ buyer: 'CV Warung Imajinasi', error: 1 }))
  const upload = randomUUID()
  const body = createBatchForm([{ name: 'again.pdf', bytes: again }])
  await person.ask(`/api/batch/extract?upload_id=${upload}`, { method: 'POST', body })
  await vi.waitFor(async () => {
    const list = await person.ask(`/api/jobs?upload_id=${upload}`)
    const [copy] = ((await list.json()) as JobsPage).jobs
    expect(copy?.same_invoice).toEqual({ id: job.id, filename: job.original_filename })
  }, 60_000)
  const summary = await (await person.ask(`/api/uploads/${upload}`)).json()
  expect(summary).toMatchObject({ total: 1, same_invoice: 1 })
  expect((await person.job(job.id)).same_invoice).toBeNull()
})
