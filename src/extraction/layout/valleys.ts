import type { Column } from './table-header.ts'
import type { TextLine } from '../text/text-lines.ts'

interface Span {
  left: number
  right: number
}

/**
 * The columns with the white space between neighbouring columns of text as their common edge. Between
 * numbers and text no such edge is needed: there the kind of a word tells more than its place.
 */
export function alignToValleys(columns: Column[], items: TextLine[]): Column[] {
  const spans = wordSpans(items)
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
 * The middle of the emptiest stretch between two places. Of equally empty ones it is the last that is
 * no mere space between words: text seldom begins to the right of its head.
 */
function findValley(from: number, to: number, spans: Span[]): number {
  const near = spans.filter(({ left, right }) => right > from && left < to)
  const stops = [from, to, ...near.flatMap(({ left, right }) => [left, right])]
    .filter((x) => x >= from && x <= to)
    .toSorted((a, b) => a - b)
  const stretches = stops.slice(1).map((right, index) => {
    const left = stops[index] ?? right
    const words = near.filter((span) => span.left < right && span.right > left).length
    return { left, right, width: right - left, words }
  })
  const fewest = Math.min(...stretches.filter(({ width }) => width > 0).map(({ words }) => words))
  const empty = stretches.filter(({ words }) => words === fewest)
  const widest = Math.max(...empty.map(({ width }) => width))
  const valley = empty.findLast(({ width }) => width >= widest / 2)
  return valley ? (valley.left + valley.right) / 2 : to
}

function wordSpans(lines: TextLine[]): Span[] {
  return lines
    .flatMap(({ segments }) => segments.flatMap(({ words }) => words))
    .map(({ box: [left, , right] }) => ({ left, right }))
}
