import { isClose, roundTo } from '../numerals/tolerance.ts'
import type { AmountContext, TotalAmount, TotalsCandidates } from './candidates.ts'
import { listTaxSets } from './tax-sets.ts'

/** Taxes and charges that, added to the sum of the rows, may yield a grand total. */
export interface Equation {
  taxes: TotalAmount[]
  tax: number
  extras: TotalAmount[]
  isTaxIncluded: boolean
  /** The part of the lines that is billed and taxed, such as a down payment. */
  instalment?: TotalAmount
  /** The grand total that the equation implies. */
  expected: number
}

const maxExtras = 7
const maxUnlabelled = 8

/** Yields every combination of taxes and charges. */
export function* listEquations(
  candidates: TotalsCandidates,
  context: AmountContext,
): Generator<Equation> {
  const extraSets = listExtraSets(candidates)
  for (const taxes of listTaxSets(candidates, context)) {
    const tax = roundTo(
      taxes.reduce((total, { value }) => total + value, 0),
      4,
    )
    const mayBeIncluded = taxes.length > 0 && canBeIncluded(taxes, tax, candidates)
    for (const extras of extraSets) {
      if (extras.some((extra) => taxes.some(({ numeral }) => numeral === extra.numeral))) continue
      const net =
        candidates.sum +
        extras.reduce((total, extra) => total + applySign(extra, candidates.sum), 0)
      yield { taxes, tax, extras, isTaxIncluded: false, expected: roundTo(net + tax, 4) }
      if (mayBeIncluded)
        yield { taxes, tax, extras, isTaxIncluded: true, expected: roundTo(net, 4) }
    }
  }
}

/** Returns every combination of the last charges and discounts, and each amount without a known label. */
export function listExtraSets({
  extras,
  unlabelled,
}: Pick<TotalsCandidates, 'extras' | 'unlabelled'>): TotalAmount[][] {
  // Keeps the last charges, because a summary follows the individual charges.
  const few = extras.slice(-maxExtras)
  const sets: TotalAmount[][] = []
  for (let bits = 0; bits < 2 ** few.length; bits++)
    sets.push(few.filter((_, index) => (bits >> index) & 1))
  return [...sets, ...unlabelled.slice(0, maxUnlabelled).map((it) => [it])]
}

/**
 * Subtracts discounts, payments and withheld taxes regardless of the printed sign. On a credit note, whose sum is
 * negative, adds them instead.
 */
export function applySign({ roles, value }: TotalAmount, sum: number): number {
  if (!roles.discount && !roles.withheld && !roles.paid && !roles.instalment) return value
  return (sum < 0 ? 1 : -1) * Math.abs(value)
}

function canBeIncluded(taxes: TotalAmount[], tax: number, candidates: TotalsCandidates): boolean {
  const { sum, rates, labelledTotals, hasGrossRows } = candidates
  // `Total without VAT` would be less than the sum if the lines included this tax.
  const isSumNet = labelledTotals.some(
    ({ roles, value }) => (roles.tax_base ?? 0) >= 1 && tax > 0 && isClose(value, sum),
  )
  if (isSumNet) return false
  const tolerance = taxes.length === 1 ? findRoundingTolerance(taxes) : 0.02
  return (
    hasGrossRows ||
    taxes.some(({ roles }) => roles.included) ||
    isSumOfTaxRows(sum, tax, candidates) ||
    rates.some((rate) => isClose(roundTo((sum * rate) / (100 + rate), 2), tax, tolerance)) ||
    labelledTotals.some(
      ({ roles, value }) => (roles.subtotal || roles.tax_base) && isClose(value, sum - tax),
    )
  )
}

/** A tax without cents is rounded to whole units. */
function findRoundingTolerance(taxes: TotalAmount[]): number {
  return taxes.every(({ numeral }) => numeral.decimals === 0) ? 1 : 0.02
}

/** True if a tax summary's bases and the tax on them add up to the sum of the lines. */
function isSumOfTaxRows(sum: number, tax: number, { taxRows }: TotalsCandidates): boolean {
  const bases = taxRows.reduce((total, { base }) => total + base.value, 0)
  return taxRows.length > 1 && isClose(bases + tax, sum, roundingTolerance)
}

export function isTotal(
  { value, numeral, roles }: TotalAmount,
  { taxes, extras, expected }: Equation,
  sum: number,
): boolean {
  const isBareSum = extras.length === 0 && taxes.every((tax) => tax.value === 0)
  if (isBareSum && (roles.subtotal ?? 0) >= 0.8 && !roles.grand_total) return false
  const roundsTo =
    numeral.decimals === 0 &&
    (taxes.some(({ numeral: { decimals } }) => decimals > 0) || sum % 1 !== 0)
  return isClose(
    value,
    expected,
    roundsTo ? 0.51 : taxes.length + extras.length > 0 ? roundingTolerance : centTolerance,
  )
}

export const centTolerance = 0.006
/** If taxes are rounded per line, their sum may differ from the tax on the total by this much. */
const roundingTolerance = 0.016

/** Indexes possible grand totals by value, because an invoice yields thousands of equations. */
export function indexTotals({ amounts, sum }: TotalsCandidates) {
  const byCents = new Map<number, TotalAmount[]>()
  const byUnits = new Map<number, TotalAmount[]>()
  const add = (map: Map<number, TotalAmount[]>, key: number, amount: TotalAmount) => {
    const known = map.get(key)
    if (known) known.push(amount)
    else map.set(key, [amount])
  }
  for (const amount of amounts) {
    const { value, numeral } = amount
    if ((value === 0 && sum !== 0) || numeral.precedesWord) continue
    if (numeral.decimals === 0) add(byUnits, value, amount)
    else add(byCents, Math.round(value * 100), amount)
  }
  return {
    *findNear(expected: number): Generator<TotalAmount> {
      const cents = Math.round(expected * 100)
      for (let key = cents - 2; key <= cents + 2; key++) yield* byCents.get(key) ?? []
      const units = Math.round(expected)
      for (let key = units - 1; key <= units + 1; key++) yield* byUnits.get(key) ?? []
    },
  }
}
