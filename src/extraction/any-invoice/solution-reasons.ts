import type { Reason } from '../../domain/invoice/review-reasons.ts'
import type { TotalDoubt } from '../../domain/messages/reading-codes.ts'
import { message } from '../../domain/messages/message.ts'
import { hasUnit } from './numerals/multiplications.ts'
import { isBareRow, type RowSet } from './rows/row.ts'
import { isSpelledOut, rivalMargin, type Solution } from './solve.ts'
import type { TotalAmount } from './totals/candidates.ts'
import type { TotalsExplanation } from './totals/explanation.ts'
import { trimLabel } from './totals/labelled-amounts.ts'

const minLabelWeight = 0.8
/** Minimum length of a list that is unlikely to match a printed total by chance. */
const minListLength = 3
/** Maximum number of labelled taxes, because more may add up by chance. */
const maxLabelledTaxes = 3

/** Returns review reasons for lines and totals that neither arithmetic nor a label supports. */
export function listSolutionReasons(solution: Solution, currency: string | null): Reason[] {
  const prices = currency === 'IDR' ? [] : (solution.rowSet?.rows ?? []).flatMap(priceReasons)
  return [...totalReasons(solution), ...lineReasons(solution), ...prices]
}

function totalReasons(solution: Solution): Reason[] {
  const { totals, score, rival, isComplete } = solution
  const unexplained = totals.unexplained.map(({ label, numeral }) =>
    message('amount_unexplained', 'totals', {
      label: trimLabel(label),
      text: numeral.text,
    }),
  )
  const charges = totals.extras
    .filter(({ roles }) => Object.keys(roles).length === 0 || roles.paid || roles.instalment)
    .map(({ label }) => message('charge_assumed', 'totals.charges', { name: label }))
  const doubtTotal = (field: 'totals.tax' | 'totals.grand_total', cause: TotalDoubt) =>
    message('total_doubtful', field, { field, cause })
  return [
    ...unexplained,
    ...charges,
    ...(isSpelledOut(solution) ? [] : grandTotalDoubts(totals)).map((cause) =>
      doubtTotal('totals.grand_total', cause),
    ),
    ...taxDoubts(totals).map((cause) => doubtTotal('totals.tax', cause)),
    ...(score - rival < rivalMargin || !isComplete
      ? [doubtTotal('totals.grand_total', 'ambiguous')]
      : []),
  ]
}

function grandTotalDoubts(explanation: TotalsExplanation): TotalDoubt[] {
  const { grand_total, extras, isFromLabels } = explanation
  if (!grand_total) return []
  if (isFromLabels) return ['adds_up_to_nothing']
  const isLabelled = (grand_total.roles.grand_total ?? 0) >= minLabelWeight
  if (!isLabelled && !isSumOfParts(explanation)) return ['label_unclear']
  return extras.some(({ roles }) => roles.withheld) ? ['after_withholding'] : []
}

/**
 * True if a labelled sum with its tax at a printed rate, or without a labelled discount, equals another amount labelled
 * as a sum, as in `Total 100, VAT 11 % 11, Net total 111` and `Total 100, Discount 5, Net 95`.
 */
function isSumOfParts(explanation: TotalsExplanation): boolean {
  const { subtotal, grand_total, taxes, extras, isExact, isTaxRated, isTaxIncluded } = explanation
  const isSum = (amount: TotalAmount | undefined) =>
    Math.max(amount?.roles.subtotal ?? 0, amount?.roles.tax_base ?? 0) >= 0.5
  const isTaxed = taxes.length > 0 && isTaxRated && !isTaxIncluded
  const isReduced = extras.length > 0 && extras.every(({ roles }) => roles.discount)
  const hasKnownParts = isTaxed ? extras.length === 0 : taxes.length === 0 && isReduced
  return hasKnownParts && isExact && isSum(subtotal) && isSum(grand_total)
}

