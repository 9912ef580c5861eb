import type { InvoiceVocabulary, TotalName } from '../../domain/invoice-vocabulary.ts'
import type { Page } from '../../domain/reading.ts'
import { readTextDocument } from '../invoice/text-document.ts'
import type { TextLine } from '../invoice/text-lines.ts'
import { namesTotal } from './bodies.ts'
import { findHeads } from './find-heads.ts'
import { Phrases } from './phrases.ts'

/** In words: a title is short. */
const longestTitle = 5

/** Whether a document calls itself an invoice and has a table of items and a total. */
export function looksLikeInvoice(pages: Page[], vocabulary: InvoiceVocabulary): boolean {
  const { lines } = readTextDocument(pages)
  const titles = new Phrases({ title: vocabulary.titles })
  const totals = new Phrases<TotalName>(vocabulary.totals)
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
