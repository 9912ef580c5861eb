import type { ExchangeRate } from '../invoice/exchange-rate.ts'
import type { InvoiceLine, InvoiceReading } from '../invoice/invoice.ts'
import { taxPlaces } from '../invoice/tax.ts'
import {
  compare,
  type Decimal,
  decimal,
  divide,
  formatDecimal,
  multiply,
  parseDecimal,
  round,
  subtract,
  zero,
} from '../values/decimal.ts'

/**
 * Converts the invoice to rupiah. Prices are rounded to two decimals, and amounts are computed from the rounded prices.
 */
export function convertToRupiah(reading: InvoiceReading, rate: ExchangeRate): InvoiceReading {
  const convert = (amount: string) => formatDecimal(toRupiah(decimal(amount), rate))
  const optional = (amount: string | null) => (amount === null ? null : convert(amount))
  const { totals } = reading
  return {
    ...reading,
    currency: 'IDR',
    lines: reading.lines.map((line) => convertLine(line, rate)),
    totals: {
      ...totals,
      subtotal: optional(totals.subtotal),
      tax_base: optional(totals.tax_base),
      tax: optional(totals.tax),
      grand_total: optional(totals.grand_total),
      charges: totals.charges.map((charge) => ({ ...charge, amount: convert(charge.amount) })),
    },
  }
}

function convertLine(line: InvoiceLine, rate: ExchangeRate): InvoiceLine {
  const [price, discount, amount] = [line.unit_price, line.discount, line.amount].map((text) =>
    text === null ? null : toRupiah(decimal(text), rate),
  )
  const quantity = line.quantity === null ? undefined : parseDecimal(line.quantity)
  const product =
    quantity && price
      ? round(subtract(multiply(quantity, price), discount ?? zero), taxPlaces)
      : null
  const text = (value: Decimal | null | undefined) => (value ? formatDecimal(value) : null)
  return {
    ...line,
    unit_price: text(price),
    discount: text(discount),
    amount: text(product && isConsistent(line) ? product : amount),
  }
}

/** True if quantity, price and amount are printed, and quantity × price − discount gives the amount. */
function isConsistent({ quantity, unit_price, discount, amount }: InvoiceLine): boolean {
  if (quantity === null || unit_price === null || amount === null) return false
  const printed = decimal(amount)
  const product = multiply(decimal(quantity), decimal(unit_price))
  const rest = subtract(product, decimal(discount ?? '0'))
  return compare(round(rest, printed.scale), printed) === 0
}

function toRupiah(amount: Decimal, { rate, units }: ExchangeRate): Decimal {
  return divide(multiply(amount, decimal(rate)), decimal(String(units)), taxPlaces)
}
