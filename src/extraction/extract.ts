import { AppError } from '../domain/errors.ts'
import type { HeatSheetReading } from '../domain/heat-sheet.ts'
import type { InvoiceReading } from '../domain/invoice.ts'
import { contentTypes, type InvoiceFormat, type OutputFormat } from '../domain/mapping.ts'
import type { Page, Reading } from '../domain/reading.ts'
import { reviewFiling } from './directory/review.ts'
import { type Carried, eInvoicesFor, isOneInvoice } from './e-invoice/find.ts'
import { addReasons, eInvoiceReason, severalEInvoices } from './e-invoice/reasons.ts'
import { readEInvoice } from './e-invoice/read-e-invoice.ts'
import { readAnyInvoice } from './generic/read-any-invoice.ts'
import type { Sheet } from './heat-sheet/keep.ts'
import { readProgram } from './heat-sheet/read-program.ts'
import { readInvoice } from './invoice/read-invoice.ts'
import type { Knowledge } from './knowledge.ts'
import { chooseMapping } from './mapping/choose.ts'
import { scanReader } from './ocr/read-scan.ts'
import { noText, reviewScans, scanReasons } from './ocr/review.ts'
import { withDocument } from './pdf/engine.ts'
import { pdfLimits } from './pdf/limits.ts'
import { type OnProgress, pagesOf } from './pdf/pages.ts'
import { renderInvoice } from './render/invoice.ts'
import { renderJson } from './render/json.ts'
import { renderTxt } from './render/txt.ts'
import { readText } from './text/read-text.ts'
import { type SheetOptions, writeSheet } from './write-sheet.ts'

export interface Output {
  format: OutputFormat
  content_type: string
  body: string
}

export interface Extraction {
  /** The mapping it was read by. */
  mapping: string
  reading: Reading | InvoiceReading | HeatSheetReading
  page_count: number
  word_count: number
  /** Why a person should look at it before relying on it; none when all is proved. */
  review_reasons: string[]
  outputs: Output[]
  /** Of a heat sheet: what it says whoever asks. */
  sheet?: Sheet
}

export interface ExtractOptions extends SheetOptions {
  onProgress?: OnProgress
  /** What was read of this document before. */
  sheet?: Sheet | undefined
}

/** PDF bytes → pages of words → what a mapping reads in them → the files it writes from that. */
export async function extract(
  pdf: Uint8Array,
  mapping: string,
  knowledge: Knowledge,
  options: ExtractOptions = {},
): Promise<Extraction> {
  const { sheet } = options
  if (sheet) return writeSheet(sheet, sheetOutputs(sheet, knowledge), options)
  const { carried, pages } = await withDocument(pdf, pdfLimits, async (document) => ({
    carried: await eInvoicesFor(mapping, knowledge.mappings, document),
    pages: await pagesOf(document, options.onProgress, { scans: scanReader(knowledge.ocr) }),
  }))
  const word_count = pages.reduce((sum, { words }) => sum + words.length, 0)
  if (word_count === 0 && carried.invoices.length === 0) throw noText(pages, knowledge.ocr)
  const result = readAndWrite({ pages, carried }, mapping, knowledge, options)
  return { page_count: pages.length, word_count, ...result }
}

function sheetOutputs(sheet: Sheet, { mappings }: Knowledge) {
  const mapping = mappings.get(sheet.mapping)
  if (mapping?.reader === 'heat_sheet') return mapping.outputs
  throw new AppError('UNKNOWN_MAPPING', `There is no mapping "${sheet.mapping}" any more.`)
}

type Result = Omit<Extraction, 'page_count' | 'word_count'>

function readAndWrite(
  { pages, carried }: { pages: Page[]; carried: Carried },
  asked: string,
  knowledge: Knowledge,
  options: ExtractOptions,
): Result {
  const [eInvoice] = carried.invoices
  const mapping = chooseMapping(pages, asked, knowledge.mappings, eInvoice !== undefined)
  const problems = carried.problems.map(({ message }) => eInvoiceReason(message))
  switch (mapping.reader) {
    case 'text': {
      const reading = readText(pages)
      const write = { json: renderJson, txt: renderTxt }
      const bodies = mapping.outputs.map((format) => toOutput(format, write[format](reading)))
      const reasons = [
        ...scanReasons(pages, knowledge.ocr),
        ...problems.map(({ message }) => message),
      ]
      return { mapping: mapping.name, reading, review_reasons: reasons, outputs: bodies }
    }
    case 'invoice': {
      const read = reviewScans(readInvoice(pages, mapping), pages, knowledge.ocr)
      return writeInvoice(addReasons(read, problems), mapping, knowledge)
    }
    case 'generic': {
      const read = reviewScans(readAnyInvoice(pages, mapping.vocabulary), pages, knowledge.ocr)
      const outputs = mapping.outputs.filter((format) => format !== 'xml' || isRupiah(read))
      return writeInvoice(addReasons(read, problems), { name: mapping.name, outputs }, knowledge)
    }
    case 'embedded': {
      if (!eInvoice) throw new Error('There is no e-invoice to read')
      const reasons = [...problems, ...(isOneInvoice(carried) ? [] : [severalEInvoices])]
      return writeInvoice(addReasons(readEInvoice(eInvoice, pages), reasons), mapping, knowledge)
    }
    case 'heat_sheet': {
      const sheet = {
        mapping: mapping.name,
        page_count: pages.length,
        word_count: pages.reduce((sum, { words }) => sum + words.length, 0),
        program: readProgram(pages),
        reasons: scanReasons(pages, knowledge.ocr),
      }
      return writeSheet(sheet, mapping.outputs, options)
    }
  }
}

/** Indonesia's tax office takes nothing else; what may be rupiah is left to a person. */
function isRupiah({ currency }: InvoiceReading): boolean {
  return currency === null || currency === 'IDR'
}

/** What has to be known of a sale only to file it with the tax office is asked where a file for it is written. */
function writeInvoice(
  read: InvoiceReading,
  { name, outputs }: { name: string; outputs: InvoiceFormat[] },
  knowledge: Knowledge,
): Result {
  const reading = outputs.includes('xml') ? reviewFiling(read, knowledge.directory) : read
  const bodies = outputs.map((format) =>
    toOutput(format, renderInvoice(reading, format, knowledge)),
  )
  const reasons = reading.review.reasons.map(({ message }) => message)
  return { mapping: name, reading, review_reasons: reasons, outputs: bodies }
}

export function toOutput(format: OutputFormat, body: string): Output {
  return { format, content_type: contentTypes[format], body }
}

/** Only opens the PDF, and so finds out in a moment whether it is locked, damaged or far too long. */
export function probe(pdf: Uint8Array): Promise<{ page_count: number }> {
  return withDocument(pdf, pdfLimits, ({ page_count }) => ({ page_count }))
}
