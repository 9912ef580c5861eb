import { isClose, roundTo } from '../numerals/tolerance.ts'
import type { TotalAmount, TotalsCandidates } from './candidates.ts'
import { applySign } from './equations.ts'

/** Common tax rates in all countries, in percent. */
const commonRates = [
  5, 5.5, 6, 7, 7.7, 8, 8.1, 9, 10, 11, 12, 13, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 27,
]
/** Score for a tax confirmed by a printed rate. */
export const ratedScore = 0.8

/**
 * Creates a function that scores a tax by whether it equals a printed rate times a printed amount or possible base, or
 * a common rate times a possible base.
 */
export function createTaxRater(
  candidates: TotalsCandidates,
): (tax: TotalAmount, bases: number[]) => number {
  const { sum, amounts, rates, taxRows, rowAmounts } = candidates
  const values = [sum, ...amounts.map(({ value }) => value), ...rowAmounts]
  const labelled = [
    sum,
    ...amounts.filter(({ roles }) => Object.keys(roles).length > 0).map(({ value }) => value),
  ]
  const sumOfTaxRows = taxRows.reduce((total, { tax }) => total + tax.value, 0)
  const ratings = new Map<number, number>()
  const rate = ({ value, numeral }: TotalAmount) => {
    const tolerance = findTaxTolerance(numeral)
    const isRateOf = (base: number, percent: number) =>
      isClose(roundTo((base * percent) / 100, 2), value, tolerance)
    if (taxRows.some(({ tax }) => tax === numeral)) return ratedScore
    if (taxRows.length > 1 && isClose(value, sumOfTaxRows)) return ratedScore
    if (rates.some((percent) => values.some((base) => base !== value && isRateOf(base, percent))))
      return ratedScore
    const isCommonRate = labelled.some(
      (base) =>
        Math.abs(base) > Math.abs(value) && commonRates.some((percent) => isRateOf(base, percent)),
    )
    return isCommonRate ? 0.1 : rates.length > 0 ? -1.2 : -0.2
  }
  const effectiveRates = listEffectiveRates(rates)
  return (tax, bases) => {
    if (tax.value === 0 || tax.isComputed) return 0
    if (isRateOfBase(tax, bases, effectiveRates)) return ratedScore
    const cached = ratings.get(tax.value)
    if (cached !== undefined) return cached
    const rating = rate(tax)
    ratings.set(tax.value, rating)
    return rating
  }
}

/**
 * True if there are several taxes, each with its rate beside it, and the bases that they imply add up to the net
 * amount.
 */
export function basesAddUpToNet(
  taxes: TotalAmount[],
  net: number,
  { ratesByLine }: TotalsCandidates,
): boolean {
  const implied = taxes.map(({ value, numeral }) => {
    const [rate, ...others] = ratesByLine.get(numeral.line) ?? []
    if (rate === undefined || others.length > 0) return undefined
    return rate === 0
      ? { base: 0, error: Infinity }
      : { base: (value * 100) / rate, error: 0.6 / rate }
  })
  if (taxes.length < 2 || implied.includes(undefined)) return false
  const cached = implied.filter((it) => it !== undefined && it.error < Infinity)
  const base = cached.reduce((sum, it) => sum + (it?.base ?? 0), 0)
  const error = cached.reduce((sum, it) => sum + (it?.error ?? 0), 0)
  const hasUntaxed = cached.length < implied.length
  return hasUntaxed ? base < net + error : isClose(base, net, error)
}

/**
 * True if the tax equals a common rate times one of the possible bases. Many documents state a tax without its rate.
 */
export function isCommonTax(tax: TotalAmount, bases: number[]): boolean {
  return isRateOfBase(tax, bases, commonRates)
}

export function isRateOfBase(
  { value, numeral }: TotalAmount,
  bases: number[],
  rates: number[],
): boolean {
  // Divides once per base, because an invoice has thousands of equations.
  const tolerance = 100 * ((findTaxTolerance(numeral) ?? centTolerance) + halfCent)
  return bases.some((base) => {
    const [percent, error] = [(100 * value) / base, tolerance / Math.abs(base)]
    return base !== 0 && rates.some((rate) => Math.abs(rate - percent) <= error)
  })
}

/** Adds the effective rate where Indonesia taxes 11/12 of the price at 12 %, which is 11 % of the price. */
export function listEffectiveRates(rates: number[]): number[] {
  return rates.includes(12) ? [...rates, 11] : rates
}

/** True for a base of 11/12 of the amount, which Indonesia taxes at 12 %. A base is often rounded to whole units. */
export function isElevenTwelfths(base: number, amount: number): boolean {
  return isClose(base, roundTo((amount * 11) / 12, 2), 1)
}

/**
 * Returns the rounding tolerance. Large amounts without cents may be rounded to whole units, even if printed with
 * `.00`.
 */
export function findTaxTolerance({ decimals, value }: TotalAmount['numeral']): number | undefined {
  const isWhole = decimals === 0 || (Number.isInteger(value) && Math.abs(value) >= minWholeTax)
  return isWhole ? 1 : undefined
}

const minWholeTax = 10_000
const centTolerance = 0.011
const halfCent = 0.005
const maxTaxedExtras = 4

/** Returns the amounts to which a tax may apply: the sum of the lines, with any of the charges and discounts added. */
export function listTaxBases(sum: number, extras: TotalAmount[], net: number): number[] {
  if (extras.length > maxTaxedExtras) return [net]
  return extras.reduce(
    (bases, extra) => [...bases, ...bases.map((base) => base + applySign(extra, sum))],
    [sum],
  )
}
