import type { Numeral } from '../numerals/read-numerals.ts'
import { isClose, roundsTo } from '../numerals/tolerance.ts'
import { findNearbyNumerals } from './nearby-numerals.ts'
import type { ItemRow, RowProposal } from './row.ts'
import type { RowContext } from './row-sets.ts'
import type { HeaderColumn, HeaderRow } from './find-header-rows.ts'

const maxRows = 600
const maxScore = 5
const rowReachEm = 1.5
const maxDroppedRows = 6
const maxSections = 6
const sectionPenalty = 0.6

/**
 * Proposes rows from the header alone: all numbers in its amount column, whether or not they are products. Also proposes
 * the rows of all sections, if sums separate them.
 */
export function* proposeHeaderRows(context: RowContext): Generator<RowProposal> {
  for (const header of context.headers.rows)
    for (const amount of header.columns.filter(({ roles }) => roles.amount))
      yield* proposeRowsBelow(header, amount, context)
  const sections = proposeSections(context)
  if (sections) yield sections
}

/**
 * Proposes the rows of all sections whose sums are printed: `Labour … Total labour … Parts … Total parts`, with or
 * without their own headers.
 */
function proposeSections(context: RowContext): RowProposal | undefined {
  const [first] = context.headers.rows
  const tables = context.headers.rows.flatMap((header) => {
    const [amount] = header.columns
      .filter(({ roles }) => roles.amount)
      .toSorted((a, b) => (b.roles.amount ?? 0) - (a.roles.amount ?? 0))
    return amount ? [{ header, columns: chooseColumns(header, amount) }] : []
  })
  if (!first || tables.length === 0) return undefined
  const sections: { rows: ItemRow[]; isSummed: boolean }[] = [{ rows: [], isSummed: false }]
  for (let index = first.last + 1; index < context.lines.length; index++) {
    const table = tables.findLast(({ header }) => header.last < index)
    const isHeader = context.headers.rows.some((it) => it.first <= index && index <= it.last)
    const last = sections.at(-1)
    if (!table || isHeader || !last) continue
    if (context.isTotalLine(index) && !context.mayBeItem(index)) {
      if (last.rows.length === 0) continue
      const sum = last.rows.reduce((total, { amount }) => total + amount.value, 0)
      last.isSummed = context.numerals[index]?.some(({ value }) => isClose(value, sum)) ?? false
      sections.push({ rows: [], isSummed: false })
    } else {
      const row = readRow(index, table, context)
      if (row) last.rows.push(row)
    }
  }
  const summed = sections.filter(({ isSummed }) => isSummed)
  const rows = summed.flatMap((section) => section.rows)
  if (summed.length < 2 || summed.length > maxSections || rows.length > maxRows) return undefined
  const best = Math.max(...tables.map(({ header }) => header.score))
  const agreement = { amount: 1, unit_price: 0, quantity: 0 }
  const score = scoreRows(rows, best) - sectionPenalty
  return { rows: () => rows, header: first, agreement, score }
}

function scoreRows(rows: ItemRow[], headerScore: number): number {
  const multiplied = rows.filter((row) => row.method === 'plain').length
  return Math.min(0.5 + 0.45 * headerScore + 0.5 * multiplied, maxScore)
}

function* proposeRowsBelow(
  header: HeaderRow,
  column: HeaderColumn,
  context: RowContext,
): Generator<RowProposal> {
  const columns = chooseColumns(header, column)
  const all = collectRows(header, columns, context)
  const rows = dropLastCharges(all, context)
  if (rows.length === 0 || rows.length > maxRows) return
  const base = scoreRows(rows, header.score)
  const agreement = {
    amount: column.roles.amount ?? 0,
    unit_price: columns.unit_price?.roles.unit_price ?? 0,
    quantity: columns.quantity?.roles.quantity ?? 0,
  }
  const rowSet = (part: ItemRow[], penalty: number): RowProposal => ({
    rows: () => part,
    header,
    agreement,
    score: base - penalty,
  })
  yield rowSet(rows, 0.5)
  if (all.length > rows.length) yield rowSet(all, 1.5)
  const parts = [
    rows.filter(({ quantity, unit_price }) => quantity || unit_price),
    rows.filter(({ amount }) => amount.decimals === 2),
  ]
  for (const part of parts)
    if (part.length > 0 && part.length < rows.length) yield rowSet(part, 0.6)
  for (let dropped = 1; dropped <= maxDroppedRows && dropped < rows.length; dropped++)
    yield rowSet(rows.slice(0, -dropped), 0.7 + 0.1 * dropped)
}

