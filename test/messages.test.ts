import { meetGrammar } from './support/readings/meet-grammar.ts'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkInvoice } from '../src/domain/invoice/check-invoice.ts'
import { reading as en } from '../src/domain/i18n/en/reading.ts'
import { reading as id } from '../src/domain/i18n/id/reading.ts'
import type { Message } from '../src/domain/messages/message.ts'
import { render } from '../src/domain/i18n/render.ts'
import { listOpenReasons } from '../src/domain/invoice/review-reasons.ts'
import type { Params } from '../src/domain/mapping/mapping.ts'
import type { Page } from '../src/domain/reading/reading.ts'
import { reviewFiling } from '../src/extraction/coretax/review-filing.ts'
import { extract } from '../src/extraction/extract.ts'
import type { Extraction } from '../src/extraction/outputs/extraction.ts'
import { readAnyInvoice } from '../src/extraction/any-invoice/read-any-invoice.ts'
import { toHeatSheetReading } from '../src/extraction/heat-sheet/read-heat-sheet.ts'
import { readProgram } from '../src/extraction/heat-sheet/read-program.ts'
import { loadReferenceData } from '../src/extraction/reference-data/reference-data.ts'
import { verifyAnswers } from '../src/extraction/llm/verify-answers.ts'
import { findOcr } from '../src/extraction/ocr/packages.ts'
import { listScanReasons } from '../src/extraction/ocr/review-scans.ts'
import { drawnPages } from './fixtures/drawn-page.ts'
import { ciiXml, eInvoicePdf, type EInvoicePdf } from './fixtures/e-invoice.ts'
import { exampleInvoice } from './fixtures/invoices/any-invoice.ts'
import { invoicePdf } from './fixtures/invoices/draw.ts'
import { layouts } from './fixtures/invoices/layouts.ts'
import { drawMeet, type Meet, springSplash } from './fixtures/meets.ts'
import { samplePdf } from './fixtures/pdfs.ts'
import { corpusFiles, needsCorpus } from './support/corpus/corpus.ts'
import { corpusEInvoices, needsEInvoices } from './support/corpus/e-invoice-corpus.ts'
import { swimNightResponse, swimNightText } from './support/servers/fake-llm.ts'
import { needsHeatSheets, heatSheetFolder } from './support/corpus/heat-sheet-corpus.ts'
import {
  createLine,
  createInvoice,
  anyInvoice,
  type InvoiceValues,
} from './support/readings/invoice.ts'
import { assertPresent } from './support/processes/assert-present.ts'

const referenceData = loadReferenceData({ folder: '.' })
/** OCR takes seconds per page, and these tests check only its messages. */
const withoutOcr = { ...referenceData, ocr: findOcr('off') }

const doubtful = `INVOICE
Invoice No: A-17                 Invoice No: B-18
Date: 03/04/2025                 Date: 05/04/2025

Set of three
No   Description          Quantity   Price    Amount
A heading that may be more
1    Lantern                  2       5.00     10.00
2    Wick                             5.00      5.00
3    Greeting                 1       0.00      0.00
Subtotal                                       15.00
Mystery                                         3.00
Net total                                      99.00
Tax                                             2.00
Total                                        $ 20.00
9    Lost thing               2       1.00      2.00
`

const program = `Lake Club               HY-TEK's MEET MANAGER 8.0 - 4:41 PM  1/1/2026 Page 1
          Spring Splash - 5/1/2026 to 5/3/2026
          Meet Program - Saturday AM

Event 1 Girls 11-12 50 Yard Freestyle
Lane Name                        Age Team            Seed Time
Heat 1 of 1 Finals
  2  Ahlgren, Ada                11  AQUA-XX             31.02
`

/** Returns all messages in a reading. */
function collectMessages(reading: Extraction['reading']): Message[] {
  if (reading.kind === 'heat_sheet') return reading.warnings
  return reading.kind === 'invoice' ? [...reading.checks, ...listOpenReasons(reading)] : []
}

async function collectPdfMessages(pdf: Uint8Array, mapping = 'auto', params: Params = {}) {
  const { reading, review_reasons } = await extract(pdf, mapping, withoutOcr, { params })
  return [...collectMessages(reading), ...review_reasons]
}

