import type { Summary } from '../../domain/job/summary.ts'
import { parseCompanyName } from '../../domain/invoice/company-names.ts'

/**
 * Returns the normalised seller and number. The result is empty if there is no number, because nothing else identifies
 * the invoice.
 */
export function invoiceKey({
  number,
  seller,
}: {
  number: string | null
  seller: string | null
}): string {
  const normalised = (number ?? '').replace(/\s+/g, '').toUpperCase()
  return normalised === '' ? '' : `${parseCompanyName(seller ?? '').baseName} ${normalised}`
}

/** Adds the key that identifies the invoice among its owner's documents. */
export function addInvoiceKey(summary: Summary | null): Summary | null {
  if (summary?.kind !== 'invoice') return summary
  const invoice_key = invoiceKey(summary)
  return invoice_key === '' ? summary : { ...summary, invoice_key }
}
