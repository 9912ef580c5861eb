import { isClose } from '../numerals/tolerance.ts'
import type { AmountContext, TotalAmount } from './candidates.ts'
import type { TotalsExplanation } from './explanation.ts'
import { isRateOfBase, listEffectiveRates } from './rate-taxes.ts'

/**
 * Finds a net amount, a tax and a total in a document without a table. The total needs a label or, if the rate of the
 * tax is printed, a currency sign.
 */
export function explainWithoutRows(
  context: AmountContext,
  spelled: ReadonlySet<number>,
): TotalsExplanation | undefined {
  const { labelled, ratesByLine } = context
  const amounts: TotalAmount[] = labelled.map((it) => ({ ...it, isBelow: true }))
  const totals = amounts.filter(
    ({ roles, value }) => (roles.grand_total ?? 0) >= 0.8 && value !== 0,
  )
  const taxes = amounts.filter(({ roles, value }) => (roles.tax ?? 0) >= 0.8 && value !== 0)
  const marked = amounts.filter((it) => it.numeral.hasCurrency && !totals.includes(it))
  let best: TotalsExplanation | undefined
  for (const grand_total of [...totals, ...marked])
    for (const tax of taxes)
      for (const subtotal of amounts) {
        if (subtotal === tax || subtotal === grand_total || tax === grand_total) continue
        if (!isClose(subtotal.value + tax.value, grand_total.value)) continue
        const rates = listEffectiveRates(ratesByLine.get(tax.numeral.line) ?? [])
        const isLabelled = totals.includes(grand_total)
        const isTaxRated = isRateOfBase(tax, [subtotal.value], rates)
        if (!isLabelled && !isTaxRated) continue
        const score =
          (grand_total.numeral.decimals === 2 ? 0.3 : 0) +
          (subtotal.roles.subtotal ? 0.8 : -0.2) -
          (isLabelled ? 0 : 0.5)
        if (!best || score > best.score)
          best = { ...explanation(score, grand_total, subtotal, tax), isTaxRated }
      }
  if (best) return best
  const [largest] = totals
    .filter(({ roles }) => (roles.subtotal ?? 0) < 0.5)
    .toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value))
  const total = largest ?? findOnlyMarkedAmount(amounts, spelled)
  return total && { ...explanation(-1.2, total), isFromLabels: true }
}

/**
 * Returns the amount with a currency sign that is also spelled out, or the only one with a currency sign. Receipts such
 * as kwitansi show it in a box without a label.
 */
function findOnlyMarkedAmount(
  amounts: TotalAmount[],
  spelled: ReadonlySet<number>,
): TotalAmount | undefined {
  const marked = amounts.filter(({ numeral, value }) => numeral.hasCurrency && value > 0)
  const [first, ...others] = marked
  const confirmed = marked.find(({ value }) => spelled.has(value))
  if (confirmed) return confirmed
  return others.every(({ value }) => value === first?.value) ? first : undefined
}

function explanation(
  score: number,
  grand_total: TotalAmount,
  subtotal?: TotalAmount,
  tax?: TotalAmount,
): TotalsExplanation {
  return {
    score,
    sum: subtotal?.value ?? grand_total.value,
    subtotal,
    grand_total,
    taxes: tax ? [tax] : [],
    tax: tax?.value ?? 0,
    extras: [],
    isTaxIncluded: false,
    isExact: true,
    isTaxRated: false,
    unexplained: [],
    isFromLabels: false,
    net: subtotal,
    tax_base: undefined,
    withheld: [],
    instalment: undefined,
    sumWithCharges: undefined,
  }
}
