import { expect, vi } from 'vitest'
import type { Preflight } from '../../../src/domain/coretax/preflight-result.ts'
import type { InvoiceReading } from '../../../src/domain/invoice/invoice.ts'
import type { Job } from '../../../src/domain/job/job.ts'
import { drawMeet, springSplash } from '../../fixtures/meets.ts'
import { makeUnique, samplePdf, scannedPdf, textPdf } from '../../fixtures/pdfs.ts'
import { type BatchDocument, fetchBatch, readBatchResponse, sendBatch } from './batches.ts'
import { docketForTest } from './docket.ts'
import { type Visitor, visitor } from './visitor.ts'
import { isCleared, verifyCoretaxFile, verifyDownload } from '../browser/verify-coretax.ts'

export const invoice = async (number: string, name = `${number}.pdf`): Promise<BatchDocument> => ({
  name,
  bytes: new Uint8Array(await samplePdf({ number })),
})
export const note: BatchDocument = {
  name: 'note.pdf',
  bytes: makeUnique(await textPdf({ text: 'A note' })),
}
export const scan: BatchDocument = { name: 'empty.pdf', bytes: new Uint8Array(await scannedPdf()) }
export const heats = async (name = 'heats.pdf'): Promise<BatchDocument> => ({
  name,
  bytes: makeUnique(await drawMeet(springSplash)),
})

export const parties = [
  { name: 'PT Lentera Contoh', tin: '0012345674901000' },
  { name: 'CV Warung Imajinasi', tin: '0098765431109000', address: 'Gang Pelangi 21' },
]

export function addParty(person: Visitor, party: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return person.ask('/api/parties', { method: 'POST', headers, body: JSON.stringify(party) })
}

export async function completeBatch(
  documents: BatchDocument[],
  fields: Record<string, string> = {},
) {
  const docket = await docketForTest()
  // The sample invoices are due on 20 February 2026.
  docket.services.now = () => new Date('2026-01-20T00:00:00Z')
  const person = visitor(docket.url)
  for (const party of parties) expect((await addParty(person, party)).status).toBe(201)
  const { batch } = await readBatchResponse(await sendBatch(person, documents, fields))
  docket.startWorking()
  await vi.waitFor(async () => {
    expect((await fetchBatch(person, batch.id)).batch.completed_at).not.toBeNull()
  })
  const { jobs } = await fetchBatch(person, batch.id)
  return { docket, person, id: batch.id, jobs }
}

interface ExportOrder extends Record<string, unknown> {
  format?: string
  allow_duplicates?: boolean
}

/** Exports jobs. Verifies a Coretax file against the preceding check and against the readings. */
export async function exportJobs(person: Visitor, order: ExportOrder): Promise<Response> {
  const post = (address: string, body: object) =>
    person.ask(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  if (order.format !== 'xml') return post('/api/jobs/export', order)
  const { ids, filter, period, confirmed, allow_duplicates } = order
  const checked = await post('/api/jobs/export/check', { ids, filter, period, confirmed })
  const response = await post('/api/jobs/export', order)
  if (!response.ok) return response
  const { documents } = (await checked.json()) as Preflight
  const cleared = documents.filter((document) =>
    isCleared(document, allow_duplicates ? ['filing_duplicate'] : []),
  )
  const filed = await Promise.all(
    cleared.map(async (document) => {
      const answer = await person.ask(`/api/jobs/${document.id}/reading`)
      return { document, ...((await answer.json()) as { reading: InvoiceReading }) }
    }),
  )
  verifyCoretaxFile(await response.clone().text(), filed)
  return response
}

export const jobIds = (jobs: Job[]) => jobs.map(({ id }) => id)

/** Verifies a Coretax file against the readings of its documents. `allowed` lists rules that the user confirmed. */
export function verifyXml(person: Visitor, xml: string, allowed: string[] = []): Promise<void> {
  const ask = async (address: string, body?: object): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' }
    const init = body && { method: 'POST', headers, body: JSON.stringify(body) }
    return (await person.ask(address, init)).json()
  }
  return verifyDownload(xml, ask, { allowed })
}
