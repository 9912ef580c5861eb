import { isClose, roundTo } from '../numerals/tolerance.ts'
import type { AmountContext, TotalAmount, TotalsCandidates } from './candidates.ts'
import { applySign, type Equation } from './equations.ts'
import { isRateOfBase, listEffectiveRates } from './rate-taxes.ts'
import { listTaxSets } from './tax-sets.ts'

const maxParts = 3
/** Minimum share of the lines. A smaller number is part of a label, as in `Instalment 1`. */
const minShare = 0.01

/**
 * Yields equations for invoices that tax only part of their lines: a down payment (`Down payment 30 %`, tax on it,
 * total), or the remainder after a down payment and discounts. The tax must equal that part multiplied by a printed rate.
 */
export function* listPartialEquations(
  candidates: TotalsCandidates,
  context: AmountContext,
): Generator<Equation> {
  const { sum, rates } = candidates
  const parts = candidates.amounts.filter((it) => isPart(it, sum)).slice(0, maxParts)
  if (parts.length === 0) return
  const discounts = candidates.extras.filter(({ roles }) => roles.discount)
  const discounted = discounts.reduce((total, it) => total + applySign(it, sum), sum)
  const effectiveRates = listEffectiveRates(rates)
  const findPrinted = (value: number) =>
    candidates.amounts.find((it) => it.isBelow && isClose(it.value, value))
  for (const taxes of listTaxSets(candidates, context)) {
    const [tax] = taxes
    if (!tax || taxes.length > 1 || tax.isComputed) continue
    for (const part of parts) {
      if (part.numeral === tax.numeral) continue
      const rest = roundTo(sum + applySign(part, sum), 4)
      const common = { taxes, tax: tax.value, isTaxIncluded: false }
      for (const [base, billed] of [
        [part.value, part],
        [rest, findPrinted(rest)],
      ] as const) {
        if (!isRateOfBase(tax, [base], effectiveRates)) continue
        const expected = roundTo(base + tax.value, 4)
        if (billed) yield { ...common, extras: [], instalment: billed, expected }
        else yield { ...common, extras: [part], expected }
      }
      const remainder = roundTo(discounted + applySign(part, sum), 4)
      if (discounts.length > 0 && isRateOfBase(tax, [remainder], effectiveRates)) {
        const expected = roundTo(remainder + tax.value, 4)
        yield { ...common, extras: [part, ...discounts], expected }
      }
    }
  }
}

function isPart({ isBelow, isMoney, roles, value }: TotalAmount, sum: number): boolean {
  const share = Math.abs(value / sum)
  return (
    isBelow &&
    isMoney === true &&
    (roles.paid !== undefined || roles.instalment !== undefined) &&
    share >= minShare &&
    share < 1
  )
}
