import { hasLetters, joinWords, type TextLine } from '../../text/text-lines.ts'
import { isCurrency } from '../../values/numbers.ts'
import type { Numeral } from '../numerals/read-numerals.ts'
import { isAligned } from './geometry.ts'
import type { ItemRow, RowProposal } from './row.ts'
import type { RowContext } from './row-sets.ts'

const maxLists = 6
const maxEdgeDistance = 2
const baseScore = 0.6
const scorePerRow = 0.15
const maxScore = 1.8

/** Proposes rows for a list without a header: left-aligned text, with all amounts in one column. */
export function* proposeListRows({
  lines,
  numerals,
  isTotalLine,
}: RowContext): Generator<RowProposal> {
  const entries = lines.flatMap((line, index) => {
    const entry = readListEntry(line, numerals[index] ?? [])
    return entry && !isTotalLine(index) ? [entry] : []
  })
  const lists: (typeof entries)[] = []
  for (const entry of entries) {
    const list = lists.find(([first]) => first !== undefined && isSameList(first, entry))
    if (list) list.push(entry)
    else lists.push([entry])
  }
  const isEnd = (line: number) => isTotalLine(line) && (numerals[line]?.length ?? 0) > 0
  const runs = lists.flatMap((list) => splitAtTotals(list, isEnd))
  const longest = [...lists, ...runs].toSorted((a, b) => b.length - a.length)
  for (const list of longest.slice(0, maxLists)) {
    const rows = list.map(
      ({ amount }): ItemRow => ({
        amount,
        quantity: null,
        unit_price: null,
        modifier: null,
        method: 'column',
      }),
    )
    yield {
      rows: () => rows,
      header: undefined,
      agreement: { amount: 0, unit_price: 0, quantity: 0 },
      score: Math.min(maxScore, baseScore + scorePerRow * rows.length),
    }
  }
}

/** Returns the parts of a list between totals. A payment slip below the totals may repeat the amount in their column. */
function splitAtTotals(list: ListEntry[], isEnd: (line: number) => boolean): ListEntry[][] {
  const runs: ListEntry[][] = []
  let last = -1
  for (const entry of list) {
    const { line } = entry.amount
    const isSplit = Array.from({ length: line - last - 1 }, (_, at) => last + 1 + at).some(isEnd)
    const run = runs.at(-1)
    if (run && !isSplit) run.push(entry)
    else runs.push([entry])
    last = line
  }
  return runs.length > 1 ? runs : []
}

/** A number with a thousands separator: `4.850.000`. */
const groupedPattern = /^\d{1,3}(?:[.,'’]\d{3})+$/

interface ListEntry {
  left: number
  amount: Numeral
}

function readListEntry({ segments }: TextLine, numerals: Numeral[]): ListEntry | undefined {
  const text = segments.find((segment) => hasLetters(segment.text) && !isCurrency(segment.text))
  const amount = numerals.findLast(({ isPercent }) => !isPercent)
  if (!text || !amount || amount.followsWord || amount.value === 0) return undefined
  const isGrouped = groupedPattern.test(joinWords(amount.words))
  const isMoney = amount.hasCurrency || amount.decimals === 2 || isGrouped
  return isMoney && text.box[2] < amount.left ? { left: text.box[0], amount } : undefined
}

function isSameList(one: ListEntry, other: ListEntry): boolean {
  return Math.abs(one.left - other.left) < maxEdgeDistance && isAligned(one.amount, other.amount)
}
