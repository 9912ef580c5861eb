import {
  compare,
  decimal,
  divide,
  formatDecimal,
  subtract,
  sum,
  zero,
} from '../../domain/values/decimal.ts'
import type { InvoiceReading, TaxClass } from '../../domain/invoice/invoice.ts'

/** What the XML of an e-invoice says, whichever its language. */
export type InvoiceFacts = Omit<InvoiceReading, 'checks' | 'review' | 'evidence'>

/** An allowance or charge, on a line or on the whole invoice. */
export interface Extra {
  is_charge: boolean
  name: string | null
  amount: string
  tax_class?: TaxClass | undefined
}

/** Credit notes of all kinds, by UNTDID 1001, as EN 16931 lists them. */
const creditNotes = ['81', '83', '261', '262', '296', '308', '381', '396', '420', '458', '532']

/** A quotient that never ends, as of a price for 3, is cut off far behind the last decimal that counts. */
const pricePlaces = 12

export function isCreditNote(type: string | null): boolean {
  return type !== null && creditNotes.includes(type)
}

/** The price of one, where the invoice may state that of 100. */
export function unitPrice(price: string | null, baseQuantity: string | null): string | null {
  if (price === null || baseQuantity === null) return price
  const base = decimal(baseQuantity)
  return compare(base, zero) === 0
    ? price
    : formatDecimal(divide(decimal(price), base, pricePlaces))
}

/** What allowances take off a line, less what charges add to it. */
export function discountOf(extras: readonly Extra[]): string | null {
  if (extras.length === 0) return null
  const total = (isCharge: boolean) =>
    sum(extras.filter((it) => it.is_charge === isCharge).map(({ amount }) => decimal(amount)))
  return formatDecimal(subtract(total(false), total(true)))
}

/** As charges of an invoice: an allowance is less than nothing. */
export function toCharge({ is_charge, name, amount, tax_class }: Extra) {
  const signed = is_charge ? decimal(amount) : subtract(zero, decimal(amount))
  return {
    name: name ?? (is_charge ? 'Charge' : 'Allowance'),
    amount: formatDecimal(signed),
    ...(tax_class && { tax_class }),
  }
}

export function isTaxed(taxClass: TaxClass | undefined): boolean {
  return taxClass === undefined || !['0', null].includes(taxClass.rate)
}

interface Address {
  street: readonly (string | null)[]
  postcode: string | null
  city: string | null
  country: string | null
}

/** An address on one line, of the parts that there are. */
export function addressLine({ street, postcode, city, country }: Address): string | null {
  const place = present([postcode, city]).join(' ') || null
  return present([...street, place, country]).join(', ') || null
}

function present(parts: readonly (string | null)[]): string[] {
  return parts.filter((part) => part !== null)
}
