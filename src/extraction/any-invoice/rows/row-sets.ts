import { hasLetters, type TextLine } from '../../text/text-lines.ts'
import type { Numeral } from '../numerals/read-numerals.ts'
import { comparePositions, isAbove, isAligned, getMiddle, isMostlyOverlapping } from './geometry.ts'
import type { HeaderIndex } from './header-index.ts'
import { findNearbyNumerals } from './nearby-numerals.ts'
import type { ProductTable } from './product-rows.ts'
import type { ItemRow, RowProposal } from './row.ts'
import type { HeaderRow } from './find-header-rows.ts'

/** Input for the row generators: one document, read with one number style. */
export interface RowContext {
  lines: TextLine[]
  numerals: Numeral[][]
  headers: HeaderIndex
  /** True if the line names a total, or carries a sum over to the next page. */
  isTotalLine(line: number): boolean
  /** True if the line names a charge, a payment or an instalment, as an item may: `Delivery to Medan`. */
  mayBeItem(line: number): boolean
}

const maxTables = 7
/** Maximum number of unconfirmed rows for which all subsets are tried. */
const maxOptionalRows = 7
const maxDistance = 200
const rowReachEm = 1.5

/** Proposes product rows, with and without rows that match only the amount column. */
export function* proposeProductRows(
  tables: ProductTable[],
  context: RowContext,
): Generator<RowProposal> {
  for (const table of tables.slice(0, maxTables)) {
    const { products, agreement } = table
    const [first] = products
    if (!first) continue
    const header = context.headers.findHeader(first.amount)
    const base = { header, agreement }
    yield* proposeOptionalRows(table, header, table.score, context)
    for (const part of listParts(products, first.amount.page, context)) {
      const penalty = 0.2 + 0.4 * (products.length - part.length)
      yield { ...base, rows: () => part, score: table.score - penalty }
    }
  }
}

function* proposeOptionalRows(
  table: ProductTable,
  header: HeaderRow | undefined,
  score: number,
  context: RowContext,
): Generator<RowProposal> {
  const optional = findOptionalRows(table, header, context)
  const inside = optional.filter(({ isInside }) => isInside)
  for (const extra of listSubsets(optional)) {
    const insideCount = extra.filter(({ isInside }) => isInside).length
    const isComplete = insideCount === inside.length && extra.length === insideCount
    const change = isComplete ? 0.4 : -0.15 * extra.length - 0.3 * (inside.length - insideCount)
    yield {
      rows: () =>
        [...table.products, ...extra.map(({ row }) => row)].toSorted((a, b) =>
          comparePositions(a.amount, b.amount),
        ),
      header,
      agreement: table.agreement,
      score: score + change,
    }
  }
}

interface OptionalRow {
  row: ItemRow
  /** True if the row is between the first and the last product. */
  isInside: boolean
}

/**
 * Returns all rows, no rows, the rows between products, the rows with a quantity or price, and every subset of the
 * first few rows.
 */
function listSubsets(optional: OptionalRow[]): OptionalRow[][] {
  const subsets = [
    optional.filter(({ isInside }) => isInside),
    optional,
    optional.filter(({ row }) => row.quantity || row.unit_price),
  ]
  const few = optional.slice(0, maxOptionalRows)
  for (let bits = 0; bits < 2 ** few.length; bits++)
    subsets.push(few.filter((_, index) => (bits >> index) & 1))
  const keys = new Set<string>()
  return subsets.filter((subset) => {
    const key = subset.map((row) => optional.indexOf(row)).join()
    return !keys.has(key) && keys.add(key)
  })
}

/** Returns subsets of the products, because another table's rows may use the same columns. */
function listParts(
  products: ProductTable['products'],
  page: number,
  context: RowContext,
): ItemRow[][] {
  const parts = [
    products.filter(({ amount }) => amount.page === page),
    products.filter(({ method }) => method === 'plain'),
    products.filter(({ amount }) => !context.isTotalLine(amount.line)),
    products.slice(0, -1),
    products.slice(1),
  ]
  return parts.filter((part) => part.length > 0 && part.length < products.length)
}

