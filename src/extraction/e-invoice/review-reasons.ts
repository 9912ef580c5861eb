import type { InvoiceReading } from '../../domain/invoice/invoice.ts'
import { type Reason, toReview } from '../../domain/invoice/review-reasons.ts'

export function addReasons(reading: InvoiceReading, added: readonly Reason[]): InvoiceReading {
  return { ...reading, review: toReview([...reading.review.reasons, ...added]) }
}
