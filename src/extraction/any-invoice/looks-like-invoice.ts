import type { InvoiceVocabulary } from '../../domain/mapping/invoice-vocabulary.ts'
import type { Page } from '../../domain/reading/reading.ts'
import { readTextDocument } from '../text/text-document.ts'
import type { TextLine } from '../text/text-lines.ts'
import { readAnyInvoice } from './read-any-invoice.ts'
import { startsWithTotalLabel } from './table/table-bodies.ts'
import { findTableHeaders } from './table/find-table-headers.ts'
import { indexVocabulary, type TitleRole } from './labels/vocabulary-index.ts'
import type { Phrases } from './labels/phrases.ts'

export const maxTitleWords = 5
/** Maximum length of a letter. Longer documents without a table are contracts and reports. */
const maxLetterPages = 2

/**
 * True if the document has an invoice title, an item table's header row and a labelled total. Receipts and letters have
 * no header row, so they must contain everything else that an invoice states.
 */
export function looksLikeInvoice(pages: Page[], vocabulary: InvoiceVocabulary): boolean {
  const { lines } = readTextDocument(pages)
  const { titles, totals } = indexVocabulary(vocabulary)
  if (!lines.some((line) => line.page === 1 && hasTitle(line, titles))) return false
  const hasTable =
    lines.some((line) => startsWithTotalLabel(line, totals)) &&
    findTableHeaders(lines, vocabulary).length > 0
  return hasTable || (pages.length <= maxLetterPages && isComplete(pages, vocabulary))
}

/** True if the reader finds the number, the date, the buyer and the amount with its currency. */
function isComplete(pages: Page[], vocabulary: InvoiceVocabulary): boolean {
  const { number, date, currency, buyer, totals } = readAnyInvoice(pages, vocabulary)
  return [number, date, currency, buyer.name, totals.grand_total].every((value) => value !== null)
}

/** True if one of the short texts on the line is an invoice title. */
export function hasTitle({ segments }: TextLine, titles: Phrases<TitleRole>): boolean {
  return segments.some(
    ({ text, words }) => words.length <= maxTitleWords && titles.matchAnywhere(text).length > 0,
  )
}
