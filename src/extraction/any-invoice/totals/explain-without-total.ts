import { isClose, roundTo } from '../numerals/tolerance.ts'
import type { TotalRole, TotalRoles } from '../labels/total-roles.ts'
import type { AmountContext, TotalAmount, TotalsCandidates } from './candidates.ts'
import { type Equation, applySign, listExtraSets } from './equations.ts'
import type { EquationResult } from './explanation.ts'
import { isExplained } from './is-explained.ts'
import { isCommonTax, isElevenTwelfths, isRateOfBase, listEffectiveRates } from './rate-taxes.ts'
import { listTaxSets } from './tax-sets.ts'

const minLabelWeight = 0.8
/** Lower than the score of an equation with a labelled grand total. */
const taxedBaseScore = 3.6
const unexplainedPenalty = 0.9
const unratedPenalty = 0.4

/**
 * Explains documents that state the sum, the tax base and the tax, but no amount to pay, as official tax invoices do.
 * The base must equal the sum less discounts and advance payments, or 11/12 of it. If the tax is not the base times a
 * known rate, it must be the only tax. The grand total stays undefined.
 */
export function* explainWithoutTotal(
  candidates: TotalsCandidates,
  context: AmountContext,
): Generator<EquationResult> {
  const { sum, labelledTotals, subtotal } = candidates
  if (!hasRole(subtotal?.roles, 'subtotal')) return
  if (labelledTotals.some(({ roles }) => hasRole(roles, 'grand_total'))) return
  const bases = labelledTotals.filter(
    ({ roles, value }) => hasRole(roles, 'tax_base') && value !== 0,
  )
  if (bases.length === 0) return
  const reductions = listExtraSets({ ...candidates, ...listReductions(candidates) })
  const taxes = listTaxSets(candidates, context).flatMap((set) => toPrintedTax(set) ?? [])
  for (const tax of taxes)
    for (const extras of reductions) {
      const net = extras.reduce((rest, it) => rest + applySign(it, sum), sum)
      const base = bases.find((it) => isTaxBase(it, net))
      if (!base) continue
      const isTaxRated = isTaxOn(tax, [base.value, net], candidates.rates)
      const isOnlyTax = taxes.every((it) => it === tax)
      if (!isTaxRated && !isOnlyTax) continue
      const expected = roundTo(net + tax.value, 4)
      yield toResult({ tax, extras, expected, isTaxRated }, candidates)
    }
}

function hasRole(roles: TotalRoles | undefined, role: TotalRole): boolean {
  return (roles?.[role] ?? 0) >= minLabelWeight
}

function toPrintedTax([tax, ...others]: TotalAmount[]): TotalAmount | undefined {
  const isPrinted = tax && !tax.isComputed && tax.value !== 0 && hasRole(tax.roles, 'tax')
  return isPrinted && others.length === 0 ? tax : undefined
}

/** Returns the discounts and advance payments below the lines. */
function listReductions({ amounts }: TotalsCandidates) {
  const isReduction = ({ isBelow, isMoney, roles, value }: TotalAmount) =>
    isBelow && isMoney && value !== 0 && (roles.discount || roles.paid)
  return { extras: amounts.filter(isReduction), unlabelled: [] }
}

function isTaxBase({ value }: TotalAmount, net: number): boolean {
  return isClose(value, net) || isElevenTwelfths(value, net)
}

function isTaxOn(tax: TotalAmount, bases: number[], rates: number[]): boolean {
  return isRateOfBase(tax, bases, listEffectiveRates(rates)) || isCommonTax(tax, bases)
}

interface TaxedSum {
  tax: TotalAmount
  extras: TotalAmount[]
  expected: number
  isTaxRated: boolean
}

function toResult(
  { tax, extras, expected, isTaxRated }: TaxedSum,
  candidates: TotalsCandidates,
): EquationResult {
  const parts = { taxes: [tax], tax: tax.value, extras, isTaxIncluded: false }
  const equation: Equation = { ...parts, expected }
  const unexplained = candidates.labelledTotals.filter(
    (it) => !isExplained(it, equation, candidates),
  )
  return {
    ...parts,
    score:
      taxedBaseScore - (isTaxRated ? 0 : unratedPenalty) - unexplainedPenalty * unexplained.length,
    sum: candidates.sum,
    subtotal: candidates.subtotal,
    grand_total: undefined,
    isExact: true,
    isTaxRated,
    unexplained,
    isFromLabels: false,
  }
}
