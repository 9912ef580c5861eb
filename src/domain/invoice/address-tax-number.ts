import type { InvoiceReading } from './invoice.ts'
import { normaliseNpwp } from './tax-numbers.ts'

/** A label and 15 or 16 digits in any grouping. */
const printedNumber = /\bNPWP\b\s*(?:no\b\.?)?\s*[:.]?\s*(\d(?:[\s.\-/]?\d){14,15})(?!\d)[\s,;]*/i

/** Moves an NPWP printed within the buyer's address to the tax number, unless a tax number was already read. */
export function moveTaxNumberFromAddress(reading: InvoiceReading): InvoiceReading {
  const { buyer, evidence } = reading
  const [found, number] = printedNumber.exec(buyer.address ?? '') ?? []
  if (buyer.tin !== null || !found || !number || !normaliseNpwp(number)) return reading
  const address = (buyer.address ?? '').replace(found, '').trim()
  const place = evidence['buyer.address']
  return {
    ...reading,
    buyer: { ...buyer, tin: number, address: address === '' ? null : address },
    evidence: { ...evidence, ...(place && { 'buyer.tin': { ...place, text: number } }) },
  }
}
