import type { Db } from '../db/db.ts'
import { findExportedInvoices, findInvoicesByKey } from '../db/jobs/exports.sql.ts'
import { invoiceKey } from '../extraction/outputs/invoice-key.ts'

/** A document with the seller and number that identify its invoice. */
export interface NumberedInvoice {
  id: string
  filename: string
  number: string | null
  seller: string | null
}

/**
 * Returns, for each invoice, the name of another document with the same seller and number: an earlier document in the
 * selection, another of the owner's documents, or an exported document that has since been deleted.
 */
export async function findDuplicates(
  db: Db,
  ownerId: string,
  invoices: readonly NumberedInvoice[],
): Promise<Map<string, string>> {
  const keys = [...new Set(invoices.map(invoiceKey))].filter(Boolean)
  const selected = new Set(invoices.map(({ id }) => id))
  const stored = await findInvoicesByKey(db, ownerId, keys)
  const exported = await findExportedInvoices(db, ownerId, keys)
  const known = new Map<string, string>()
  for (const { job_id, invoice_key, original_filename } of exported) {
    if (!selected.has(job_id)) known.set(invoice_key, original_filename)
  }
  for (const row of stored) {
    if (!selected.has(row.id)) known.set(row.invoice_key, row.original_filename)
  }
  const duplicates = new Map<string, string>()
  for (const invoice of invoices) {
    const key = invoiceKey(invoice)
    const other = known.get(key)
    if (key !== '' && other !== undefined) duplicates.set(invoice.id, other)
    if (!known.has(key)) known.set(key, invoice.filename)
  }
  return duplicates
}
