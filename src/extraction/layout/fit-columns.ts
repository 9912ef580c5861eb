import type { TableLayout } from '../../domain/mapping/invoice-layout.ts'
import type { TableColumn } from './table-header.ts'
import { findItemStarts, findLikelyStarts } from './item-starts.ts'
import type { TextLine } from '../text/text-lines.ts'
import { isNumber, isPercent } from '../values/numbers.ts'
import { alignToValleys } from './valleys.ts'

/**
 * Fits the columns to the items' first lines, because headers are often narrower than their columns. Adjacent text
 * columns keep their shared edge.
 */
export function fitColumns(
  layout: TableLayout,
  headerColumns: TableColumn[],
  lines: TextLine[],
): TableColumn[] {
  const likelyStarts = findLikelyStarts(layout, lines)
  const kinds = headerColumns.map((column) =>
    layout.other ? inferKind(column, likelyStarts) : column,
  )
  const columns = widenTextColumns(alignToValleys(kinds, likelyStarts))
  const parts = findItemStarts(layout, columns, lines).flatMap((start) => start.parts)
  return columns.map((column, index) => {
    const columnParts = parts.filter((part) => part.column === column.name)
    const left = median(columnParts.map(({ words }) => words[0]?.box[0] ?? column.left))
    const right = median(columnParts.map(({ words }) => words.at(-1)?.box[2] ?? column.right))
    return {
      ...column,
      left: areBothText(column, columns[index - 1]) ? column.left : (left ?? column.left),
      right: column.kind === 'text' && columns[index + 1] ? column.right : (right ?? column.right),
    }
  })
}

/** Treats an unread column as a number column if there are only numbers below its header. */
function inferKind(column: TableColumn, lines: TextLine[]): TableColumn {
  if (column.name !== 'other') return column
  const below = lines
    .flatMap(({ segments }) => segments.flatMap(({ words }) => words))
    .filter(({ box }) => box[0] <= column.right && box[2] >= column.left)
  const isNumeric = below.every(({ text }) => isNumber(text) || isPercent(text))
  return { ...column, kind: below.length > 0 && isNumeric ? 'number' : 'text' }
}

/** Extends text columns to the number column on their right, because text may be much wider than its header. */
function widenTextColumns(columns: TableColumn[]): TableColumn[] {
  return columns.map((column, index) => {
    const next = columns[index + 1]
    if (column.kind !== 'text' || next?.kind !== 'number') return column
    return { ...column, right: Math.max(column.right, next.left) }
  })
}

function areBothText(column: TableColumn, neighbour: TableColumn | undefined): boolean {
  return column.kind === 'text' && neighbour?.kind === 'text'
}

function median(numbers: number[]): number | undefined {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1]
}
