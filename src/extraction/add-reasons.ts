import type { InvoiceReading } from '../domain/invoice/invoice.ts'
import { type Reason, toReview } from '../domain/invoice/review-reasons.ts'

export function addReasons<R extends Pick<InvoiceReading, 'review'>>(
  reading: R,
  added: readonly Reason[],
): R {
  return { ...reading, review: toReview([...reading.review.reasons, ...added]) }
}
