import path from 'node:path'
import type { InvoiceReading } from '../../../src/domain/invoice/invoice.ts'
import { extract } from '../../../src/extraction/extract.ts'
import { loadReferenceData } from '../../../src/extraction/reference-data/reference-data.ts'

const referenceData = loadReferenceData({ folder: path.resolve('.') })

/** Reads without a layout. Charge labels are not compared, because each layout has its own. */
export async function readWithoutMapping(pdf: Uint8Array): Promise<InvoiceReading> {
  const { reading } = await extract(pdf, 'invoice_v1', referenceData)
  if (reading.kind !== 'invoice') throw new Error('Expected an invoice')
  const charges = reading.totals.charges.map(({ amount }) => ({
    name: amount.startsWith('-') ? 'discount' : 'freight',
    amount,
  }))
  return { ...reading, totals: { ...reading.totals, charges } }
}
