import path from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { readThroughGateway } from '../../src/reading/gateway/read-through-gateway.ts'
import type { ReadDocument } from '../../src/reading/steps/read-document.ts'
import type { BatchState } from '../../src/domain/job/batch.ts'
import type { Job } from '../../src/domain/job/job.ts'
import { summarise } from '../../src/domain/job/summary.ts'
import { addInvoiceKey } from '../../src/extraction/outputs/invoice-key.ts'
import { extract } from '../../src/extraction/extract.ts'
import { loadReferenceData } from '../../src/extraction/reference-data/reference-data.ts'
import { deflateBombPdf } from '../fixtures/hostile-pdfs.ts'
import { samplePdf, scannedPdf, textPdf } from '../fixtures/pdfs.ts'
import { severalInvoicesPdf } from '../fixtures/several-invoices.ts'
import { docketForTest } from '../support/docket/docket.ts'
import { readJob, sendJson, type Visitor, visitor } from '../support/docket/visitor.ts'
import { startThirdPartyGateway, gatewayForTest } from '../support/servers/gateway.ts'
import { toStoredMessage } from '../../src/domain/messages/message.ts'

const referenceData = loadReferenceData({ folder: path.resolve('.') })

/** The reader that the worker uses, or undefined for its own child processes. */
const readers: Record<string, () => Promise<ReadDocument | undefined>> = {
  'its own children': async () => undefined,
  'a gateway': async () => readerAt((await gatewayForTest()).url),
}

function readerAt(url: string): ReadDocument {
  return readThroughGateway({ url, timeoutMs: 60_000 })
}

interface Upload {
  pdf: Buffer
  mapping?: string
}

/** Uploads documents to a Docket that uses this reader, and waits until their jobs have ended. */
async function readAll(
  reader: ReadDocument | undefined,
  uploads: Upload[],
): Promise<{ person: Visitor; jobs: Job[] }> {
  const docket = await docketForTest({ reader })
  docket.startWorking()
  const person = visitor(docket.url)
  const ids: string[] = []
  for (const { pdf, mapping = 'auto' } of uploads) {
    ids.push((await readJob(await person.upload(new Uint8Array(pdf), { mapping }))).id)
  }
  const jobs = () => Promise.all(ids.map((id) => person.job(id)))
  await vi.waitFor(
    async () => {
      for (const { status } of await jobs()) expect(['complete', 'failed']).toContain(status)
    },
    { timeout: 90_000, interval: 100 },
  )
  return { person, jobs: await jobs() }
}

describe.each(Object.entries(readers))(
  'a worker that reads through %s',
  { timeout: 120_000 },
  (name, open) => {
    it('reads a part of a split PDF as one invoice', async () => {
      const { person, jobs } = await readAll(await open(), [{ pdf: await severalInvoicesPdf() }])
      const [whole] = jobs
      const listCodes = (job?: Job) => job?.review_reasons.map(({ code }) => code)
      expect(listCodes(whole)).toContain('several_invoices')
      const split = await sendJson(person)('POST', `/api/jobs/${whole?.id}/split`, {
        ranges: [[1, 6]],
      })
      const { jobs: parts } = (await split.json()) as BatchState
      const part = await person.job(`${parts[0]?.id}?wait=50`)
      expect(part).toMatchObject({ status: 'complete', split_from: { pages: [1, 6] } })
      expect(listCodes(part)).not.toContain('several_invoices')
    })

    it('stores the same outputs (byte for byte) and review reasons as a local read, for invoices and plain-text documents', async () => {
      const pdfs = [await samplePdf(), await textPdf({ pages: 3 })]
      const { person, jobs } = await readAll(
        await open(),
        pdfs.map((pdf) => ({ pdf })),
      )
      for (const [index, job] of jobs.entries()) {
        expect(job).toMatchObject({ status: 'complete', progress: 100, error_code: null })
        const expected = await extract(pdfs[index] ?? new Uint8Array(), 'auto', referenceData)
        expect(job.review_reasons.map(toStoredMessage)).toEqual(expected.review_reasons)
        expect(job.summary).toEqual(addInvoiceKey(summarise(expected.reading)))
        expect(job.outputs.map(({ format }) => format)).toEqual(
          expected.outputs.map(({ format }) => format),
        )
        for (const { format, content_type, body } of expected.outputs) {
          const download = await person.ask(`/api/jobs/${job.id}/download?format=${format}`)
          expect(download.headers.get('content-type')).toBe(content_type)
          expect(Buffer.from(await download.arrayBuffer()).toString()).toBe(body)
        }
      }
      expect(jobs.map(({ needs_review }) => needs_review)).toEqual([true, false])
    })

    it('immediately fails jobs for unreadable documents, with the reason', async () => {
      const { jobs } = await readAll(await open(), [
        { pdf: await scannedPdf() },
        { pdf: await textPdf(), mapping: 'pt_simon_invoice_v1' },
        { pdf: await deflateBombPdf() },
      ])
      const ownCodes = ['NO_TEXT', 'MAPPING_MISMATCH', 'RESOURCE_LIMIT']
      const codes = name === 'a gateway' ? ownCodes.map(() => 'GW_4XX') : ownCodes
      expect(jobs.map((job) => [job.status, job.attempt_count, job.error_code])).toEqual(
        codes.map((code) => ['failed', 1, code]),
      )
      const sentences = [/No text found/, /does not have the layout/, /too much time or memory/]
      for (const [index, sentence] of sentences.entries()) {
        expect(jobs[index]?.error_message).toMatch(sentence)
      }
    })
  },
)

describe('a worker that reads through a third-party gateway', () => {
  it('stores its XML', async () => {
    const url = await startThirdPartyGateway((request, response) => {
      const headers = { 'content-type': 'application/xml' }
      request.resume().on('end', () => response.writeHead(200, headers).end('<Foreign/>'))
    })
    const { person, jobs } = await readAll(readerAt(url), [{ pdf: await samplePdf() }])
    expect(jobs).toMatchObject([{ status: 'complete', needs_review: false }])
    const download = await person.ask(`/api/jobs/${jobs[0]?.id}/download`)
    expect(download.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    expect(await download.text()).toBe('<Foreign/>')
  })
})
