import type { InvoiceReading } from '../../../domain/invoice/invoice.ts'
import {
  answerFields,
  type AnswerPath,
  type InvoiceQuestion,
} from '../../../domain/invoice/invoice-answer.ts'
import { isFilingReason, listOpenReasons } from '../../../domain/invoice/review-reasons.ts'
import type { Page } from '../../../domain/reading/reading.ts'

/** Characters of a question: about 6,000 tokens. */
const maxCharacters = 20_000
/** The header is on the first pages, the totals are on the last ones. */
const maxPages = 4

/** What to ask a language model about a reading; undefined if no value that it can help with is in doubt. */
export function findQuestion(
  reading: InvoiceReading,
  pages: Page[],
): (InvoiceQuestion & { pages: Page[] }) | undefined {
  const paths = findUnsureFields(reading)
  return paths.length === 0 ? undefined : { paths, text: toQuestionText(pages), pages }
}

/** Values that a language model may help with; none if the reading needs no help. */
export function findUnsureFields(reading: InvoiceReading): AnswerPath[] {
  const reasons = listOpenReasons(reading).filter(({ code }) => !isFilingReason(code))
  const isUnsure = (path: AnswerPath) =>
    reasons.some((reason) =>
      path.startsWith('totals') ? reason.path?.startsWith('totals') : reason.path === path,
    )
  const unsure = (Object.keys(answerFields) as AnswerPath[]).filter(isUnsure)
  if (unsure.length === 0) return []
  // Missing tax numbers alone are no reason to ask: many invoices print none.
  const missing = [
    ...(reading.seller.tin === null ? (['seller.tin'] as const) : []),
    ...(reading.buyer.tin === null ? (['buyer.tin'] as const) : []),
  ]
  return [...new Set([...unsure, ...missing])]
}

/** Text of the first and the last pages, bounded in length. */
export function toQuestionText(pages: Page[]): string {
  const half = maxPages / 2
  const some = pages.length <= maxPages ? pages : [...pages.slice(0, half), ...pages.slice(-half)]
  const text = some.map((page) => page.text.trim()).join('\n\n')
  if (text.length <= maxCharacters) return text
  return `${text.slice(0, maxCharacters / 2)}\n…\n${text.slice(-maxCharacters / 2)}`
}
