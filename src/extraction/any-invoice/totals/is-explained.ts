import { isClose } from '../numerals/tolerance.ts'
import type { TotalAmount, TotalsCandidates } from './candidates.ts'
import { type Equation, applySign } from './equations.ts'
import { findTaxTolerance, isElevenTwelfths } from './rate-taxes.ts'

/** True if a labelled amount follows from the equation. */
export function isExplained(
  amount: TotalAmount,
  equation: Equation,
  candidates: TotalsCandidates,
): boolean {
  const { value, roles, numeral } = amount
  const { sum, rates, ratesByLine, taxRows, amounts, paid, withheld } = candidates
  const { taxes, tax, extras, expected, instalment } = equation
  const values = [
    0,
    sum,
    expected,
    expected - tax,
    tax,
    sum + tax,
    candidates.quantity,
    ...candidates.partialSums,
    ...taxes.map((it) => it.value),
    ...taxRows.flatMap(({ base, tax: part }) => [base.value, part.value, base.value + part.value]),
    ...extras.flatMap((it) => [Math.abs(it.value), sum + applySign(it, sum)]),
    ...listRunningSums(extras, sum),
    ...(instalment ? [instalment.value] : []),
    ...listBalances(expected, [...paid, ...withheld]),
  ]
  if (values.some((it) => isClose(it, value))) return true
  const isBase = rates.some((rate) =>
    [tax, ...taxes.map((it) => it.value)].some((it) =>
      isClose((value * rate) / 100, it, findTaxTolerance(numeral)),
    ),
  )
  if (isBase || [sum, expected - tax].some((it) => isElevenTwelfths(value, it))) return true
  if (
    isBeforeDiscounts(amount, amounts, sum) ||
    rates.some((rate) => isClose((value * rate) / 100, sum))
  )
    return true
  if (isUntaxedBase(amount, ratesByLine.get(numeral.line) ?? [], expected - tax)) return true
  return (
    roles.due !== undefined &&
    amounts.some((it) => it !== amount && it.value > 0 && isClose(expected - it.value, value))
  )
}

/** True for the gross amount, or the total discount, of lines whose amounts are net: `Gross 110, discount 10, net 100`. */
function isBeforeDiscounts(
  { value, roles }: TotalAmount,
  amounts: TotalAmount[],
  sum: number,
): boolean {
  return amounts.some((other) => {
    if (other.roles.discount) return isClose(value - Math.abs(other.value), sum)
    return roles.discount !== undefined && isClose(other.value - Math.abs(value), sum)
  })
}

/** Returns the sum after each charge or discount, in the order in which they are printed. */
function listRunningSums(extras: TotalAmount[], sum: number): number[] {
  return extras.map((_, index) =>
    extras.slice(0, index + 1).reduce((all, it) => all + applySign(it, sum), sum),
  )
}

/** True for `VAT 0% on 92.50`: an untaxed part of the net amount. */
function isUntaxedBase({ roles, value }: TotalAmount, rates: number[], net: number): boolean {
  const isZeroRated = rates.length === 1 && rates[0] === 0
  return isZeroRated && roles.tax !== undefined && value > 0 && value < net
}

/** Returns the amounts paid, and the remaining balance after each payment and after all payments. */
function listBalances(expected: number, payments: number[]): number[] {
  const all = payments.map((_, index) => payments.slice(0, index + 1).reduce((a, b) => a + b, 0))
  return [...payments, ...all].flatMap((paid) => [paid, expected - paid, expected + paid])
}