function taxDoubts(explanation: TotalsExplanation): TotalDoubt[] {
  const { taxes, isTaxRated } = explanation
  if (taxes.length === 0) return []
  if (taxes.some(({ isComputed }) => isComputed)) return ['not_printed']
  if (taxes.some(({ roles }) => (roles.tax ?? 0) < minLabelWeight)) return ['label_unclear']
  return isTaxRated || areTotalsLabelled(explanation) ? [] : ['rate_unknown']
}

/** True if a labelled subtotal, labelled taxes and labelled charges add up exactly to a labelled grand total. */
function areTotalsLabelled(explanation: TotalsExplanation): boolean {
  const { subtotal, grand_total, taxes, extras, isExact } = explanation
  const isNamed = (subtotal?.roles.subtotal ?? 0) >= minLabelWeight
  const isLabelled = ({ roles }: TotalAmount) => Object.keys(roles).length > 0
  const areFew = taxes.length <= maxLabelledTaxes
  return grand_total !== undefined && isExact && isNamed && areFew && extras.every(isLabelled)
}

function lineReasons(solution: Solution): Reason[] {
  const { rowSet, totals } = solution
  if (!rowSet) return []
  if (totals.extras.some((charge) => isListedAsItem(charge, solution)))
    return [message('lines_doubtful', 'lines', { cause: 'charge_listed' })]
  const isConfirmed = totals.grand_total !== undefined ? !totals.isFromLabels : totals.isExact
  if (!isConfirmed) return [message('lines_doubtful', 'lines', { cause: 'sum_not_printed' })]
  return areColumnsKnown(rowSet) || isConfirmedList(rowSet, totals)
    ? []
    : [message('lines_doubtful', 'lines', { cause: 'columns_unnamed' })]
}

/** True if a charge has a quantity or price in the table's columns, so that it may be an item. */
function isListedAsItem(
  { numeral, roles, isInColumn }: TotalAmount,
  { rowSet, context: { numerals, headers } }: Solution,
): boolean {
  const { header } = rowSet ?? {}
  if (!header || !roles.charges || isInColumn) return false
  return (numerals[numeral.line] ?? []).some((other) => {
    if (other === numeral || other.isPercent || other.followsWord) return false
    const { quantity = 0, unit_price = 0 } = headers.findColumn(other, header)?.roles ?? {}
    return Math.max(quantity, unit_price) >= minLabelWeight
  })
}

/**
 * Reports a row whose price must be adjusted to yield its amount, because an invoice may state the price before or
 * after the discount. Indonesian invoices state it before.
 */
function priceReasons({ method }: RowSet['rows'][number], index: number): Reason[] {
  if (method === 'plain' || method === 'column') return []
  return [message('price_adjusted', `lines.${index}.unit_price`, { by: method })]
}

/** True for a list of amounts whose labelled sum is taxed at a printed rate, or whose totals are all labelled. */
function isConfirmedList({ rows }: RowSet, totals: TotalsExplanation): boolean {
  const { subtotal, taxes, isExact, isTaxRated, isTaxIncluded } = totals
  if (rows.length < 2 || !rows.every(isBareRow) || taxes.length === 0) return false
  const isSummed = (subtotal?.roles.subtotal ?? 0) >= 0.5 && !isTaxIncluded
  return (isSummed && isExact && isTaxRated) || areTotalsLabelled(totals)
}

/**
 * True if a header, a unit or a currency sign distinguishes quantity from price. If nothing does, the two may be
 * swapped, because multiplication commutes.
 */
function areColumnsKnown({ rows, agreement }: RowSet): boolean {
  if (rows.every(isBareRow))
    return agreement.amount >= minLabelWeight || rows.length >= minListLength
  const isMarked = rows.every(
    ({ quantity, unit_price }) => unit_price?.hasCurrency && quantity && !quantity.hasCurrency,
  )
  const haveUnits = rows.every(
    ({ quantity, unit_price }) =>
      quantity && hasUnit(quantity) && unit_price && !hasUnit(unit_price),
  )
  if (isMarked || haveUnits) return true
  const isNamed = agreement.quantity >= minLabelWeight || agreement.unit_price >= minLabelWeight
  return isNamed && agreement.quantity >= 0 && agreement.unit_price >= 0 && agreement.amount >= 0
}
