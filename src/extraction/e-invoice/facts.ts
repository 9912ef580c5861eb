import {
  decimal,
  divide,
  equals,
  formatDecimal,
  subtract,
  sum,
  zero,
} from '../../domain/values/decimal.ts'
import type {
  InvoiceLine,
  InvoiceReading,
  InvoiceTotals,
  TaxClass,
} from '../../domain/invoice/invoice.ts'

/** An e-invoice's content, independent of its XML syntax. */
export type InvoiceFacts = Omit<InvoiceReading, 'checks' | 'review' | 'evidence'>

/** An allowance or charge on a line or the whole invoice. */
export interface AllowanceCharge {
  is_charge: boolean
  name: string | null
  amount: string
  tax_class?: TaxClass | undefined
}

/** The values that an e-invoice's XML states, before prices and totals are computed from them. */
export interface StatedInvoice
  extends Omit<InvoiceFacts, 'kind' | 'credit_note' | 'buyer' | 'lines' | 'totals'> {
  isCredit: boolean
  buyer: Omit<InvoiceFacts['buyer'], 'address'> & { address: Address }
  lines: StatedLine[]
  totals: StatedTotals
}

export interface StatedLine
  extends Omit<InvoiceLine, 'unit_price' | 'discount' | 'taxable' | 'tax_class'> {
  price: string | null
  /** Number of units that the price covers. */
  price_quantity: string | null
  extras: AllowanceCharge[]
  tax_class: TaxClass | undefined
}

export interface StatedTotals extends Omit<InvoiceTotals, 'charges' | 'withheld' | 'payment'> {
  extras: AllowanceCharge[]
  payment: StatedPayment
}

/** Computes unit prices, discounts and charges from the values that the XML states. */
export function toFacts({ isCredit, buyer, lines, totals, ...rest }: StatedInvoice): InvoiceFacts {
  const { extras, taxes, payment, ...sums } = totals
  return {
    kind: 'invoice',
    ...(isCredit && { credit_note: true }),
    ...rest,
    buyer: { ...buyer, address: addressLine(buyer.address) },
    lines: lines.map(toLine),
    totals: {
      ...sums,
      charges: extras.map(toCharge),
      withheld: [],
      taxes,
      ...describePayment(payment),
    },
  }
}

function toLine(stated: StatedLine): InvoiceLine {
  const { price, price_quantity, extras, amount, tax_class, ...line } = stated
  return {
    ...line,
    unit_price: unitPrice(price, price_quantity),
    discount: netDiscount(extras),
    amount,
    ...describeTax(tax_class),
  }
}

/** UNTDID 1001 codes that EN 16931 lists as credit notes. */
const creditNoteCodes = ['81', '83', '261', '262', '296', '308', '381', '396', '420', '458', '532']

/**
 * Decimal places in a unit price. Recurring decimals, as when a price is for three units, are cut off far beyond the
 * last significant digit.
 */
const unitPricePlaces = 12

export function isCreditNote(type: string | null): boolean {
  return type !== null && creditNoteCodes.includes(type)
}

/** Returns the price per unit. The invoice may state it for several units, such as 100. */
function unitPrice(price: string | null, baseQuantity: string | null): string | null {
  if (price === null || baseQuantity === null) return price
  const base = decimal(baseQuantity)
  return equals(base, zero) ? price : formatDecimal(divide(decimal(price), base, unitPricePlaces))
}

/** Returns a line's allowances less its charges. */
function netDiscount(extras: readonly AllowanceCharge[]): string | null {
  if (extras.length === 0) return null
  const total = (isCharge: boolean) =>
    sum(extras.filter((it) => it.is_charge === isCharge).map(({ amount }) => decimal(amount)))
  return formatDecimal(subtract(total(false), total(true)))
}

/** Converts an allowance to a negative charge. */
function toCharge({ is_charge, name, amount, tax_class }: AllowanceCharge) {
  const signed = is_charge ? decimal(amount) : subtract(zero, decimal(amount))
  return {
    name: name ?? (is_charge ? 'Charge' : 'Allowance'),
    amount: formatDecimal(signed),
    ...(tax_class && { tax_class }),
  }
}

/** Returns whether a line is taxed, and its tax class if the invoice states one. */
function describeTax(tax_class: TaxClass | undefined): Pick<InvoiceLine, 'taxable' | 'tax_class'> {
  return tax_class === undefined
    ? { taxable: true }
    : { taxable: !['0', null].includes(tax_class.rate), tax_class }
}

interface StatedPayment {
  prepaid: string | null
  rounding: string | null
  due: string | null
}

/** Returns no fields if the invoice does not state the amount due. */
function describePayment({ prepaid, rounding, due }: StatedPayment) {
  return due === null ? {} : { payment: { prepaid, rounding: rounding ?? '0', due } }
}

export interface Address {
  street: readonly (string | null)[]
  postcode: string | null
  city: string | null
  country: string | null
}

/** Joins the parts of the address that are present into one line. */
function addressLine({ street, postcode, city, country }: Address): string | null {
  const place = dropMissing([postcode, city]).join(' ') || null
  return dropMissing([...street, place, country]).join(', ') || null
}

function dropMissing(parts: readonly (string | null)[]): string[] {
  return parts.filter((part) => part !== null)
}
