import { type Amounts, difference, isRoundingOf, type LineAmounts, readable } from './amounts.ts'
import { add, compare, type Decimal, divide, multiply, subtract, zero } from '../values/decimal.ts'
import { checkGrandTotal, checkSum } from './check-totals.ts'
import type { Proof } from './proof.ts'
import { say } from '../i18n/say.ts'

/** A line with all that its amount is made of. */
interface Row {
  quantity: Decimal
  unit_price: Decimal
  discount: Decimal
  amount: Decimal
}

/** Each line that has a quantity, a price and an amount: quantity × price − discount = amount. */
export function checkRows(amounts: Amounts): Proof | undefined {
  const rows = amounts.lines.map(toRow)
  const count = rows.filter((row) => row !== undefined).length
  if (count === 0) return undefined
  const areSummed = (checkSum(amounts) ?? checkGrandTotal(amounts))?.check.passed ?? false
  const isProved = (row: Row) =>
    isRoundingOf(row.amount, product(row), amounts.places.lines) ||
    (areSummed && isPriceRounded(row, amounts.places.prices))
  const failures = rows.flatMap((row, index) =>
    !row || isProved(row)
      ? []
      : [{ code: 'rows', message: complaint(row, index), path: `lines.${index}.amount` }],
  )
  const detail =
    failures.length === 0 ? provedRows(count) : failures.map(({ message }) => message).join(' ')
  return { check: { name: 'rows', passed: failures.length === 0, detail }, failures }
}

function provedRows(count: number): string {
  return count === 1
    ? say`Quantity × price is the amount in the line.`
    : say`Quantity × price is the amount in all ${count} lines.`
}

function toRow({ quantity, unit_price, discount, amount }: LineAmounts): Row | undefined {
  if (!quantity || !unit_price || !amount) return undefined
  return { quantity, unit_price, discount: discount ?? zero, amount }
}

/**
 * 100 for 3 pieces at 33.33: the amount was there first. It must be proved by a total, and no other quantity may
 * lead to it from this price, or else a number that was misread would pass for rounding.
 */
function isPriceRounded({ quantity, unit_price, discount, amount }: Row, places: number): boolean {
  if (quantity.units === 0n || unit_price.units === 0n) return false
  const before = add(amount, discount)
  const price = divide(before, quantity, places)
  const count = divide(before, unit_price, quantity.scale)
  return compare(price, unit_price) === 0 && compare(count, quantity) === 0
}

function product({ quantity, unit_price, discount }: Row): Decimal {
  return subtract(multiply(quantity, unit_price), discount)
}

function complaint(row: Row, index: number): string {
  const { quantity, unit_price, discount, amount } = row
  const formula =
    discount.units === 0n
      ? say`${readable(quantity)} × ${readable(unit_price)}`
      : say`${readable(quantity)} × ${readable(unit_price)} − ${readable(discount)}`
  const result = readable(product(row))
  return say`Line ${index + 1}: ${formula} = ${result}, but its amount is ${readable(amount)} ${difference(amount, product(row))}.`
}
