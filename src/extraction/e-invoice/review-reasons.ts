import type { InvoiceReading } from '../../domain/invoice/invoice.ts'
import { type Reason, reviewOf } from '../../domain/invoice/proof.ts'

export function addReasons(reading: InvoiceReading, added: readonly Reason[]): InvoiceReading {
  return { ...reading, review: reviewOf([...reading.review.reasons, ...added]) }
}
