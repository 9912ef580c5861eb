import type { InvoiceVocabulary } from '../../domain/mapping/invoice-vocabulary.ts'
import type { Page } from '../../domain/reading/reading.ts'
import { readTextDocument } from '../text/text-document.ts'
import type { TextLine } from '../text/text-lines.ts'
import { startsWithTotalLabel } from './table/table-bodies.ts'
import { findTableHeaders } from './table/find-table-headers.ts'
import { indexVocabulary } from './labels/vocabulary-index.ts'
import type { Phrases } from './labels/phrases.ts'

const maxTitleWords = 5

/** True if the document has an invoice title, a header row of an item table and a labelled total. */
export function looksLikeInvoice(pages: Page[], vocabulary: InvoiceVocabulary): boolean {
  const { lines } = readTextDocument(pages)
  const { titles, totals } = indexVocabulary(vocabulary)
  return (
    lines.some((line) => line.page === 1 && hasTitle(line, titles)) &&
    lines.some((line) => startsWithTotalLabel(line, totals)) &&
    findTableHeaders(lines, vocabulary).length > 0
  )
}

/** True if one of the short texts on the line is an invoice title. */
export function hasTitle({ segments }: TextLine, titles: Phrases<'title'>): boolean {
  return segments.some(
    ({ text, words }) => words.length <= maxTitleWords && titles.matchAnywhere(text).length > 0,
  )
}