interface RowColumns {
  amount: HeaderColumn
  quantity: HeaderColumn | undefined
  unit_price: HeaderColumn | undefined
}

function chooseColumns({ columns }: HeaderRow, amount: HeaderColumn): RowColumns {
  const others = columns.filter((column) => column !== amount)
  const best = (kind: 'quantity' | 'unit_price', from: HeaderColumn[]) =>
    from
      .filter(({ roles }) => roles[kind])
      .toSorted((a, b) => (b.roles[kind] ?? 0) - (a.roles[kind] ?? 0))[0]
  const quantity = best('quantity', others)
  const unit_price = best(
    'unit_price',
    others.filter((column) => column !== quantity),
  )
  return { amount, quantity, unit_price }
}

/**
 * Collects the rows from the header to the first total or the next header, and the rows on later pages that repeat the
 * header.
 */
function collectRows(header: HeaderRow, columns: RowColumns, context: RowContext): ItemRow[] {
  const repeated = context.headers.rows.filter(
    (other) => other.page > header.page && other.columns.length === header.columns.length,
  )
  return [header, ...repeated].flatMap((top) => collectRowsOnPage(top, header, columns, context))
}

function collectRowsOnPage(
  top: HeaderRow,
  header: HeaderRow,
  columns: RowColumns,
  context: RowContext,
): ItemRow[] {
  const { lines, numerals, headers } = context
  const rows: ItemRow[] = []
  for (let index = top.last + 1; index < lines.length; index++) {
    if (lines[index]?.page !== top.page) break
    if (headers.rows.some((other) => other !== top && other.score >= 1.8 && other.first === index))
      break
    const money = (numerals[index] ?? []).filter(({ isPercent }) => !isPercent)
    if (context.isTotalLine(index) && !context.mayBeItem(index)) {
      const isItem = money.some(
        (it) => columns.quantity && headers.findColumn(it, header) === columns.quantity,
      )
      if (money.length > 0 && !isItem) break
      if (!isItem) continue
    }
    const row = readRow(index, { header, columns }, context)
    if (row) rows.push(row)
  }
  return rows
}

function readRow(
  index: number,
  { header, columns }: { header: HeaderRow; columns: RowColumns },
  context: RowContext,
): ItemRow | undefined {
  const amount = context.numerals[index]?.findLast(
    (it) =>
      !it.isPercent &&
      !it.hasLeadingZero &&
      context.headers.findColumn(it, header) === columns.amount &&
      (!it.followsWord || it.hasCurrency),
  )
  return amount && completeRow(amount, header, columns, context)
}

/**
 * Drops charges and payments below the last item, because they belong to the totals, unless the table lists nothing
 * else.
 */
function dropLastCharges(rows: ItemRow[], { isTotalLine }: RowContext): ItemRow[] {
  const last = rows.findLastIndex(({ amount }) => !isTotalLine(amount.line))
  return last < 0 ? rows : rows.slice(0, last + 1)
}

function completeRow(
  amount: Numeral,
  header: HeaderRow,
  columns: RowColumns,
  { numerals, headers }: RowContext,
): ItemRow | undefined {
  const nearby = findNearbyNumerals(amount, numerals, rowReachEm).filter(
    (it) => it !== amount && !it.isPercent,
  )
  const pick = (column: HeaderColumn | undefined) =>
    nearby
      .filter((it) => column !== undefined && headers.findColumn(it, header) === column)
      .toSorted(
        (a, b) =>
          Math.abs(a.baseline - amount.baseline) - Math.abs(b.baseline - amount.baseline) ||
          Number(a.followsWord) - Number(b.followsWord),
      )[0] ?? null
  const [quantity, unit_price] = [pick(columns.quantity), pick(columns.unit_price)]
  const product = quantity && unit_price ? quantity.value * unit_price.value : undefined
  if (amount.value === 0 && product !== 0) return undefined
  const isProduct = product !== undefined && roundsTo(product, amount)
  return { amount, quantity, unit_price, modifier: null, method: isProduct ? 'plain' : 'column' }
}
