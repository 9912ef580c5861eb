import { isClose } from '../numerals/tolerance.ts'
import { isExplained } from './is-explained.ts'
import type { TotalAmount, TotalsCandidates } from './candidates.ts'
import { applySign, type Equation, centTolerance } from './equations.ts'
import type { EquationResult } from './explanation.ts'
import {
  basesAddUpToNet,
  createTaxRater,
  isCommonTax,
  isRateOfBase,
  listEffectiveRates,
  listTaxBases,
  ratedScore,
} from './rate-taxes.ts'

/** Creates the function that scores an equation for a grand total. */
export function createScorer(
  candidates: TotalsCandidates,
): (equation: Equation, total: TotalAmount) => EquationResult {
  const { sum, subtotal, labelledTotals } = candidates
  const rateTax = createTaxRater(candidates)
  const taxOnSum = findTaxOnSum(candidates)
  const isBeforeTax = (total: TotalAmount, { taxes }: Equation) =>
    taxes.length === 0 && taxOnSum !== undefined && total.numeral.line < taxOnSum.numeral.line
  const discount = findDiscountOnSum(candidates)
  const isBeforeDiscount = (total: TotalAmount, { extras }: Equation) =>
    extras.length === 0 && discount !== undefined && total.numeral.line < discount.numeral.line
  return (equation, total) => {
    const { taxes, tax, extras, isTaxIncluded, instalment, expected } = equation
    const unexplained = labelledTotals.filter(
      (it) => !isInOtherTable(it, total) && !isExplained(it, equation, candidates),
    )
    const hasLargerTotal = labelledTotals.some(
      ({ roles, value }) =>
        (roles.grand_total ?? 0) >= 0.8 &&
        !roles.subtotal &&
        Math.abs(value) > Math.abs(expected) + 0.6,
    )
    const isExact = isClose(total.value, expected, centTolerance)
    const net = expected - tax
    const bases = isTaxIncluded || instalment ? [net] : listTaxBases(sum, extras, net)
    const taxScore = taxes.reduce(
      (all, it) => all + (it.roles.tax ? 1.5 * it.roles.tax : 0.5) + rateTax(it, bases),
      0,
    )
    const isSumOfTaxes =
      taxes.length > 1 &&
      candidates.amounts.some(
        ({ isBelow, roles, value }) => isBelow && roles.tax && isClose(value, tax),
      )
    const score =
      (subtotal ? (subtotal.roles.subtotal ? 1.1 : 0.7) : 0) +
      scoreTotal(total) +
      // Uses the mean: with the sum, any three numbers that add up would beat one printed tax.
      (taxes.length > 0 ? taxScore / taxes.length : 0) -
      0.25 * Math.max(0, taxes.length - 1) -
      (isTaxIncluded ? 0.5 : 0) +
      (isSumOfTaxes ? 0.3 : 0) -
      extras.reduce((all, extra) => all + penaliseExtra(extra), 0) -
      penaliseUnexplained(unexplained.length) -
      (isExact ? 0 : 0.6) -
      (instalment ? 0.4 : 0) -
      0.5 * countOmitted(taxes, candidates) -
      (hasLargerTotal ? 1 : 0) -
      (isBeforeTax(total, equation) ? 1.2 : 0) -
      (isBeforeDiscount(total, equation) ? 2 : 0)
    const isTaxRated =
      isExact &&
      (taxes.every((it) => it.value === 0 || rateTax(it, bases) >= ratedScore) ||
        (taxes.length === 1 && taxes.every((it) => isCommonTax(it, bases))) ||
        basesAddUpToNet(taxes, net, candidates))
    const parts = { taxes, tax, extras, isTaxIncluded, isExact, isTaxRated, unexplained }
    const labels = { subtotal, grand_total: total, billedPart: instalment }
    return { score, sum, ...labels, ...parts, isFromLabels: false }
  }
}

/**
 * Returns the tax that is printed with its rate, applies to the sum of the lines and is followed by a larger total. A sum
 * printed above it is not the grand total, even if the total below is wrong.
 */
function findTaxOnSum({
  sum,
  taxes,
  labelledTotals,
  ratesByLine,
}: TotalsCandidates): TotalAmount | undefined {
  return taxes.find(
    (tax) =>
      (tax.roles.tax ?? 0) >= 0.8 &&
      isRateOfBase(tax, [sum], listEffectiveRates(ratesByLine.get(tax.numeral.line) ?? [])) &&
      labelledTotals.some(
        ({ roles, numeral, value }) =>
          (roles.grand_total ?? 0) >= 0.8 &&
          numeral.line > tax.numeral.line &&
          Math.abs(value) > Math.abs(sum),
      ),
  )
}

/**
 * Returns the discount on the sum of the lines if the rest is printed as a net amount below it: `Total 100, Discount 5,
 * Net 95`.
 */
function findDiscountOnSum({
  sum,
  extras,
  labelledTotals,
}: TotalsCandidates): TotalAmount | undefined {
  return extras.find(
    (discount) =>
      discount.roles.discount &&
      labelledTotals.some(
        ({ roles, numeral, value }) =>
          (roles.subtotal ?? 0) >= 0.8 &&
          numeral.line > discount.numeral.line &&
          isClose(value, sum + applySign(discount, sum)),
      ),
  )
}

/**
 * True for a base or subtotal below the grand total or in a column, because it belongs to another table. False for
 * other totals and taxes.
 */
function isInOtherTable({ roles, numeral, isInColumn }: TotalAmount, total: TotalAmount): boolean {
  const isTotalOrTax = Math.max(roles.grand_total ?? 0, roles.tax ?? 0) >= 0.8
  return !isTotalOrTax && (isInColumn || numeral.line > total.numeral.line)
}

/**
 * Penalises withheld taxes most, because the grand total is the amount before withholding if that amount is printed.
 */
function penaliseExtra({ roles }: TotalAmount): number {
  if (roles.withheld) return 0.95
  if (roles.paid || roles.instalment) return 0.4
  return Object.keys(roles).length > 0 ? 0.1 : 0.9
}

/**
 * Penalises the first few unexplained amounts more than later ones: many unexplained amounts only show that there is
 * another table.
 */
function penaliseUnexplained(count: number): number {
  return 0.9 * Math.min(4, count) + 0.3 * Math.min(6, Math.max(0, count - 4))
}

/** Counts the tax summary lines that the equation omits, if it uses at least one of them. */
function countOmitted(taxes: TotalAmount[], { taxRows }: TotalsCandidates): number {
  const omitted = taxRows.filter(({ tax }) => taxes.every(({ numeral }) => numeral !== tax))
  return omitted.length < taxRows.length ? omitted.length : 0
}

function scoreTotal({ roles, isBelow }: TotalAmount): number {
  const roleScore = roles.grand_total ? 2.2 * roles.grand_total : roles.subtotal ? 0.5 : -0.3
  return roleScore + (isBelow ? 0.4 : 0) - ((roles.tax ?? 0) >= 0.8 ? 1.5 : 0)
}
