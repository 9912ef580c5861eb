import { describe, expect, it } from 'vitest'
import type { InvoiceReading } from '../src/domain/invoice/invoice.ts'
import type { Page } from '../src/domain/reading/reading.ts'
import { readEmbeddedInvoices } from '../src/extraction/e-invoice/find-e-invoices.ts'
import { readEInvoice } from '../src/extraction/e-invoice/read-e-invoice.ts'
import { loadMappings } from '../src/extraction/mapping/load.ts'
import { readAttachments } from '../src/extraction/pdf/attachments.ts'
import { withDocument } from '../src/extraction/pdf/engine.ts'
import { pdfLimits } from '../src/extraction/pdf/limits.ts'
import { readPages } from '../src/extraction/pdf/pages.ts'
import { loadTemplate } from '../src/extraction/formats/xml-template.ts'
import { renderUbl } from '../src/extraction/outputs/ubl.ts'
import { isFullyRight } from './support/corpus/corpus.ts'
import { corpusReadings, corpusSkipReason } from './support/corpus/corpus-readings.ts'
import {
  corpusEInvoices,
  needsEInvoices,
  readEInvoiceCorpus,
} from './support/corpus/e-invoice-corpus.ts'
import { ublSchemaSkipReason, findUblError } from './support/readings/ubl-schema.ts'

const mappings = loadMappings('mappings')
const ubl = loadTemplate('mappings/outputs/ubl.yaml')

async function openPdf(pdf: Buffer) {
  const { invoices } = await withDocument(pdf, pdfLimits, (document) =>
    readEmbeddedInvoices('e_invoice_v1', mappings, document),
  )
  const [facts] = invoices
  if (!facts) throw new Error('There is no e-invoice inside')
  return { facts, pages: await readPages(pdf) }
}

/**
 * Changes the last digit of this value on the pages. If the value has several words, this is the last digit of the last
 * word that contains one.
 */
function alter(pages: Page[], shown: string): Page[] {
  const word = shown.split(' ').findLast((part) => /\d/.test(part))
  const altered = shown.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10))
  const words = (page: Page) =>
    page.words.map((it) => (it.text === word ? { ...it, text: altered } : it))
  return pages.map((page) => ({ ...page, words: words(page) }))
}

describe('third-party e-invoices', needsEInvoices, () => {
  it('are extracted from their PDFs byte for byte', async () => {
    for (const { id, pdf, xml } of corpusEInvoices()) {
      const [attachment] = await withDocument(pdf, pdfLimits, (document) =>
        readAttachments(document, (name) => name.endsWith('.xml')),
      )
      expect(Buffer.compare(Buffer.from(attachment?.bytes ?? []), xml), id).toBe(0)
    }
  })

  it('are read as in their XML and agree with their pages', async () => {
    const results = await readEInvoiceCorpus()
    expect(results).toHaveLength(6)
    expect(results.filter((result) => !isFullyRight(result))).toEqual([])
    expect(results.filter(({ is_flagged }) => is_flagged)).toEqual([])
  })

  it('are flagged if a number, a date or a total in the XML is altered', async () => {
    for (const { pdf } of corpusEInvoices()) {
      const { facts, pages } = await openPdf(pdf)
      const { totals } = facts
      const appendDigit = (text: string | null) => (text === null ? null : `${text}1`)
      const altered = [
        { ...facts, number: appendDigit(facts.number) },
        { ...facts, date: facts.date === '2018-01-02' ? '2018-01-03' : '2018-01-02' },
        ...(['subtotal', 'tax_base', 'tax', 'grand_total'] as const).map((key) => ({
          ...facts,
          totals: { ...totals, [key]: totals[key] === '0' ? '1' : appendDigit(totals[key]) },
        })),
      ]
      const unnoticed = altered.filter((it) => !readEInvoice(it, pages).review.needed)
      expect(unnoticed).toEqual([])
    }
  })

  it('are flagged if the page is altered', async () => {
    for (const { pdf } of corpusEInvoices()) {
      const { facts, pages } = await openPdf(pdf)
      const { evidence } = readEInvoice(facts, pages)
      const values = { number: facts.number, ...facts.totals }
      const compared = (['number', 'subtotal', 'tax', 'grand_total'] as const).filter(
        // A zero does not have to be printed.
        (key) => values[key] !== '0',
      )
      for (const key of compared) {
        const path = key === 'number' ? key : `totals.${key}`
        const { review } = readEInvoice(facts, alter(pages, evidence[path]?.text ?? ''))
        expect(review.reasons.map((reason) => reason.path)).toContain(path)
      }
    }
  })
})

describe('UBL written from real invoices', () => {
  it('validates against the schema', async ({ skip }) => {
    skip(ublSchemaSkipReason !== undefined, ublSchemaSkipReason)
    skip(corpusSkipReason !== undefined, corpusSkipReason)
    const readings: InvoiceReading[] = corpusReadings().map(({ reading }) => reading)
    for (const { pdf } of corpusEInvoices()) {
      const { facts, pages } = await openPdf(pdf)
      readings.push(readEInvoice(facts, pages))
    }
    expect(readings.length).toBeGreaterThan(50)
    expect(readings.flatMap((it) => findUblError(renderUbl(it, ubl)) ?? [])).toEqual([])
  })
})
