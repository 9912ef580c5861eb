import { findFirstIndex } from '../../text/find-first-index.ts'
import { hasLetters } from '../../text/text-lines.ts'
import { type Numeral } from '../numerals/read-numerals.ts'
import { isClose, roundTo } from '../numerals/tolerance.ts'
import type { TotalRole, TotalRoles } from '../labels/total-roles.ts'
import type { ItemRow } from '../rows/row.ts'
import type { LabelledAmount } from './labelled-amounts.ts'
import type { TaxRow } from './tax-rows.ts'

/** An amount that may be part of the totals for one row set. */
export interface TotalAmount extends LabelledAmount {
  isBelow: boolean
  isMoney?: boolean
  /** True if only the rate is printed (`GST 12%`), so that the tax has to be computed. */
  isComputed?: boolean
}

/** All amounts that may explain the totals for one row set. */
export interface TotalsCandidates {
  /** Sum of the rows. */
  sum: number
  /** Amounts below the rows and labelled amounts above them. */
  amounts: TotalAmount[]
  /** Labelled amounts below the rows, which an explanation must account for. */
  labelledTotals: TotalAmount[]
  subtotal: TotalAmount | undefined
  taxes: TotalAmount[]
  extras: TotalAmount[]
  /** Amounts without a known label. At most one of them may be a charge or a tax. */
  unlabelled: TotalAmount[]
  paid: number[]
  withheld: number[]
  taxRows: TaxRow[]
  rates: number[]
  /** Printed percentages by line. */
  ratesByLine: ReadonlyMap<number, number[]>
  /** True if the lines include tax. */
  hasGrossRows: boolean
  /** Sum of the quantities, or 0 if a row has none. */
  quantity: number
  /** Sums of the rows on each page, of all rows up to its end, and of each section. */
  partialSums: number[]
  /** Amounts of the rows, because a tax may apply to only one of them. */
  rowAmounts: number[]
}

/** Facts about a document, read with one number style, that do not depend on which rows are chosen. */
export interface AmountContext {
  /** Every number except percentages, with its label, in reading order. */
  labelled: LabelledAmount[]
  /** Amounts whose label names a total. */
  labelledTotals: LabelledAmount[]
  /** Every percentage, with its label. */
  percentages: LabelledAmount[]
  taxRows: TaxRow[]
  /** Numbers used as rates in tax rows. */
  rateNumerals: ReadonlySet<Numeral>
  /** Printed percentages that may be tax rates. */
  rates: number[]
  ratesByLine: ReadonlyMap<number, number[]>
}

const maxRate = 40
/** A smaller number after a word is part of the label, if the sum of the lines is much larger. */
const maxInLabel = 100
const minSumAboveLabel = 1000
const maxAmounts = 160
/**
 * Maximum number of rows for which a tax on a single row is considered. In a longer table, some row would match by
 * chance.
 */
const maxTaxedRows = 12
const namedRoles: readonly TotalRole[] = ['grand_total', 'subtotal', 'tax', 'tax_base']

export function createAmountContext(labelled: LabelledAmount[], taxRows: TaxRow[]): AmountContext {
  const amounts = labelled.filter(({ numeral }) => !numeral.isPercent)
  const percentages = labelled.filter(({ numeral }) => numeral.isPercent)
  const rates = [...percentages.map(({ value }) => value), ...taxRows.map(({ rate }) => rate)]
  return {
    labelled: amounts,
    labelledTotals: amounts.filter(({ roles }) => Object.keys(roles).length > 0),
    percentages,
    taxRows,
    rateNumerals: new Set(taxRows.flatMap(({ rate_numeral }) => rate_numeral ?? [])),
    rates: [...new Set(rates.filter((rate) => rate > 0 && rate < maxRate))],
    ratesByLine: groupByLine(percentages),
  }
}

function groupByLine(percentages: LabelledAmount[]): Map<number, number[]> {
  const lines = new Map<number, number[]>()
  for (const { numeral } of percentages)
    lines.set(numeral.line, [...(lines.get(numeral.line) ?? []), numeral.value])
  return lines
}

