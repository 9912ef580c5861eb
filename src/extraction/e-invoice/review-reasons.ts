import type { InvoiceReading } from '../../domain/invoice/invoice.ts'
import { type Reason, reviewOf } from '../../domain/invoice/proof.ts'
import { say } from '../../domain/i18n/say.ts'

export function eInvoiceReason(message: string, path: string | null = null): Reason {
  return { code: 'e_invoice', message, path }
}

export const severalEInvoices = eInvoiceReason(
  say`This PDF carries several e-invoices, of which only the first was read.`,
)

export function addReasons(reading: InvoiceReading, added: readonly Reason[]): InvoiceReading {
  return { ...reading, review: reviewOf([...reading.review.reasons, ...added]) }
}
