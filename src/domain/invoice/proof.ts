import type { z } from 'zod'
import type { Check, InvoiceReading, ReviewReason } from './invoice.ts'

export type Reason = z.infer<typeof ReviewReason>

/** A check with the places at which it failed: none when it passed. */
export interface Proof {
  check: Check
  failures: Reason[]
}

/** The proof of one printed value. */
export function proofOf(check: Check, path: string): Proof {
  const { name: code, passed, detail: message } = check
  return { check, failures: passed ? [] : [{ code, message, path }] }
}

/** A review is needed as long as any reason for it is open. */
export function reviewOf(reasons: Reason[]): InvoiceReading['review'] {
  return { needed: reasons.some(({ settled }) => !settled), reasons }
}

/** What a person still has to look at. */
export function openReasons({ review }: InvoiceReading): string[] {
  return review.reasons.filter(({ settled }) => !settled).map(({ message }) => message)
}
