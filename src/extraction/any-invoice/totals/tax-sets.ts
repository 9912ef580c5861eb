import { isClose, roundTo } from '../numerals/tolerance.ts'
import type { AmountContext, TotalAmount, TotalsCandidates } from './candidates.ts'
import type { TaxRow } from './tax-rows.ts'

const maxSingleTaxes = 12
/** Maximum number of labelled taxes for which all subsets are tried. */
const maxCombinedTaxes = 6

/**
 * Returns sets of amounts that may be the tax: none, one, one per rate, the lines of a tax summary, or the sum times a
 * printed rate.
 */
export function listTaxSets(candidates: TotalsCandidates, context: AmountContext): TotalAmount[][] {
  const { taxes, amounts } = candidates
  const zero = amounts.find(
    ({ isBelow, value, roles }) =>
      isBelow && value === 0 && (roles.tax ?? 0) >= 0.8 && !roles.included,
  )
  const single = taxes.filter(
    (it, index) => taxes.findIndex(({ value }) => isClose(value, it.value)) === index,
  )
  return [
    [],
    ...(zero ? [[zero]] : []),
    ...single.slice(0, maxSingleTaxes).map((tax) => [tax]),
    ...combineTaxes(single),
    ...pairEqualTaxes(taxes, single),
    ...listTaxRowSets(candidates.taxRows),
    ...computeFromRates(candidates, context),
    ...findUnlabelledTaxes(candidates),
  ]
}

function combineTaxes(single: TotalAmount[]): TotalAmount[][] {
  const strong = single.filter(({ roles }) => (roles.tax ?? 0) >= 0.8).slice(0, maxCombinedTaxes)
  const sets: TotalAmount[][] = []
  for (let bits = 3; bits < 2 ** strong.length; bits++) {
    const set = strong.filter((_, index) => (bits >> index) & 1)
    if (set.length > 1) sets.push(set)
  }
  return sets
}

/** Finds pairs of equal taxes, such as CGST and SGST. */
function pairEqualTaxes(taxes: TotalAmount[], single: TotalAmount[]): TotalAmount[][] {
  return single.slice(0, maxCombinedTaxes).flatMap((tax) => {
    const twin = taxes.find(
      (it) => it !== tax && isClose(it.value, tax.value) && it.label !== tax.label,
    )
    return twin ? [[tax, twin]] : []
  })
}

function listTaxRowSets(rows: TaxRow[]): TotalAmount[][] {
  if (rows.length === 0) return []
  const taxes = rows.map(({ tax }) => ({
    numeral: tax,
    value: tax.value,
    label: '',
    roles: { tax: 1 },
    isInColumn: true,
    isBelow: true,
  }))
  return [...(taxes.length <= maxCombinedTaxes ? [taxes] : []), ...taxes.map((tax) => [tax])]
}

/** Computes the tax if the document states only its rate: `GST: 19%`. */
function computeFromRates(
  { sum, amounts, rates }: TotalsCandidates,
  { percentages }: AmountContext,
): TotalAmount[][] {
  const lines = new Set(amounts.map(({ numeral }) => numeral.line))
  return percentages
    .filter(
      ({ numeral, roles, value }) => roles.tax && rates.includes(value) && !lines.has(numeral.line),
    )
    .map((percentage) => {
      const value = roundTo((sum * percentage.value) / 100, 2)
      return [{ ...percentage, value, roles: { tax: 0.7 }, isBelow: true, isComputed: true }]
    })
}

function findUnlabelledTaxes({ sum, rates, unlabelled }: TotalsCandidates): TotalAmount[][] {
  return unlabelled
    .filter(({ value, numeral }) => {
      const tolerance = numeral.decimals === 0 ? 1 : undefined
      return rates.some((rate) => isClose(value, roundTo((sum * rate) / 100, 2), tolerance))
    })
    .map((tax) => [tax])
}
