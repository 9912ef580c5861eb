import type { TableColumn } from './table-header.ts'
import type { TextLine } from '../text/text-lines.ts'

interface Span {
  left: number
  right: number
}

/**
 * Moves the shared edge of adjacent text columns into the white space between them. Number columns do not need this,
 * because a word's kind identifies its column better than its position does.
 */
export function alignToValleys(columns: TableColumn[], items: TextLine[]): TableColumn[] {
  const spans = listWordSpans(items)
  const edges = columns.slice(1).map((right, index) => {
    const left = columns[index]
    if (left?.kind !== 'text' || right.kind !== 'text') return undefined
    return findValley((left.left + left.right) / 2, right.left, spans)
  })
  return columns.map((column, index) => ({
    ...column,
    left: edges[index - 1] ?? column.left,
    right: edges[index] ?? column.right,
  }))
}

/**
 * Returns the centre of the gap with the fewest words. If several have equally few, takes the rightmost gap that is
 * wider than a space, because text rarely starts to the right of its header.
 */
function findValley(from: number, to: number, spans: Span[]): number {
  const near = spans.filter(({ left, right }) => right > from && left < to)
  const stops = [from, to, ...near.flatMap(({ left, right }) => [left, right])]
    .filter((x) => x >= from && x <= to)
    .toSorted((a, b) => a - b)
  const gaps = stops.slice(1).map((right, index) => {
    const left = stops[index] ?? right
    const words = near.filter((span) => span.left < right && span.right > left).length
    return { left, right, width: right - left, words }
  })
  const fewestWords = Math.min(...gaps.filter(({ width }) => width > 0).map(({ words }) => words))
  const empty = gaps.filter(({ words }) => words === fewestWords)
  const widest = Math.max(...empty.map(({ width }) => width))
  const valley = empty.findLast(({ width }) => width >= widest / 2)
  return valley ? (valley.left + valley.right) / 2 : to
}

function listWordSpans(lines: TextLine[]): Span[] {
  return lines
    .flatMap(({ segments }) => segments.flatMap(({ words }) => words))
    .map(({ box: [left, , right] }) => ({ left, right }))
}
