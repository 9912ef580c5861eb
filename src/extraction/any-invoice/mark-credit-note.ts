import type { InvoiceReading } from '../../domain/invoice/invoice.ts'
import type { InvoiceVocabulary } from '../../domain/mapping/invoice-vocabulary.ts'
import type { Page } from '../../domain/reading/reading.ts'
import { parseDecimal } from '../../domain/values/decimal.ts'
import { indexVocabulary } from './labels/vocabulary-index.ts'
import { maxTitleWords } from './looks-like-invoice.ts'
import { findTableHeaders } from './table/find-table-headers.ts'
import { readTextLines, type TextLine } from '../text/text-lines.ts'

/**
 * Marks the reading of a document whose title is that of a credit note. Otherwise its amounts, which are often printed
 * without a minus sign, would be filed as a sale. A negative total already shows that the amounts are credited.
 */
export function markCreditNote<R extends InvoiceReading>(
  reading: R,
  pages: readonly Page[],
  vocabulary: InvoiceVocabulary,
): R {
  const { grand_total } = reading.totals
  const isNegative = grand_total !== null && (parseDecimal(grand_total)?.units ?? 0n) < 0n
  return !isNegative && isCreditNote(pages, vocabulary)
    ? { ...reading, credit_note: true }
    : reading
}

/** Searches the first page above the items, because a row below them may deduct a credit note. */
function isCreditNote(pages: readonly Page[], vocabulary: InvoiceVocabulary): boolean {
  const lines = readTextLines(pages.slice(0, 1))
  const { titles } = indexVocabulary(vocabulary)
  const isTitle = ({ segments }: TextLine) =>
    segments.some(
      ({ words, text }) =>
        words.length <= maxTitleWords && titles.matchStart(text).includes('credit_note'),
    )
  const at = lines.findIndex(isTitle)
  if (at < 0) return false
  const [header] = findTableHeaders(lines, vocabulary)
  return !header || at < lines.findIndex(({ baseline }) => baseline === header.baseline)
}
