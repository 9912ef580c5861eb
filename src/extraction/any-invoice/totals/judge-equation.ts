import { isClose } from '../numerals/tolerance.ts'
import { isExplained } from './account-for.ts'
import type { TotalAmount, TotalsCandidates } from './candidates.ts'
import { type Equation, exact } from './equations.ts'
import type { Equated } from './explanation.ts'
import { createTaxRating, haveBasesOfNet, ratedScore } from './rate-taxes.ts'

/** Creates the function that scores an equation for a grand total. */
export function createJudge(
  candidates: TotalsCandidates,
): (equation: Equation, total: TotalAmount) => Equated {
  const { sum, subtotal, named } = candidates
  const rating = createTaxRating(candidates)
  return (equation, total) => {
    const { taxes, tax, extras, isTaxIncluded, expected } = equation
    const unexplained = named.filter(
      (it) => !isInOtherTable(it, total) && !isExplained(it, equation, candidates),
    )
    const hasLarger = named.some(
      ({ roles, value }) =>
        (roles.grand_total ?? 0) >= 0.8 &&
        !roles.subtotal &&
        Math.abs(value) > Math.abs(expected) + 0.6,
    )
    const isExact = isClose(total.value, expected, exact)
    const net = isTaxIncluded ? 0 : expected - tax
    const taxScore = taxes.reduce(
      (all, it) => all + (it.roles.tax ? 1.5 * it.roles.tax : 0.5) + rating(it, net),
      0,
    )
    const isSumOfTaxes =
      taxes.length > 1 &&
      candidates.amounts.some(
        ({ isBelow, roles, value }) => isBelow && roles.tax && isClose(value, tax),
      )
    const score =
      (subtotal ? (subtotal.roles.subtotal ? 1.1 : 0.7) : 0) +
      totalScore(total) +
      // Uses the mean, because with the sum any three numbers that add up would beat one printed tax.
      (taxes.length > 0 ? taxScore / taxes.length : 0) -
      0.25 * Math.max(0, taxes.length - 1) -
      (isTaxIncluded ? 0.5 : 0) +
      (isSumOfTaxes ? 0.3 : 0) -
      extras.reduce((all, extra) => all + extraPenalty(extra), 0) -
      unexplainedPenalty(unexplained.length) -
      (isExact ? 0 : 0.6) -
      0.5 * countLeftOut(taxes, candidates) -
      (hasLarger ? 1 : 0)
    const isTaxRated =
      isExact &&
      (taxes.every((it) => it.value === 0 || rating(it, net) >= ratedScore) ||
        haveBasesOfNet(taxes, net, candidates))
    const parts = { taxes, tax, extras, isTaxIncluded, isExact, isTaxRated, unexplained }
    return { score, sum, subtotal, grand_total: total, ...parts, isByLabel: false }
  }
}

/** Bases and sums below the grand total or in a column belong to other tables; other totals and taxes do not. */
function isInOtherTable({ roles, numeral, isInColumn }: TotalAmount, total: TotalAmount): boolean {
  const isTotalOrTax = Math.max(roles.grand_total ?? 0, roles.tax ?? 0) >= 0.8
  return !isTotalOrTax && (isInColumn || numeral.line > total.numeral.line)
}

/** The grand total is the amount before withholding if that amount is printed. */
function extraPenalty({ roles }: TotalAmount): number {
  if (roles.withheld) return 0.6
  return Object.keys(roles).length > 0 ? 0.1 : 0.9
}

/** A few unexplained amounts count against an equation; many only indicate another table. */
function unexplainedPenalty(count: number): number {
  return 0.9 * Math.min(4, count) + 0.3 * Math.min(6, Math.max(0, count - 4))
}

/** Counts the tax summary lines that the equation omits while it uses others. */
function countLeftOut(taxes: TotalAmount[], { taxRows }: TotalsCandidates): number {
  const leftOut = taxRows.filter(({ tax }) => taxes.every(({ numeral }) => numeral !== tax))
  return leftOut.length < taxRows.length ? leftOut.length : 0
}

function totalScore({ roles, isBelow }: TotalAmount): number {
  const byRole = roles.grand_total ? 2.2 * roles.grand_total : roles.subtotal ? 0.5 : -0.3
  return byRole + (isBelow ? 0.4 : 0) - ((roles.tax ?? 0) >= 0.8 ? 1.5 : 0)
}
