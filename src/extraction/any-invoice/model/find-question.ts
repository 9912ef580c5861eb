import type { InvoiceReading } from '../../../domain/invoice/invoice.ts'
import {
  answerFields,
  type AnswerPath,
  type InvoiceQuestion,
} from '../../../domain/invoice/invoice-answer.ts'
import { isFilingReason, listOpenReasons } from '../../../domain/invoice/review-reasons.ts'
import type { Page } from '../../../domain/reading/reading.ts'

/** Maximum question length in characters, about 6,000 tokens. */
const maxCharacters = 20_000
/** Number of pages to send: the first pages, which contain the header, and the last page, which contains the totals. */
const maxPages = 4

/**
 * Returns the question to ask a language model about a reading, or undefined if the model cannot help with any
 * uncertain value.
 */
export function findQuestion(
  reading: InvoiceReading,
  pages: Page[],
): (InvoiceQuestion & { pages: Page[] }) | undefined {
  const paths = findUncertainFields(reading)
  return paths.length === 0 ? undefined : { paths, text: toQuestionText(pages), pages }
}

/** Returns the fields that a language model may help with. The result is empty if no field is uncertain. */
export function findUncertainFields(reading: InvoiceReading): AnswerPath[] {
  const reasons = listOpenReasons(reading).filter(({ code }) => !isFilingReason(code))
  const isUnsure = (path: AnswerPath) =>
    reasons.some((reason) =>
      path.startsWith('totals') ? reason.path?.startsWith('totals') : reason.path === path,
    )
  const unsure = (Object.keys(answerFields) as AnswerPath[]).filter(isUnsure)
  if (unsure.length === 0) return []
  // Missing tax numbers alone do not justify a question, because many invoices do not state them.
  const missing = [
    ...(reading.seller.tin === null ? (['seller.tin'] as const) : []),
    ...(reading.buyer.tin === null ? (['buyer.tin'] as const) : []),
  ]
  return [...new Set([...unsure, ...missing])]
}

/** Returns the text of the first and last pages, truncated in the middle. */
export function toQuestionText(pages: Page[]): string {
  const half = maxPages / 2
  const some = pages.length <= maxPages ? pages : [...pages.slice(0, half), ...pages.slice(-half)]
  const text = some.map((page) => page.text.trim()).join('\n\n')
  if (text.length <= maxCharacters) return text
  return `${text.slice(0, maxCharacters / 2)}\n…\n${text.slice(-maxCharacters / 2)}`
}
