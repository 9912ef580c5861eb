import {
  add,
  compare,
  type Decimal,
  decimal,
  formatDecimal,
  multiply,
  parseDecimal,
  round,
  subtract,
  sum,
  truncate,
  zero,
} from '../values/decimal.ts'
import type { TransactionCode } from '../invoice/directory.ts'
import { computeTaxBase, computeTaxOnBase, type TaxRule, taxPlaces } from '../invoice/tax.ts'
import type { FilingLine } from './filing.ts'

/** A line as printed. */
export interface PrintedAmounts {
  quantity: string | null
  unit_price: string | null
  discount: string | null
  amount: string | null
}

type LineAmounts = Pick<
  FilingLine,
  'price' | 'quantity' | 'discount' | 'tax_base' | 'adjusted' | 'printed_quantity'
>

const cent = decimal('0.01')
const one = decimal('1')

/**
 * Converts a line's amounts to two decimals. Coretax recomputes quantity × price − discount, so a price that does not
 * fit is rounded up and the difference becomes a discount; a quantity that does not fit becomes 1.
 */
export function toLineAmounts(printed: PrintedAmounts): LineAmounts {
  const amount = number(printed.amount)
  const discount = number(printed.discount) ?? zero
  const isCounted = printed.quantity !== null && printed.unit_price !== null
  const quantity = (isCounted ? number(printed.quantity) : undefined) ?? one
  const price = isCounted ? number(printed.unit_price) : amount && add(amount, discount)
  const filed = { price, quantity, discount, amount, adjusted: null }
  const { adjusted, ...values } =
    amount && price ? adjust({ price, quantity, discount, amount }) : filed
  return {
    price: values.price ? two(values.price) : null,
    quantity: two(values.quantity),
    discount: two(values.discount),
    tax_base: amount ? two(amount) : null,
    adjusted,
    printed_quantity: printed.quantity,
  }
}

interface Factors {
  price: Decimal
  quantity: Decimal
  discount: Decimal
  amount: Decimal
}

function adjust(factors: Factors): Factors & Pick<LineAmounts, 'adjusted'> {
  const { price, quantity, discount, amount } = factors
  if (compare(round(quantity, taxPlaces), quantity) !== 0) {
    return { ...factors, quantity: one, price: add(amount, discount), adjusted: 'quantity' }
  }
  if (isConsistent(factors)) return { ...factors, adjusted: null }
  const up = ceil(price)
  const candidates = [up, add(up, cent)].map((higher) => ({
    ...factors,
    price: higher,
    discount: round(subtract(multiply(quantity, higher), round(amount, taxPlaces)), taxPlaces),
  }))
  const limit = add(add(discount, multiply(quantity, multiply(cent, decimal('2')))), cent)
  const found = candidates.find(
    (it) =>
      compare(it.discount, discount) >= 0 && compare(it.discount, limit) <= 0 && isConsistent(it),
  )
  return found ? { ...found, adjusted: 'price' } : { ...factors, adjusted: null }
}

function isConsistent({ price, quantity, discount, amount }: Factors): boolean {
  const product = multiply(round(quantity, taxPlaces), round(price, taxPlaces))
  const rest = subtract(product, round(discount, taxPlaces))
  return compare(round(rest, taxPlaces), round(amount, taxPlaces)) === 0
}

function ceil(value: Decimal): Decimal {
  const down = truncate(value, taxPlaces)
  return compare(down, value) < 0 ? add(down, cent) : down
}

/** Values that determine an invoice's tax. */
export interface TaxBasis {
  code: TransactionCode | null
  rule: TaxRule | null
  /** PPnBM in percent; luxury goods are taxed on the full amount. */
  luxury_rate: string | null
}

type TaxAmounts = Pick<FilingLine, 'other_tax_base' | 'vat_rate' | 'vat' | 'stlg_rate' | 'stlg'>

/** Computes a line's tax from the rounded base. Under code 05 the tax is a fixed share that only the invoice states. */
export function toTaxAmounts(taxBase: string | null, basis: TaxBasis): TaxAmounts {
  const { code, rule, luxury_rate } = basis
  const stlg_rate = luxury_rate ?? '0'
  const base = number(taxBase)
  if (!rule) return { other_tax_base: null, vat_rate: null, vat: null, stlg_rate, stlg: '0' }
  const isWhole = code === '01' || code === '05' || luxury_rate !== null
  const applied = isWhole ? { ...rule, numerator: '1', denominator: '1' } : rule
  const other = base && round(computeTaxBase(base, applied), taxPlaces)
  const vat = other && code !== '05' ? two(computeTaxOnBase(other, applied)) : null
  const stlg = other && two(multiply(other, multiply(decimal(stlg_rate), cent)))
  const other_tax_base = other ? two(other) : null
  return { other_tax_base, vat_rate: rule.rate, vat, stlg_rate, stlg: stlg ?? '0' }
}

/** Adds up one amount across all lines; unknown amounts count as zero. */
export function sumLines(
  lines: readonly FilingLine[],
  key: 'tax_base' | 'other_tax_base' | 'vat' | 'stlg',
): string {
  return formatDecimal(sum(lines.map((line) => number(line[key]) ?? zero)))
}

/** Divides a total in proportion to the weights, in cents; the shares add up to the total exactly. */
export function spread(total: string, weights: readonly (string | null)[]): (string | null)[] {
  const cents = round(decimal(total), taxPlaces)
  const units = multiply(cents, decimal('100'))
  const whole = round(units, 0).units
  const parts = weights.map((weight) => number(weight) ?? zero)
  const all = sum(parts)
  if (all.units === 0n) return weights.map(() => null)
  const scale = Math.max(...parts.map((part) => part.scale), all.scale)
  const at = (value: Decimal) => value.units * 10n ** BigInt(scale - value.scale)
  const shares = parts.map((part) => (whole * at(part)) / at(all))
  const rests = parts.map((part, index) => ({ index, rest: (whole * at(part)) % at(all) }))
  const missing = Number(whole - shares.reduce((a, b) => a + b, 0n))
  const largest = rests.sort((a, b) => (a.rest < b.rest ? 1 : a.rest > b.rest ? -1 : 0))
  for (const { index } of largest.slice(0, missing)) shares[index] = (shares[index] ?? 0n) + 1n
  return shares.map((units) => formatDecimal({ units, scale: taxPlaces }))
}

function number(text: string | null): Decimal | undefined {
  return text === null ? undefined : parseDecimal(text)
}

function two(value: Decimal): string {
  return formatDecimal(round(value, taxPlaces))
}
