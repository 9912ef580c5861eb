import { AppError } from '../domain/errors/app-error.ts'
import { autoMapping, type Mapping, textMappingName } from '../domain/mapping/mapping.ts'
import type { Message } from '../domain/messages/message.ts'
import type { Page } from '../domain/reading/reading.ts'
import { addReasons } from './add-reasons.ts'
import type { EmbeddedInvoices } from './e-invoice/find-e-invoices.ts'
import type { ExtractOptions } from './extract.ts'
import { findFieldsQuestion } from './fields/fields-question.ts'
import type { RequestedFields } from './fields/find-request.ts'
import { type BaseReading, readFields } from './fields/read-fields.ts'
import { findLearnedLabels } from './fields/learned-labels.ts'
import { chooseMapping, occursIn } from './mapping/choose.ts'
import { listScanReasons } from './ocr/review-scans.ts'
import type { Extraction } from './outputs/extraction.ts'
import { writeFieldsReading } from './outputs/write-fields.ts'
import type { ReferenceData } from './reference-data/reference-data.ts'
import { readText } from './text/read-text.ts'

export type Result = Omit<Extraction, 'page_count' | 'word_count'>

/** The PDF's content: its pages and embedded e-invoices. */
export interface PdfContent {
  pages: Page[]
  embedded: EmbeddedInvoices
  /** Review reasons about the document as a whole. */
  reasons: Message[]
}

/** Reads the document with a mapping. */
type ReadWith = (mapping: Mapping) => Result

/**
 * Reads the requested fields from the result of the reader for this kind of document or, if there is no such reader,
 * from the document's text.
 */
export function readCustomFields(
  content: PdfContent,
  { mapping, ...request }: RequestedFields,
  referenceData: ReferenceData,
  { mayAsk, replied }: Pick<ExtractOptions, 'mayAsk' | 'replied'>,
  readWith: ReadWith,
): Result {
  const { pages } = content
  const labels = findLearnedLabels(referenceData.mappings, pages, occursIn)
  const base = { ...readBase(content, referenceData, readWith), labels }
  const reply = replied && 'kind' in replied.reply ? replied.reply : undefined
  const reading = readFields(request, pages, base, referenceData.vocabulary, reply)
  const question = mayAsk ? findFieldsQuestion(reading, request.root, pages) : undefined
  const scans = base.reading.kind === 'invoice' ? [] : listScanReasons(pages, referenceData.ocr)
  const reasons = [...content.reasons, ...scans].filter(
    ({ code }) => !reading.review.reasons.some((known) => known.code === code),
  )
  const written = writeFieldsReading(addReasons(reading, reasons), mapping.outputs)
  return { mapping: mapping.name, ...written, ...(question && { question }) }
}

/** Error codes from readers that recognised the document but cannot read it. */
const unreadableCodes: readonly string[] = ['MAPPING_MISMATCH', 'UNREADABLE_SHEET']

function readBase(
  { pages, embedded }: PdfContent,
  referenceData: ReferenceData,
  readWith: ReadWith,
): BaseReading {
  try {
    const hasEInvoice = embedded.invoices.length > 0
    const chosen = chooseMapping(pages, autoMapping.name, referenceData, hasEInvoice)
    const { mapping, reading } = readWith({ ...chosen, outputs: [] })
    if (reading.kind !== 'fields') return { mapping, reading }
  } catch (error) {
    if (!(error instanceof AppError && unreadableCodes.includes(error.code))) throw error
  }
  return { mapping: textMappingName, reading: readText(pages) }
}