/** Traces of a missing value in a sentence. */
const odd = /undefined|null|NaN|\[object/

function isRendered(message: Message): boolean {
  const [english, indonesian] = [render(message), render(message, 'id')]
  const isKnown = Object.hasOwn(en, message.code) && Object.hasOwn(id, message.code)
  return isKnown && english !== indonesian && !odd.test(english) && !odd.test(indonesian)
}

function expectRendered(messages: Message[], least = 1): void {
  expect(messages.length).toBeGreaterThanOrEqual(least)
  expect(messages.filter((message) => !isRendered(message))).toEqual([])
}

describe('messages in both languages', () => {
  it('cover all checks and filing obstacles for any invoice', () => {
    fc.assert(
      fc.property(anyInvoice, (invoice) =>
        expectRendered(
          collectMessages(reviewFiling(checkInvoice(invoice), referenceData.directory)),
        ),
      ),
    )
  })

  it('cover invoices with and without a layout', async () => {
    expectRendered(await collectPdfMessages(await samplePdf()), 5)
    for (const layout of layouts) {
      const { totals, ...invoice } = exampleInvoice(layout, 6)
      const wrong = { ...invoice, totals: { ...totals, grand_total: '1', tax: '2' } }
      for (const drawn of [{ ...invoice, totals }, wrong]) {
        const style = { numbers: '1.234,56', dates: '05/01/2026' } as const
        const pages = { per_page: 20, hasTotalsApart: false }
        const pdf = await invoicePdf(drawn, layout, { ...style, ...pages })
        expectRendered(await collectPdfMessages(pdf, 'invoice_v1'))
      }
    }
  }, 60_000)

  it.each<[string, InvoiceValues]>([
    ['with amounts that include the tax', { lines: [createLine({ amount: '1110000' })] }],
    ['with a wrong total quantity', { totals: { quantity: '3' } }],
    ['for a down payment', { totals: { tax_base: '458333.33' } }],
    [
      'without totals',
      { totals: { subtotal: null, tax_base: null, tax: null, grand_total: null } },
    ],
  ])('cover an invoice %s', (_, values) => {
    expectRendered(collectMessages(checkInvoice(createInvoice(values))))
  })

  it('cover uncertain values in an invoice without a layout', () => {
    const reading = readAnyInvoice(drawnPages(doubtful), referenceData.vocabulary)
    expectRendered(collectMessages(reading), 13)
  })

  it.each<[string, EInvoicePdf]>([
    ['that no page shows', { page: ['Something else'] }],
    ['without a page to compare', { page: [] }],
    ['among several', { files: { 'a.xml': ciiXml, 'b.xml': renumber(ciiXml) } }],
    ['that is a credit note', { files: { 'factur-x.xml': ciiXml.replace('>380<', '>381<') } }],
    ['with wrong totals', { files: { 'factur-x.xml': ciiXml.replaceAll('>44.83<', '>45<') } }],
    ['that is not XML', { files: { 'factur-x.xml': 'no' } }],
    ['that is not an invoice', { files: { 'factur-x.xml': '<a/>' } }],
    ['with a document type', { files: { 'factur-x.xml': '<!DOCTYPE a><a/>' } }],
    [
      'with text instead of a number',
      { files: { 'factur-x.xml': ciiXml.replace('>44.83<', '>x<') } },
    ],
    [
      'with text instead of a date',
      { files: { 'factur-x.xml': ciiXml.replace('>20260309<', '>x<') } },
    ],
  ])('cover an e-invoice %s', async (_, pdf) => {
    expectRendered(await collectPdfMessages(await eInvoicePdf(pdf)))
  })

  it.each<[string, Meet, Params]>([
    ['without the requested swimmer', springSplash, { swimmer: 'Nobody Nowhere' }],
    ['with a similar name', springSplash, { swimmer: 'Ivo Tam; Ada Ahlgrn' }],
    ['with two namesakes', springSplash, { swimmer: 'Ada Ahlgren' }],
    ['without a date', { ...springSplash, title: 'Spring Splash' }, { swimmer: 'Ada Ahlgren' }],
    [
      'that is a psych sheet',
      { ...springSplash, page_title: 'Psych Sheet' },
      { swimmer: 'Ada Ahlgren' },
    ],
    ['without times', withStartTime(null), { swimmer: 'Ada Ahlgren' }],
    [
      'with times to estimate',
      withStartTime(null),
      { swimmer: 'Ada Ahlgren', session_start: '09:00' },
    ],
    ['with a repeated lane', moveAllToLane(3), {}],
  ])('cover a heat sheet %s', async (_, meet, params) => {
    expectRendered(await collectPdfMessages(await drawMeet(meet), 'auto', params))
  })

  it.each([
    ['with a missing heat', ['Heat 1 of 1', 'Heat 1 of 3']],
    ['with an unreadable row', ['  2', '  Bring your own goggles\n  2']],
    ['with two unreadable rows', ['  2', '  Bring your own goggles\n  And a towel\n  2']],
    ['with mixed columns', ['Freestyle', 'Freestyle      31.02 12.33']],
    ['with an ambiguous date', [' to 5/3/2026', '']],
  ])('cover a heat sheet %s', (_, [from = '', to = '']) => {
    const drawing = program.replace(from, to)
    expect(drawing).not.toBe(program)
    expectRendered(
      collectMessages(toHeatSheetReading(readProgram(drawnPages(drawing), meetGrammar), {})),
    )
  })

  it('cover readings by a language model', () => {
    const response = swimNightResponse()
    const [page] = drawnPages(swimNightText)
    for (const wrong of [{}, { venue: 'Nowhere' }, { venue: 'Nowhere', meet_name: 'Nothing' }]) {
      for (const words of [assertPresent(page).words, []]) {
        const pages = [{ ...assertPresent(page), words }]
        const program = verifyAnswers(
          pages,
          [{ page: 1, answer: { ...response, ...wrong } }],
          meetGrammar,
        )
        expectRendered(collectMessages(toHeatSheetReading(program, {})))
      }
    }
  })

  it.each(['read', 'illegible', 'off'] as const)('cover image pages: %s', (outcome) => {
    const page: Page = { number: 1, width: 1, height: 1, text: '', words: [] }
    const pages = [2, 3, 7].map((number) => ({ ...page, number, ocr: { outcome } }) as Page)
    const none = findOcr('eng', () => {
      throw new Error('not installed')
    })
    for (const ocr of [findOcr('off'), none]) {
      const messages = [1, 2, 3].flatMap((count) => listScanReasons(pages.slice(0, count), ocr))
      expectRendered(messages, 3)
    }
  })
})

// Real documents are not in the repository, and a failure does not print any of their content.
describe('messages for real documents', {
  ...needsCorpus,
  ...needsHeatSheets,
  ...needsEInvoices,
}, () => {
  const countOdd = (found: Message[]) => found.filter((one) => !isRendered(one)).length

  it('are rendered in both languages for invoices', async () => {
    let sentences = 0
    for (const file of corpusFiles()) {
      const pdf = readFileSync(file)
      for (const mapping of ['auto', 'invoice_v1']) {
        // A scan has no words without OCR.
        const messages = await collectPdfMessages(pdf, mapping).catch(() => [])
        expect(countOdd(messages), file).toBe(0)
        sentences += messages.length
      }
    }
    expect(sentences).toBeGreaterThan(500)
  }, 180_000)

  it('are rendered in both languages for e-invoices and heat sheets', async () => {
    for (const { id, pdf } of corpusEInvoices()) {
      expect(countOdd(await collectPdfMessages(pdf)), id).toBe(0)
    }
    for (const id of ['program-a', 'psych-a', 'heat-list-a', 'session-report-a']) {
      const pdf = readFileSync(path.join(heatSheetFolder, `${id}.pdf`))
      for (const swimmer of ['', 'Nobody Nowhere', 'Anna Smith']) {
        expect(countOdd(await collectPdfMessages(pdf, 'auto', { swimmer })), id).toBe(0)
      }
    }
  }, 180_000)
})

function renumber(xml: string): string {
  return xml.replace('RE-2026-0815', 'RE-2026-0816')
}

function withStartTime(start: string | null): Meet {
  const events = springSplash.events.map((event) => ({
    ...event,
    heats: event.heats.map((heat) => ({ ...heat, start })),
  }))
  return { ...springSplash, events }
}

/** Moves every swimmer to this lane. */
function moveAllToLane(lane: number): Meet {
  const events = springSplash.events.map((event) => ({
    ...event,
    heats: event.heats.map((heat) => ({
      ...heat,
      swimmers: heat.swimmers.map((swimmer) => ({ ...swimmer, lane })),
    })),
  }))
  return { ...springSplash, events }
}
