import { computeLineAmount, toDecimal } from '../invoice/amounts.ts'
import type { ExchangeRate } from '../invoice/exchange-rate.ts'
import { toRupiah } from '../invoice/to-rupiah.ts'
import type { InvoiceLine, InvoiceReading } from '../invoice/invoice.ts'
import { taxPlaces } from '../invoice/tax.ts'
import { type Decimal, decimal, equals, formatDecimal, round } from '../values/decimal.ts'

/** Converts the invoice to rupiah. Rounds prices to two decimals and computes amounts from the rounded prices. */
export function convertToRupiah(reading: InvoiceReading, rate: ExchangeRate): InvoiceReading {
  const convert = (amount: string) => formatDecimal(toRupiah(decimal(amount), rate))
  const optional = (amount: string | null) => (amount === null ? null : convert(amount))
  const named = <T extends { amount: string }>(entries: T[]) =>
    entries.map((entry) => ({ ...entry, amount: convert(entry.amount) }))
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
      charges: named(totals.charges),
      withheld: named(totals.withheld),
    },
  }
}

function convertLine(line: InvoiceLine, rate: ExchangeRate): InvoiceLine {
  const [price, discount, amount] = [line.unit_price, line.discount, line.amount].map((text) =>
    text === null ? null : toRupiah(decimal(text), rate),
  )
  const quantity = toDecimal(line.quantity)
  const product =
    quantity && price
      ? round(computeLineAmount(quantity, price, discount ?? null), taxPlaces)
      : null
  const text = (value: Decimal | null | undefined) => (value ? formatDecimal(value) : null)
  return {
    ...line,
    unit_price: text(price),
    discount: text(discount),
    amount: text(product && isConsistent(line) ? product : amount),
  }
}

/** True if quantity, price and amount are printed and quantity × price − discount equals the amount. */
function isConsistent({ quantity, unit_price, discount, amount }: InvoiceLine): boolean {
  if (quantity === null || unit_price === null || amount === null) return false
  const printed = decimal(amount)
  const reduction = discount === null ? null : decimal(discount)
  const product = computeLineAmount(decimal(quantity), decimal(unit_price), reduction)
  return equals(round(product, printed.scale), printed)
}