/** Collects the amounts that may explain the totals. Runs for every interpretation of the table. */
export function collectCandidates(rows: ItemRow[], context: AmountContext): TotalsCandidates {
  const sum = roundTo(
    rows.reduce((total, { amount }) => total + amount.value, 0),
    4,
  )
  const amounts = collectAmounts(rows, sum, context)
  const below = amounts.filter((it) => it.isBelow)
  const withRole = (role: TotalRole, weight = 0.5) =>
    below.filter(({ roles, value }) => (roles[role] ?? 0) >= weight && value !== 0)
  const [firstLine, lastLine] = findLineRange(rows)
  const taxesBetween = amounts.filter(
    ({ isBelow, isMoney, roles, value, numeral }) =>
      !isBelow && isMoney && (roles.tax ?? 0) >= 0.8 && value !== 0 && numeral.line > firstLine,
  )
  const taxRows = context.taxRows.filter(({ tax }) => tax.line > lastLine)
  const taxBases = new Set(taxRows.map(({ base }) => base))
  return {
    sum,
    amounts,
    labelledTotals: below.filter((it) => isNamedTotal(it, sum)),
    subtotal: findSubtotal(amounts, sum),
    taxes: [...taxesBetween, ...withRole('tax', 0.3)].filter(
      (it) => !isPrintedSum(it, sum) && !taxBases.has(it.numeral) && !isGrossOfTaxRow(it, taxRows),
    ),
    extras: dropDuplicates(
      below.filter(
        ({ roles, value }) => value !== 0 && (roles.discount || roles.charges || roles.withheld),
      ),
    ),
    unlabelled: below.filter((it) => isUnlabelled(it, sum)),
    paid: withRole('paid').map(({ value }) => Math.abs(value)),
    withheld: withRole('withheld').map(({ value }) => Math.abs(value)),
    taxRows,
    rates: context.rates,
    ratesByLine: context.ratesByLine,
    hasGrossRows: rows.some(({ method }) => method === 'tax_included'),
    partialSums: [...sumPages(rows), ...sumSections(rows, context)],
    rowAmounts: rows.slice(0, maxTaxedRows).map(({ amount }) => amount.value),
    quantity: rows.every(({ quantity }) => quantity)
      ? roundTo(
          rows.reduce((total, { quantity }) => total + (quantity?.value ?? 0), 0),
          4,
        )
      : 0,
  }
}

/** Returns the first and the last line of the rows. */
function findLineRange(rows: ItemRow[]): [number, number] {
  const lines = rows.map(({ amount }) => amount.line)
  return [Math.min(...lines), Math.max(...lines)]
}

function sumPages(rows: ItemRow[]): number[] {
  const pages = [...new Set(rows.map(({ amount }) => amount.page))]
  if (pages.length < 2) return []
  return pages.flatMap((page) => [
    addAmounts(rows.filter(({ amount }) => amount.page === page)),
    addAmounts(rows.filter(({ amount }) => amount.page <= page)),
  ])
}

/** Returns the sum of each section, if labelled totals separate the rows. */
function sumSections(rows: ItemRow[], { labelledTotals }: AmountContext): number[] {
  const sections: ItemRow[][] = []
  for (const [index, row] of rows.entries()) {
    const before = rows[index - 1]?.amount.line ?? -1
    const isNew = labelledTotals.some(
      ({ numeral: { line } }) => before < line && line < row.amount.line,
    )
    if (index === 0 || isNew) sections.push([row])
    else sections.at(-1)?.push(row)
  }
  return sections.length > 1 ? sections.map(addAmounts) : []
}

function addAmounts(rows: ItemRow[]): number {
  return roundTo(
    rows.reduce((total, { amount }) => total + amount.value, 0),
    4,
  )
}

