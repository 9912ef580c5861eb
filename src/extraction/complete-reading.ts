import { moveTaxNumberFromAddress } from '../domain/invoice/address-tax-number.ts'
import type { InvoiceReading } from '../domain/invoice/invoice.ts'
import type { Page } from '../domain/reading/reading.ts'
import { markCreditNote } from './any-invoice/mark-credit-note.ts'
import { reviewScans } from './ocr/review-scans.ts'
import type { ReferenceData } from './reference-data/reference-data.ts'

/** Completes the reading of an invoice, with or without a layout, from the pages as a whole. */
export function completeReading(
  reading: InvoiceReading,
  pages: Page[],
  { vocabulary, ocr }: ReferenceData,
): InvoiceReading {
  const marked = markCreditNote(reading, pages, vocabulary)
  return reviewScans(moveTaxNumberFromAddress(marked), pages, ocr)
}
