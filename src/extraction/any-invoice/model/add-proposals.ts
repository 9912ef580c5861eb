import type { InvoiceReading } from '../../../domain/invoice/invoice.ts'
import type { AnswerPath } from '../../../domain/invoice/invoice-answer.ts'
import { message } from '../../../domain/messages/message.ts'
import { type DecimalMark, parseNumeral } from '../numerals/parse-numeral.ts'
import type { AnsweredValue, VerifiedAnswer } from './verify-answer.ts'

/** Tax numbers in the supported countries have 8 to 22 digits. */
const tinPattern = /^\d{8,22}$/
const confidence = 0.3

/**
 * Fills in missing tax numbers from a language model's response and, if no grand total was found, the totals. Marks
 * each value for review.
 */
export function addProposals(
  reading: InvoiceReading,
  { values }: VerifiedAnswer,
  mark: DecimalMark,
): InvoiceReading {
  const result = structuredClone(reading)
  const propose = (path: AnswerPath, answered: AnsweredValue | undefined) => {
    if (!answered) return
    result.evidence[path] = { ...answered.location, confidence, source: 'llm' }
    result.review.reasons.push(message('value_from_model', path, { field: path }))
  }
  for (const party of ['seller', 'buyer'] as const) {
    const answered = values[`${party}.tin`]
    const tin = answered?.value.replace(/\D/g, '') ?? ''
    if (result[party].tin !== null || !tinPattern.test(tin)) continue
    result[party].tin = tin
    propose(`${party}.tin`, answered)
  }
  if (result.totals.grand_total !== null) return result
  for (const total of ['subtotal', 'tax', 'grand_total'] as const) {
    const answered = values[`totals.${total}`]
    const parsed = answered && parseNumeral(answered.value, mark)
    if (result.totals[total] !== null || !parsed || parsed.isPercent) continue
    result.totals[total] = parsed.text
    propose(`totals.${total}`, answered)
  }
  return result
}
