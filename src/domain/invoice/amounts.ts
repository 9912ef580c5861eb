import {
  type Decimal,
  equals,
  formatDecimal,
  multiply,
  parseDecimal,
  round,
  subtract,
  sum,
  truncate,
  zero,
} from '../values/decimal.ts'
import type { InvoiceReading } from './invoice.ts'

export interface LineAmounts {
  quantity: Decimal | null
  unit_price: Decimal | null
  discount: Decimal | null
  amount: Decimal | null
  taxable: boolean
}

/** A reading's amounts as decimals. */
export interface Amounts {
  lines: LineAmounts[]
  subtotal: Decimal | null
  tax_base: Decimal | null
  tax: Decimal | null
  grand_total: Decimal | null
  charges: Decimal[]
  withheld: Decimal[]
  quantity: Decimal | null
  instalment: Decimal | null
  /** Number of decimals printed in prices, in line amounts, and in the tax and its base. */
  places: { prices: number; lines: number; tax: number }
}

export function readAmounts({ lines: readLines, totals }: InvoiceReading): Amounts {
  const lines = readLines.map((line) => ({
    quantity: toDecimal(line.quantity),
    unit_price: toDecimal(line.unit_price),
    discount: toDecimal(line.discount),
    amount: toDecimal(line.amount),
    taxable: line.taxable,
  }))
  const printed = {
    subtotal: toDecimal(totals.subtotal),
    tax_base: toDecimal(totals.tax_base),
    tax: toDecimal(totals.tax),
    grand_total: toDecimal(totals.grand_total),
  }
  const sumSeparately = {
    quantity: toDecimal(totals.quantity ?? null),
    instalment: toDecimal(totals.instalment ?? null),
  }
  const charges = totals.charges.flatMap(({ amount }) => toDecimal(amount) ?? [])
  const withheld = totals.withheld.flatMap(({ amount }) => toDecimal(amount) ?? [])
  const linePlaces = countMaxPlaces(lines.map(({ amount }) => amount))
  const pricePlaces = countMaxPlaces(lines.map(({ unit_price }) => unit_price))
  const taxPlaces = countMaxPlaces([printed.tax_base, printed.tax])
  const totalPlaces = countMaxPlaces([...Object.values(printed), ...charges, ...withheld])
  const places = {
    prices: Math.max(pricePlaces, linePlaces),
    lines: linePlaces,
    // If neither the tax nor its base has decimals, the tax is rounded to whole units, even if other amounts have
    // decimals. Otherwise, the tax has as many decimals as the other amounts.
    tax: taxPlaces === 0 ? 0 : Math.max(linePlaces, totalPlaces),
  }
  return { lines, ...printed, ...sumSeparately, charges, withheld, places }
}

export function sumAmounts(lines: readonly LineAmounts[]): Decimal {
  return sum(lines.flatMap(({ amount }) => amount ?? []))
}

/** True if the printed number is this value after rounding or truncation, because invoicing software may do either. */
export function isRoundedValue(printed: Decimal, exact: Decimal, places: number): boolean {
  return [round(exact, places), truncate(exact, places)].some((it) => equals(printed, it))
}

/** Computes quantity × price − discount, unrounded. */
export function computeLineAmount(
  quantity: Decimal,
  price: Decimal,
  discount: Decimal | null,
): Decimal {
  return subtract(multiply(quantity, price), discount ?? zero)
}

/** Parses a decimal. Input that is not a number, such as an unfinished entry, counts as missing. */
export function toDecimal(text: string | null): Decimal | null {
  return (text !== null && parseDecimal(text)) || null
}

/** Counts decimals without trailing zeros, because `5.00` and `5` may be the same printed number. */
function countMaxPlaces(numbers: readonly (Decimal | null)[]): number {
  const places = numbers.flatMap((number) =>
    number ? (formatDecimal(number).split('.')[1]?.length ?? 0) : [],
  )
  return Math.max(0, ...places)
}
