import { AppError } from '../domain/errors.ts'
import type { InvoiceReading } from '../domain/invoice.ts'
import { contentTypes, type OutputFormat } from '../domain/mapping.ts'
import type { Page, Reading } from '../domain/reading.ts'
import { reviewFiling } from './directory/review.ts'
import { readAnyInvoice } from './generic/read-any-invoice.ts'
import { readInvoice } from './invoice/read-invoice.ts'
import type { Knowledge } from './knowledge.ts'
import { chooseMapping } from './mapping/choose.ts'
import { withDocument } from './pdf/engine.ts'
import { pdfLimits } from './pdf/limits.ts'
import { type OnProgress, readPages } from './pdf/pages.ts'
import { renderInvoice } from './render/invoice.ts'
import { renderJson } from './render/json.ts'
import { renderTxt } from './render/txt.ts'
import { readText } from './text/read-text.ts'

export interface Output {
  format: OutputFormat
  content_type: string
  body: string
}

export interface Extraction {
  /** The mapping it was read by. */
  mapping: string
  reading: Reading | InvoiceReading
  page_count: number
  word_count: number
  /** Why a person should look at it before relying on it; none when all is proved. */
  review_reasons: string[]
  outputs: Output[]
}

/** PDF bytes → pages of words → what a mapping reads in them → the files it writes from that. */
export async function extract(
  pdf: Uint8Array,
  mapping: string,
  knowledge: Knowledge,
  onProgress?: OnProgress,
): Promise<Extraction> {
  const pages = await readPages(pdf, onProgress)
  const word_count = pages.reduce((sum, { words }) => sum + words.length, 0)
  if (word_count === 0) throw new AppError('NO_TEXT')
  return { ...readAndWrite(pages, mapping, knowledge), page_count: pages.length, word_count }
}

function readAndWrite(
  pages: Page[],
  asked: string,
  knowledge: Knowledge,
): Pick<Extraction, 'mapping' | 'reading' | 'review_reasons' | 'outputs'> {
  const mapping = chooseMapping(pages, asked, knowledge.mappings)
  const { name } = mapping
  switch (mapping.reader) {
    case 'text': {
      const reading = readText(pages)
      const write = { json: renderJson, txt: renderTxt }
      const bodies = mapping.outputs.map((format) => toOutput(format, write[format](reading)))
      return { mapping: name, reading, review_reasons: [], outputs: bodies }
    }
    case 'invoice':
    case 'generic': {
      const read =
        mapping.reader === 'invoice'
          ? readInvoice(pages, mapping)
          : readAnyInvoice(pages, mapping.vocabulary)
      const reading = reviewFiling(read, knowledge.directory)
      const bodies = mapping.outputs.map((format) =>
        toOutput(format, renderInvoice(reading, format, knowledge)),
      )
      const reasons = reading.review.reasons.map(({ message }) => message)
      return { mapping: name, reading, review_reasons: reasons, outputs: bodies }
    }
  }
}

function toOutput(format: OutputFormat, body: string): Output {
  return { format, content_type: contentTypes[format], body }
}

/** Only opens the PDF, and so finds out in a moment whether it is locked, damaged or far too long. */
export function probe(pdf: Uint8Array): Promise<{ page_count: number }> {
  return withDocument(pdf, pdfLimits, ({ page_count }) => ({ page_count }))
}
