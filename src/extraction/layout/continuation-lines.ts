import { type TableColumn, distanceToColumn } from './table-header.ts'
import { isNumber } from '../values/numbers.ts'
import type { CellPart } from './item-starts.ts'
import type { TextLine } from '../text/text-lines.ts'

/**
 * Assigns an item's continuation line to columns. Text goes to the text column in which it starts, however long it is.
 * A number goes only to an empty number column. A line that starts left of the item number's right edge is a remark
 * between items.
 */
export function readContinuation(
  line: TextLine,
  columns: TableColumn[],
  item: CellPart[],
): CellPart[] {
  const number = item.find((part) => part.column === 'no')?.words.at(-1)
  if (number && (line.segments[0]?.box[0] ?? 0) < number.box[2]) return []
  const open = number ? columns.filter(({ name }) => name !== 'no') : columns
  return line.segments.flatMap((segment) => {
    const column = isNumber(segment.text)
      ? findNearestColumn(open, segment.box[0], segment.box[2])
      : findNearestColumn(open.filter(isTextColumn), segment.box[0], segment.box[0])
    if (!column || column.name === 'other') return []
    if (column.kind === 'number' && item.some((part) => part.column === column.name)) return []
    return [{ page: segment.page, column: column.name, words: segment.words, on_first_line: false }]
  })
}

function findNearestColumn(
  columns: TableColumn[],
  left: number,
  right: number,
): TableColumn | undefined {
  const distance = (column: TableColumn) => distanceToColumn(column, left, right)
  return columns.toSorted((a, b) => distance(a) - distance(b))[0]
}

function isTextColumn({ kind }: TableColumn): boolean {
  return kind === 'text'
}
