import { AppError } from '../domain/errors/app-error.ts'
import { autoMapping, type Mapping } from '../domain/mapping/mapping.ts'
import { message } from '../domain/messages/message.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'
import type { InvoiceReply } from '../domain/invoice/invoice-answer.ts'
import type { Page } from '../domain/reading/reading.ts'
import { readEmbeddedInvoices, isSingleInvoice } from './e-invoice/find-e-invoices.ts'
import { addReasons } from './add-reasons.ts'
import { completeReading } from './complete-reading.ts'
import { readEInvoice } from './e-invoice/read-e-invoice.ts'
import { readAnyInvoice } from './any-invoice/read-any-invoice.ts'
import { findQuestion } from './any-invoice/model/find-question.ts'
import type { Sheet } from './heat-sheet/stored-sheet.ts'
import { readProgram } from './heat-sheet/read-program.ts'
import { readInvoice } from './layout/read-invoice.ts'
import type { ReferenceData } from './reference-data/reference-data.ts'
import { chooseMapping } from './mapping/choose.ts'
import { findFirstOfSeveral } from './find-first-of-several.ts'
import { readLearned } from './read-learned.ts'
import type { FieldsReply } from '../domain/fields/fields-answer.ts'
import { findFieldsRequest } from './fields/find-request.ts'
import { type PdfContent, readCustomFields, type Result } from './read-custom-fields.ts'
import { createScanReader } from './ocr/read-scan.ts'
import { repairDigits } from './ocr/repair-digits.ts'
import { createNoTextError, listScanReasons } from './ocr/review-scans.ts'
import { withDocument } from './pdf/engine.ts'
import { pdfLimits } from './pdf/limits.ts'
import { type OnProgress, readOpenPages } from './pdf/pages.ts'
import type { Extraction } from './outputs/extraction.ts'
import { readText } from './text/read-text.ts'
import { writeInvoice } from './outputs/write-outputs.ts'
import { writeText } from './outputs/write-text.ts'
import { type SheetOptions, writeSheet } from './outputs/write-sheet.ts'

export interface ExtractOptions extends SheetOptions {
  onProgress?: OnProgress
  /** The cached sheet for this document. If it is present, the PDF is not read. */
  sheet?: Sheet | undefined
  /** If true, the result may contain a question for a language model. */
  mayAsk?: boolean | undefined
  /** True if the user has confirmed the uncertain values, so that a Coretax file is written. */
  is_confirmed?: boolean | undefined
  /** Current date in Jakarta. */
  today?: string | undefined
  /** True if the user has decided that the document is one invoice. */
  is_single_invoice?: boolean | undefined
  /** Pages from an earlier run, with a language model's reply about them. */
  replied?: { pages: Page[]; reply: InvoiceReply | FieldsReply } | undefined
}

/** Converts PDF bytes to pages of words, a reading and output files. */
export async function extract(
  pdf: Uint8Array,
  mapping: string,
  referenceData: ReferenceData,
  options: ExtractOptions = {},
): Promise<Extraction> {
  const { sheet } = options
  const request = findFieldsRequest(mapping, referenceData.mappings, options.params)
  if (sheet && !request) return writeSheet(sheet, findSheetOutputs(sheet, referenceData), options)
  const readAs = request ? autoMapping.name : mapping
  const scans = createScanReader(referenceData.ocr)
  const { embedded, pages } = await withDocument(pdf, pdfLimits, async (document) => ({
    embedded: await readEmbeddedInvoices(readAs, referenceData.mappings, document),
    pages: options.replied?.pages ?? (await readOpenPages(document, options.onProgress, { scans })),
  }))
  const word_count = pages.reduce((sum, { words }) => sum + words.length, 0)
  if (word_count === 0 && embedded.invoices.length === 0)
    throw createNoTextError(pages, referenceData.ocr)
  const hasEInvoice = embedded.invoices.length > 0
  const isSearched = !options.is_single_invoice && !hasEInvoice
  const several = isSearched ? findFirstOfSeveral(pages, readAs, referenceData) : undefined
  const found = { pages: several?.pages ?? pages, embedded, reasons: several?.reasons ?? [] }
  const readWith = (one: Mapping) => readAndWrite(found, one, referenceData, options)
  const { question, ...result } = request
    ? readCustomFields(found, request, referenceData, options, readWith)
    : readWith(chooseMapping(found.pages, mapping, referenceData, hasEInvoice))
  // Includes all pages, so that the run with the reply finds the same invoices.
  const asked = question && { question: { ...question, pages } }
  return { page_count: pages.length, word_count, ...result, ...asked }
}

function findSheetOutputs(sheet: Sheet, { mappings }: ReferenceData) {
  const mapping = mappings.get(sheet.mapping)
  if (mapping?.reader === 'heat_sheet') return mapping.outputs
  throw new AppError('UNKNOWN_MAPPING', createDetail('mapping_gone', { mapping: sheet.mapping }))
}

function readAndWrite(
  { pages, embedded, reasons }: PdfContent,
  mapping: Mapping,
  referenceData: ReferenceData,
  options: ExtractOptions,
): Result {
  const [eInvoice] = embedded.invoices
  const { name } = mapping
  const unreadable = embedded.problems.map((it) => message('e_invoice_unreadable', null, it))
  const problems = [...reasons, ...unreadable]
  switch (mapping.reader) {
    case 'text': {
      const reading = readText(pages)
      const outputs = writeText(reading, mapping.outputs)
      const review_reasons = [...listScanReasons(pages, referenceData.ocr), ...problems]
      return { mapping: name, reading, review_reasons, outputs }
    }
    case 'invoice': {
      const result = mapping.learned
        ? readLearned(pages, mapping, referenceData)
        : { reading: readInvoice(pages, mapping), mapping }
      const read = completeReading(result.reading, pages, referenceData)
      const written = writeInvoice(addReasons(read, problems), mapping, referenceData, options)
      return { mapping: result.mapping.name, ...written }
    }
    case 'generic': {
      const reply = options.replied?.reply
      const invoiceReply = reply && !('kind' in reply) ? reply : undefined
      const any = readAnyInvoice(pages, referenceData.vocabulary, invoiceReply)
      const read = completeReading(repairDigits(any, pages), pages, referenceData)
      const written = writeInvoice(addReasons(read, problems), mapping, referenceData, options)
      const question = options.mayAsk ? findQuestion(any, pages) : undefined
      return { mapping: name, ...written, ...(question && { question }) }
    }
    case 'embedded': {
      if (!eInvoice) throw new Error('There is no e-invoice to read')
      const warnings = isSingleInvoice(embedded) ? [] : [message('e_invoice_several', null, {})]
      const read = addReasons(readEInvoice(eInvoice, pages), [...problems, ...warnings])
      return { mapping: name, ...writeInvoice(read, mapping, referenceData, options) }
    }
    case 'heat_sheet': {
      const program = readProgram(pages, referenceData.meet_grammar)
      if (program.heats.every(({ entries }) => entries.length === 0)) {
        throw new AppError('UNREADABLE_SHEET')
      }
      const sheet = {
        mapping: mapping.name,
        page_count: pages.length,
        word_count: pages.reduce((sum, { words }) => sum + words.length, 0),
        program,
        reasons: listScanReasons(pages, referenceData.ocr),
      }
      return writeSheet(sheet, mapping.outputs, options)
    }
    case 'fields':
      throw new Error('Custom fields are read before a mapping is chosen')
  }
}
