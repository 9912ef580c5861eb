import type { Numeral } from '../numerals/read-numerals.ts'
import { isRounded } from '../numerals/tolerance.ts'
import { nearbyNumerals } from './nearby-numerals.ts'
import type { Row, RowProposal } from './row.ts'
import type { RowContext } from './row-sets.ts'
import type { HeadColumn, TableHead } from './table-heads.ts'

const maxRows = 600
const maxScore = 5
const rowReachEm = 1.5
const maxShortened = 6

/** Proposes rows by the header alone: all numbers in its amount column, regardless of products. */
export function* headRowSets(context: RowContext): Generator<RowProposal> {
  for (const head of context.witness.heads)
    for (const amount of head.columns.filter(({ roles }) => roles.amount))
      yield* rowSetsUnder(head, amount, context)
}

function* rowSetsUnder(
  head: TableHead,
  column: HeadColumn,
  context: RowContext,
): Generator<RowProposal> {
  const columns = columnsOf(head, column)
  const rows = collectRows(head, columns, context)
  if (rows.length === 0 || rows.length > maxRows) return
  const multiplied = rows.filter((row) => row.method === 'plain').length
  const base = Math.min(0.5 + 0.45 * head.score + 0.5 * multiplied, maxScore)
  const agreement = {
    amount: column.roles.amount ?? 0,
    unit_price: columns.unit_price?.roles.unit_price ?? 0,
    quantity: columns.quantity?.roles.quantity ?? 0,
  }
  const rowSet = (part: Row[], penalty: number): RowProposal => ({
    rows: () => part,
    head,
    agreement,
    score: base - penalty,
  })
  yield rowSet(rows, 0.5)
  const parts = [
    rows.filter(({ quantity, unit_price }) => quantity || unit_price),
    rows.filter(({ amount }) => amount.decimals === 2),
  ]
  for (const part of parts)
    if (part.length > 0 && part.length < rows.length) yield rowSet(part, 0.6)
  for (let cut = 1; cut <= maxShortened && cut < rows.length; cut++)
    yield rowSet(rows.slice(0, -cut), 0.7 + 0.1 * cut)
}

interface RowColumns {
  amount: HeadColumn
  quantity: HeadColumn | undefined
  unit_price: HeadColumn | undefined
}

function columnsOf({ columns }: TableHead, amount: HeadColumn): RowColumns {
  const others = columns.filter((column) => column !== amount)
  const best = (kind: 'quantity' | 'unit_price', from: HeadColumn[]) =>
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

/** Collects rows from the header to the first total or the next header, and on pages that repeat the header. */
function collectRows(head: TableHead, columns: RowColumns, context: RowContext): Row[] {
  const repeated = context.witness.heads.filter(
    (other) => other.page > head.page && other.columns.length === head.columns.length,
  )
  return [head, ...repeated].flatMap((top) => rowsBelow(top, head, columns, context))
}

function rowsBelow(
  top: TableHead,
  head: TableHead,
  columns: RowColumns,
  context: RowContext,
): Row[] {
  const { lines, numerals, witness } = context
  const rows: Row[] = []
  for (let index = top.last + 1; index < lines.length; index++) {
    if (lines[index]?.page !== top.page) break
    if (witness.heads.some((other) => other !== top && other.score >= 1.8 && other.first === index))
      break
    const money = (numerals[index] ?? []).filter(({ isPercent }) => !isPercent)
    if (context.isTotalLine(index)) {
      const isItem = money.some(
        (it) => columns.quantity && witness.columnOf(it, head) === columns.quantity,
      )
      if (money.length > 0 && !isItem) break
      if (!isItem) continue
    }
    const amount = money.findLast(
      (it) =>
        !it.hasLeadingZero &&
        witness.columnOf(it, head) === columns.amount &&
        (!it.followsWord || it.hasCurrency),
    )
    const row = amount && completeRow(amount, head, columns, context)
    if (row) rows.push(row)
  }
  return rows
}

function completeRow(
  amount: Numeral,
  head: TableHead,
  columns: RowColumns,
  { numerals, witness }: RowContext,
): Row | undefined {
  const around = nearbyNumerals(amount, numerals, rowReachEm).filter(
    (it) => it !== amount && !it.isPercent,
  )
  const pick = (column: HeadColumn | undefined) =>
    around
      .filter((it) => column !== undefined && witness.columnOf(it, head) === column)
      .toSorted(
        (a, b) =>
          Math.abs(a.baseline - amount.baseline) - Math.abs(b.baseline - amount.baseline) ||
          Number(a.followsWord) - Number(b.followsWord),
      )[0] ?? null
  const [quantity, unit_price] = [pick(columns.quantity), pick(columns.unit_price)]
  const product = quantity && unit_price ? quantity.value * unit_price.value : undefined
  if (amount.value === 0 && product !== 0) return undefined
  const isProduct = product !== undefined && isRounded(product, amount)
  return { amount, quantity, unit_price, modifier: null, method: isProduct ? 'plain' : 'column' }
}