/** Collects amounts below the rows and labelled amounts above them. */
function collectAmounts(rows: ItemRow[], sum: number, context: AmountContext): TotalAmount[] {
  const rowLines = new Set(rows.map(({ amount }) => amount.line))
  const used = new Set<Numeral>()
  for (const { amount, quantity, unit_price, modifier } of rows)
    for (const numeral of [amount, quantity, unit_price, modifier]) if (numeral) used.add(numeral)
  const lastLine = Math.max(...rowLines)
  const hasCents = rows.filter(({ amount }) => amount.decimals === 2).length > rows.length / 2
  const isFree = ({ numeral }: LabelledAmount) => !used.has(numeral) && !rowLines.has(numeral.line)
  const above = context.labelledTotals.filter((it) => it.numeral.line < lastLine && isFree(it))
  // The amounts are in reading order.
  const from = findFirstIndex(context.labelled, ({ numeral }) => numeral.line >= lastLine)
  const below = context.labelled.slice(from, from + maxAmounts).filter(isFree)
  const toAmount = (it: LabelledAmount, isBelow: boolean): TotalAmount => {
    const isMoney = !context.rateNumerals.has(it.numeral) && mayBeMoney(it.numeral, sum, hasCents)
    return { ...it, roles: isMoney ? adjustTaxRole(it, sum) : {}, isBelow, isMoney }
  }
  return [
    ...above.slice(-maxAmounts).map((it) => toAmount(it, false)),
    ...below.map((it) => toAmount(it, true)),
  ]
}

function findSubtotal(amounts: TotalAmount[], sum: number): TotalAmount | undefined {
  let best: TotalAmount | undefined
  const rank = ({ roles, isBelow }: TotalAmount) => (roles.subtotal ?? 0) * 2 + Number(isBelow)
  for (const it of amounts)
    if (isClose(it.value, sum) && (!best || rank(it) > rank(best))) best = it
  return best
}

/** True for the last amount of `19 %  113.45  21.55  135.00`, whose header may name the tax. */
function isGrossOfTaxRow({ value, numeral }: TotalAmount, taxRows: TaxRow[]): boolean {
  return taxRows.some(
    ({ base, tax }) => tax.line === numeral.line && isClose(base.value + tax.value, value),
  )
}

function isPrintedSum({ roles, value }: TotalAmount, sum: number): boolean {
  return Boolean(roles.subtotal || roles.tax_base || roles.grand_total) && isClose(value, sum)
}

function isUnlabelled({ roles, label, value, numeral }: TotalAmount, sum: number): boolean {
  return (
    Object.keys(roles).length === 0 &&
    value !== 0 &&
    Math.abs(value) < Math.abs(sum) &&
    !numeral.precedesWord &&
    hasLetters(label)
  )
}

/**
 * False for years, counts in sentences, `23` in `PPh Pasal 23`, and for whole numbers if the other amounts have cents.
 */
function mayBeMoney(numeral: Numeral, sum: number, hasCents: boolean): boolean {
  const { decimals, hasCurrency, value, followsWord, precedesWord } = numeral
  if (followsWord && precedesWord) return false
  if (hasCents && decimals !== 2 && !hasCurrency) return false
  if (decimals > 0 || hasCurrency) return true
  if (followsWord && value < maxInLabel && sum > minSumAboveLabel) return false
  const isYear = value >= 1990 && value <= 2100 && !isClose(value, sum)
  return !isYear && !precedesWord
}

/** Treats a tax as withheld if its sign is opposite to the lines' sign. */
function adjustTaxRole({ roles, value }: LabelledAmount, sum: number): TotalRoles {
  const isOpposite = sum > 0 ? value < 0 : sum < 0 && value > 0
  return roles.tax && isOpposite ? { withheld: 1 } : roles
}

function isNamedTotal({ roles, value, numeral, isMoney }: TotalAmount, sum: number): boolean {
  if (!isMoney) return false
  const isCount = numeral.decimals === 0 && Math.abs(value) < 100 && sum > 1000
  return !numeral.precedesWord && !isCount && namedRoles.some((role) => (roles[role] ?? 0) >= 0.8)
}

export function dropDuplicates(amounts: TotalAmount[]): TotalAmount[] {
  return amounts.filter(
    (it, index) =>
      amounts.findIndex((other) => isClose(other.value, it.value) && other.label === it.label) ===
      index,
  )
}
