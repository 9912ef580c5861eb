import type { TableLayout } from '../../domain/invoice-layout.ts'
import { learnColumns } from './columns.ts'
import { continueLine } from './continue-line.ts'
import type { Column } from './header.ts'
import type { Region } from './regions.ts'
import { type CellPart, findStarts, type Start } from './starts.ts'
import type { TextLine } from './text-lines.ts'

/** An item: its parts from top to bottom. */
export type Row = CellPart[]

/** The items of the table, over all its pages. */
export function readRows(layout: TableLayout, regions: Region[]): Row[] {
  const rows: Row[] = []
  let columns: Column[] = []
  for (const region of regions) {
    if (region.columns) columns = learnColumns(layout, region.columns, region.lines)
    const starts = findStarts(layout, columns, region.lines)
    const owners = ownersOf(layout.wrap, region.lines, starts)
    const earlier = rows.length
    rows.push(...starts.map(() => []))
    for (const [index, line] of region.lines.entries()) {
      const owner = owners[index] ?? -1
      addLine(line, columns, { start: starts[owner], row: rows[earlier + owner] ?? [] })
    }
  }
  return rows
}

function addLine(line: TextLine, columns: Column[], item: { start: Start | undefined; row: Row }) {
  const { start, row } = item
  const soFar = [...(start?.parts ?? []), ...row]
  row.push(...(start?.line === line ? start.parts : continueLine(line, columns, soFar)))
}

/** For each line the index of the item it belongs to; -1 for those that go on with the page before. */
function ownersOf(wrap: TableLayout['wrap'], lines: TextLine[], starts: Start[]): number[] {
  const at = starts.map(({ line }) => lines.indexOf(line))
  const firsts = at.map((start, item) => {
    if (wrap === 'below') return start
    return item === 0 ? 0 : widestGap(lines, at[item - 1] ?? 0, start)
  })
  return lines.map((_, index) => firsts.findLastIndex((first) => first <= index))
}

/** Between two lines, the one with the most room above it. */
function widestGap(lines: TextLine[], from: number, to: number): number {
  const room = (index: number) => (lines[index]?.baseline ?? 0) - (lines[index - 1]?.baseline ?? 0)
  let widest = to
  for (let index = to - 1; index > from; index--) if (room(index) > room(widest)) widest = index
  return widest
}
