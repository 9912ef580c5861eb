import { isClose } from '../numerals/tolerance.ts'
import type { AmountContext, TotalAmount, TotalsCandidates } from './candidates.ts'
import { type Equation, listEquations, indexTotals, isTotal } from './equations.ts'
import type { EquationResult, TotalsExplanation } from './explanation.ts'
import { createScorer } from './score-equation.ts'
import { explainWithoutTotal } from './explain-without-total.ts'
import { listPartialEquations } from './partial-equations.ts'
import { findRelatedAmounts } from './related-amounts.ts'

/** Limits the work per document. The search order is fixed, so the result stays deterministic. */
export interface EquationBudget {
  equations: number
}

/** Returns the best explanation, and the best alternative that yields different values. */
export function explainTotals(
  candidates: TotalsCandidates,
  context: AmountContext,
  budget: EquationBudget,
): { best: TotalsExplanation; second: TotalsExplanation | undefined } {
  let [best, second]: [EquationResult, EquationResult | undefined] = [
    explainNothing(candidates),
    undefined,
  ]
  for (const explanation of listExplanations(candidates, context, budget)) {
    if (explanation.score > best.score) {
      if (best.grand_total && !isSame(best, explanation)) second = best
      best = explanation
    } else if (!isSame(best, explanation) && explanation.score > (second?.score ?? -Infinity)) {
      second = explanation
    }
  }
  const addRelatedAmounts = (it: EquationResult): TotalsExplanation => {
    const net_value = (it.grand_total?.value ?? it.sum) - it.tax
    const related = findRelatedAmounts({ ...it, net_value }, candidates)
    return { ...it, ...related, instalment: it.billedPart ?? related.instalment }
  }
  if (!best.grand_total && !best.isExact)
    return { best: addRelatedAmounts(explainByLabel(best, candidates)), second: undefined }
  return { best: addRelatedAmounts(best), second: second && addRelatedAmounts(second) }
}

function isSame(one: EquationResult, other: EquationResult): boolean {
  return (
    one.grand_total?.value === other.grand_total?.value &&
    isClose(one.tax, other.tax) &&
    one.isTaxIncluded === other.isTaxIncluded
  )
}

function explainNothing({ sum, subtotal, labelledTotals }: TotalsCandidates): EquationResult {
  return {
    score: subtotal ? (subtotal.roles.subtotal ? 0.9 : 0.4) : -1.5,
    sum,
    subtotal,
    grand_total: undefined,
    taxes: [],
    tax: 0,
    extras: [],
    isTaxIncluded: false,
    isExact: false,
    isTaxRated: true,
    unexplained: labelledTotals,
    isFromLabels: false,
  }
}

function* listExplanations(
  candidates: TotalsCandidates,
  context: AmountContext,
  budget: EquationBudget,
): Generator<EquationResult> {
  const score = createScorer(candidates)
  const totals = indexTotals(candidates)
  for (const equation of listAllEquations(candidates, context)) {
    if (budget.equations-- <= 0) return
    for (const total of totals.findNear(equation.expected)) {
      const { numeral } = total
      const isPart =
        equation.taxes.some((it) => it.numeral === numeral) ||
        equation.extras.some((it) => it.numeral === numeral)
      if (!isPart && isTotal(total, equation, candidates.sum)) yield score(equation, total)
    }
  }
  yield* explainWithoutTotal(candidates, context)
}

function* listAllEquations(
  candidates: TotalsCandidates,
  context: AmountContext,
): Generator<Equation> {
  yield* listEquations(candidates, context)
  yield* listPartialEquations(candidates, context)
}

/** Falls back to labels if no amounts add up: takes the largest grand total, its tax, and the charges above them. */
function explainByLabel(explanation: EquationResult, candidates: TotalsCandidates): EquationResult {
  const { amounts, taxes, extras, sum } = candidates
  const labelled = amounts.filter(
    ({ isBelow, roles, value, numeral }) =>
      isBelow && (roles.grand_total ?? 0) >= 0.8 && value !== 0 && !numeral.precedesWord,
  )
  const isPlausible = ({ value }: TotalAmount) => Math.abs(value) >= 0.3 * Math.abs(sum)
  const grand_total = findLargest(labelled.filter(isPlausible)) ?? findLargest(labelled)
  if (!grand_total) return explanation
  const limit = 0.4 * Math.max(Math.abs(grand_total.value), Math.abs(sum))
  const tax = findLargest(
    taxes.filter(({ roles, value }) => (roles.tax ?? 0) >= 0.8 && Math.abs(value) < limit),
  )
  const used = [grand_total, tax, explanation.subtotal].map((it) => it?.numeral)
  return {
    ...explanation,
    unexplained: explanation.unexplained.filter(({ numeral }) => !used.includes(numeral)),
    score: explanation.score + (isPlausible(grand_total) ? 0.3 : 0),
    grand_total,
    taxes: tax ? [tax] : [],
    tax: tax?.value ?? 0,
    extras: extras.filter(
      ({ roles, numeral }) => !roles.withheld && numeral.line < grand_total.numeral.line,
    ),
    isExact: false,
    isTaxRated: false,
    isFromLabels: true,
  }
}

function findLargest(amounts: TotalAmount[]): TotalAmount | undefined {
  return amounts.toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value))[0]
}
