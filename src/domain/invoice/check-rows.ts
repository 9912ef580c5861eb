import { type Amounts, computeLineAmount, isRoundedValue, type LineAmounts } from './amounts.ts'
import { add, type Decimal, divide, equals, formatDecimal, zero } from '../values/decimal.ts'
import { checkGrandTotal, checkSum } from './check-totals.ts'
import type { CheckResult } from './review-reasons.ts'
import { message } from '../messages/message.ts'
import type { RowParams } from '../messages/reading-codes.ts'

/** A line with quantity, price, discount and amount. */
interface Row {
  quantity: Decimal
  unit_price: Decimal
  discount: Decimal
  amount: Decimal
}

/** Checks each line that has a quantity, a price and an amount: quantity × price − discount = amount. */
export function checkRows(amounts: Amounts): CheckResult | undefined {
  const rows = amounts.lines.map(toRow)
  const count = rows.filter((row) => row !== undefined).length
  if (count === 0) return undefined
  const isSumConfirmed = (checkSum(amounts) ?? checkGrandTotal(amounts))?.check.passed ?? false
  const isProved = (row: Row) =>
    isRoundedValue(row.amount, multiplyRow(row), amounts.places.lines) ||
    (isSumConfirmed && isPriceRounded(row, amounts.places.prices))
  const wrong = rows.flatMap((row, index) =>
    !row || isProved(row) ? [] : [{ line: index + 1, ...toReason(row) }],
  )
  const passed = wrong.length === 0
  const reason = passed
    ? message('rows_match', null, { lines: count })
    : message('rows_differ', null, { rows: wrong })
  const failures = wrong.map(({ line, ...row }) =>
    message('row_differs', `lines.${line - 1}.amount`, row),
  )
  return { check: { name: 'rows', passed, ...reason }, failures }
}

function toRow({ quantity, unit_price, discount, amount }: LineAmounts): Row | undefined {
  if (!quantity || !unit_price || !amount) return undefined
  return { quantity, unit_price, discount: discount ?? zero, amount }
}

/**
 * True if the price was derived from the amount and rounded, as in 3 pieces at 33.33 for 100. No other quantity may
 * yield the amount at this price, and a total must confirm the amount. Otherwise, a misread number could pass for
 * rounding.
 */
function isPriceRounded({ quantity, unit_price, discount, amount }: Row, places: number): boolean {
  if (quantity.units === 0n || unit_price.units === 0n) return false
  const before = add(amount, discount)
  const price = divide(before, quantity, places)
  const count = divide(before, unit_price, quantity.scale)
  return equals(price, unit_price) && equals(count, quantity)
}

function multiplyRow({ quantity, unit_price, discount }: Row): Decimal {
  return computeLineAmount(quantity, unit_price, discount)
}

function toReason(row: Row): RowParams {
  const { quantity, unit_price, discount, amount } = row
  return {
    quantity: formatDecimal(quantity),
    unit_price: formatDecimal(unit_price),
    discount: discount.units === 0n ? null : formatDecimal(discount),
    expected: formatDecimal(multiplyRow(row)),
    amount: formatDecimal(amount),
  }
}
