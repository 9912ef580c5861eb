import type { z } from 'zod'
import { type Message, toStoredMessage } from '../messages/message.ts'
import type { ReadingCode } from '../messages/reading-codes.ts'
import type { Check, InvoiceReading, ReviewReason } from './invoice.ts'

export type Reason = z.infer<typeof ReviewReason>

/** A check with the paths where it failed; none if it passed. */
export interface CheckResult {
  check: Check
  failures: Reason[]
}

/** Creates the result for one printed value; `reason` states why it passed or failed. */
export function toCheckResult(name: Check['name'], passed: boolean, reason: Message): CheckResult {
  return { check: { name, passed, ...reason }, failures: passed ? [] : [reason] }
}

/** A review is needed while any reason is open. */
export function toReview(reasons: Reason[]): InvoiceReading['review'] {
  return { needed: reasons.some(({ settled }) => !settled), reasons }
}

/** Returns the reasons that the user still has to review. */
export function listOpenReasons({ review }: InvoiceReading): Message[] {
  return review.reasons.filter(({ settled }) => !settled).map(toStoredMessage)
}

const checkFailureCodes: readonly ReadingCode[] = [
  'row_differs',
  'sum_differs',
  'quantity_differs',
  'tax_base_differs',
  'tax_differs',
  'stated_amounts_differ',
  'grand_total_differs',
]

const recomputedCodes: readonly ReadingCode[] = [
  'field_missing',
  'line_value_missing',
  'total_missing',
  'instalment',
]

/** True if a reason reports a failed check. */
export function isCheckFailure(code: string): boolean {
  return checkFailureCodes.some((one) => one === code)
}

/** True if a reason is recomputed each time, so that only consistent amounts resolve it, not the user. */
export function isRecomputed(code: string): boolean {
  return isCheckFailure(code) || recomputedCodes.some((one) => one === code)
}

/** True if a reason prevents the invoice from being filed as is. */
export function isFilingReason(code: string): boolean {
  return code.startsWith('filing_')
}
