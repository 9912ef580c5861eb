import {
  add,
  compare,
  type Decimal,
  decimal,
  divide,
  equals,
  formatDecimal,
  multiply,
  round,
  subtract,
  truncate,
  zero,
} from '../values/decimal.ts'
import { computeLineAmount, toDecimal } from '../invoice/amounts.ts'
import { taxPlaces } from '../invoice/tax.ts'
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
 * Converts a line's amounts to two decimals. Coretax recomputes quantity × price − discount, so a price with more
 * decimals is rounded up and the difference becomes a discount. A quantity with more decimals becomes 1.
 */
export function toLineAmounts(printed: PrintedAmounts): LineAmounts {
  const amount = toDecimal(printed.amount)
  const discount = toDecimal(printed.discount) ?? zero
  const { quantity, price } = completeFactors(printed, amount && add(amount, discount))
  const filed = { price, quantity, discount, amount, adjusted: null }
  const { adjusted, ...values } =
    amount && price ? adjust({ price, quantity, discount, amount }) : filed
  return {
    price: values.price ? formatFiled(values.price) : null,
    quantity: formatFiled(values.quantity),
    discount: formatFiled(values.discount),
    tax_base: amount ? formatFiled(amount) : null,
    adjusted,
    printed_quantity: printed.quantity,
  }
}

/** Decimal places in a computed price, more than the two in a filed price, so that rounding can be detected. */
const factorPlaces = 6

/**
 * Computes a quantity or price that the invoice does not state. If it states neither, files one piece. If the computed
 * quantity is not a whole number, a discount may not have been read. In that case, files one piece, so that the line
 * does not add up and the user must enter the quantity.
 */
function completeFactors(
  printed: PrintedAmounts,
  gross: Decimal | null,
): { quantity: Decimal; price: Decimal | null } {
  const quantity = toDecimal(printed.quantity)
  const price = toDecimal(printed.unit_price)
  if (quantity && price) return { quantity, price }
  if (quantity) return { quantity, price: gross && quotient(gross, quantity) }
  if (!price) return { quantity: one, price: gross }
  const count = gross && quotient(gross, price)
  return { quantity: count && isCount(count) ? round(count, 0) : one, price }
}

function isCount(value: Decimal): boolean {
  return compare(value, one) >= 0 && equals(round(value, 0), value)
}

function quotient(dividend: Decimal, divisor: Decimal): Decimal | null {
  return divisor.units === 0n ? null : divide(dividend, divisor, factorPlaces)
}

function fits(value: Decimal): boolean {
  return equals(round(value, taxPlaces), value)
}

interface Factors {
  price: Decimal
  quantity: Decimal
  discount: Decimal
  amount: Decimal
}

function adjust(factors: Factors): Factors & Pick<LineAmounts, 'adjusted'> {
  const { price, quantity, discount, amount } = factors
  if (!fits(quantity)) {
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
  const product = computeLineAmount(
    round(quantity, taxPlaces),
    round(price, taxPlaces),
    round(discount, taxPlaces),
  )
  return equals(round(product, taxPlaces), round(amount, taxPlaces))
}

function ceil(value: Decimal): Decimal {
  const down = truncate(value, taxPlaces)
  return compare(down, value) < 0 ? add(down, cent) : down
}

/** Formats an amount with the number of decimals that the tax office accepts. */
export function formatFiled(value: Decimal): string {
  return formatDecimal(round(value, taxPlaces))
}
