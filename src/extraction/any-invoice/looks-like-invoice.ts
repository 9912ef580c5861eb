import type { InvoiceVocabulary } from '../../domain/mapping/invoice-vocabulary.ts'
import type { Page } from '../../domain/reading/reading.ts'
import { readTextDocument } from '../text/text-document.ts'
import type { TextLine } from '../text/text-lines.ts'
import { namesTotal } from './table-bodies.ts'
import { findHeads } from './find-table-headers.ts'
import { indexVocabulary } from './vocabulary-index.ts'
import type { Phrases } from './phrases.ts'

/** In words: a title is short. */
const longestTitle = 5

/** Whether a document calls itself an invoice and has a table of items and a total. */
export function looksLikeInvoice(pages: Page[], vocabulary: InvoiceVocabulary): boolean {
  const { lines } = readTextDocument(pages)
  const { titles, totals } = indexVocabulary(vocabulary)
  return (
    lines.some((line) => line.page === 1 && hasTitle(line, titles)) &&
    lines.some((line) => namesTotal(line, totals)) &&
    findHeads(lines, vocabulary).length > 0
  )
}

function hasTitle({ segments }: TextLine, titles: Phrases<'title'>): boolean {
  return segments.some(
    ({ text, words }) => words.length <= longestTitle && titles.within(text).length > 0,
  )
}
