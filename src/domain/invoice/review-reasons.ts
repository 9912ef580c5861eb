import type { z } from 'zod'
import { type Message, toStoredMessage } from '../messages/message.ts'
import type { ReadingCode } from '../messages/reading-codes.ts'
import type { Check, InvoiceReading, ReviewReason } from './invoice.ts'

const filingCode = 'filing' satisfies ReadingCode

export type Reason = z.infer<typeof ReviewReason>

/** The result of a check, with a reason for each value that failed it. `failures` is empty if the check passed. */
export interface CheckResult {
  check: Check
  failures: Reason[]
}

/** Creates the result of a check on one printed value. `reason` states why it passed or failed. */
export function toCheckResult(name: Check['name'], passed: boolean, reason: Message): CheckResult {
  return { check: { name, passed, ...reason }, failures: passed ? [] : [reason] }
}

/** Creates a review from the reasons. Review is needed as long as any reason is open. */
export function toReview(reasons: Reason[]): InvoiceReading['review'] {
  return { needed: reasons.some(({ settled }) => !settled), reasons }
}

/**
 * Returns the reasons that the user still has to review, with each filing reason replaced by the rule that it names.
 */
export function listOpenReasons({ review }: InvoiceReading): Message[] {
  return review.reasons.filter(({ settled }) => !settled).map(toFilingRule)
}

/** Wraps a failed filing rule as a review reason. Its code shows that the values themselves are not in doubt. */
export function toFilingReason({ code, path, params }: Message): Reason {
  return { code: filingCode, path, params: { ...params, rule: code } }
}

/** Returns the failed rule that a filing reason names. Other reasons are returned as they are stored. */
export function toFilingRule(reason: Message): Message {
  const { rule, ...params } = reason.params
  if (reason.code !== filingCode || typeof rule !== 'string') return toStoredMessage(reason)
  return { code: rule, path: reason.path, params }
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

/**
 * True if the reason is recomputed whenever the reading is checked. Only a changed value clears it. A user cannot
 * dismiss it.
 */
export function isRecomputed(code: string): boolean {
  return isCheckFailure(code) || recomputedCodes.some((one) => one === code)
}

/**
 * True for a filing reason and for the rule that it names. Such a reason prevents filing but does not cast doubt on any
 * value.
 */
export function isFilingReason(code: string): boolean {
  return code === filingCode || code.startsWith('filing_')
}