/** Finds other numbers in the amount column outside total lines, for example in rows with rounded prices. */
function findOptionalRows(
  { model, products }: ProductTable,
  header: HeaderRow | undefined,
  context: RowContext,
): OptionalRow[] {
  const used = new Set(
    products.flatMap(({ amount, quantity, unit_price }) => [amount, quantity, unit_price]),
  )
  const [first, last] = [products[0]?.amount, products.at(-1)?.amount]
  if (!first || !last) return []
  const isCandidate = (numeral: Numeral) =>
    !numeral.isPercent &&
    !numeral.hasLeadingZero &&
    !used.has(numeral) &&
    isAligned(numeral, model.amount) &&
    !context.isTotalLine(numeral.line) &&
    numeral.decimals >= Math.min(model.amount.decimals, 2) &&
    (!header || isAbove(header, numeral)) &&
    isSameTable(context.headers.findHeader(numeral), header)
  const rows = context.numerals
    .flat()
    .filter(isCandidate)
    .flatMap((amount) => {
      const isInside = !isAbove(amount, first) && !isAbove(last, amount)
      const end = isAbove(amount, first) ? first : last
      const isNear =
        amount.page === end.page &&
        Math.abs(amount.baseline - end.baseline) < maxDistance &&
        !hasTotalBetween(last.line, amount.line, context)
      if (!isInside && !isNear) return []
      const row = completeRow(amount, model, used, context)
      return row ? [{ row, isInside }] : []
    })
  return rows.slice(0, 12)
}

/** True if a total between the two lines ends the table. */
function hasTotalBetween(
  last: number,
  line: number,
  { numerals, isTotalLine }: RowContext,
): boolean {
  for (let index = last + 1; index < line; index++)
    if (isTotalLine(index) && (numerals[index]?.length ?? 0) > 0) return true
  return false
}

function isSameTable(one: HeaderRow | undefined, other: HeaderRow | undefined): boolean {
  if (one === other || !one || !other || one.score < 1.8) return true
  return one.columns.length === other.columns.length && one.page !== other.page
}

/** Adds the quantity and the price that are printed in their columns, if any. */
function completeRow(
  amount: Numeral,
  model: ProductTable['model'],
  used: ReadonlySet<Numeral>,
  { numerals, lines, headers }: RowContext,
): ItemRow | undefined {
  const nearby = findNearbyNumerals(amount, numerals, rowReachEm).filter(
    (it) => it !== amount && !it.isPercent && !used.has(it),
  )
  const pick = (column: Numeral) =>
    nearby
      .filter(
        (it) =>
          isAligned(it, column) ||
          isMostlyOverlapping(it, column) ||
          (headers.findColumn(column) !== undefined &&
            headers.findColumn(it) === headers.findColumn(column)),
      )
      .toSorted(
        (a, b) =>
          Math.abs(a.baseline - amount.baseline) - Math.abs(b.baseline - amount.baseline) ||
          Math.abs(getMiddle(a) - getMiddle(column)) - Math.abs(getMiddle(b) - getMiddle(column)),
      )[0] ?? null
  const [quantity, unit_price] = [pick(model.quantity), pick(model.unit_price)]
  const hasText = lines
    .slice(Math.max(0, amount.line - 3), amount.line + 4)
    .some(
      ({ page, baseline, text }) =>
        page === amount.page &&
        Math.abs(baseline - amount.baseline) < 1.3 * amount.font_size &&
        hasLetters(text),
    )
  if (!hasText && !quantity && !unit_price) return undefined
  const isZero =
    amount.value === 0 && !(quantity && unit_price && quantity.value * unit_price.value === 0)
  return isZero ? undefined : { amount, quantity, unit_price, modifier: null, method: 'column' }
}
