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
 * True if the document has an invoice title, an item table's header row and a labelled total. Letters, receipts and
 * documents whose title is part of a sentence must contain everything else that an invoice states.
 */
export function looksLikeInvoice(pages: Page[], vocabulary: InvoiceVocabulary): boolean {
  const { lines } = readTextDocument(pages)
  const { titles, totals } = indexVocabulary(vocabulary)
  const first = lines.filter(({ page }) => page === 1)
  const isTitled = first.some((line) => hasTitle(line, titles))
  if (!isTitled && !first.some((line) => namesInvoice(line, vocabulary))) return false
  const hasTable =
    lines.some((line) => startsWithTotalLabel(line, totals)) &&
    findTableHeaders(lines, vocabulary).length > 0
  if (isTitled && hasTable) return true
  return (hasTable || pages.length <= maxLetterPages) && isComplete(pages, vocabulary)
}

/** True if the reader finds the number, the date, the buyer and the amount with its currency. */
function isComplete(pages: Page[], vocabulary: InvoiceVocabulary): boolean {
  const { number, date, currency, buyer, totals } = readAnyInvoice(pages, vocabulary)
  return [number, date, currency, buyer.name, totals.grand_total].every((value) => value !== null)
}

/** True if one of the short texts on the line is an invoice title. `I N V O I C E` is a title, too. */
export function hasTitle({ segments }: TextLine, titles: Phrases<TitleRole>): boolean {
  return segments.some(({ text, words }) => {
    const found =
      words.length <= maxTitleWords ? titles.matchAnywhere(text) : titles.matchWhole(text)
    return found.length > 0
  })
}

/**
 * True if a text on the line starts with an invoice title, if the line is a letter's subject that does, or if it has a
 * phrase that only receipts contain.
 */
function namesInvoice({ segments, text }: TextLine, vocabulary: InvoiceVocabulary): boolean {
  const { titles, subjects, receipt_phrases: receipts } = indexVocabulary(vocabulary)
  if (segments.some((it) => titles.matchStart(it.text).length > 0)) return true
  if (segments.some((it) => receipts.matchStart(it.text).length > 0)) return true
  const [label = '', ...rest] = text.split(':')
  const subject = rest.join(':')
  return subjects.matchWhole(label).length > 0 && titles.matchStart(subject).length > 0
}
