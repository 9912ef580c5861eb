import type { TableLayout } from '../../domain/mapping/invoice-layout.ts'
import { fitColumns } from './fit-columns.ts'
import { readContinuation } from './continuation-lines.ts'
import type { TableColumn } from './table-header.ts'
import type { TableRegion } from './table-regions.ts'
import { type CellPart, findItemStarts, listMissingColumns, type ItemStart } from './item-starts.ts'
import type { TextLine } from '../text/text-lines.ts'
import { toLineStep, type Trace } from './trace.ts'

/** A line item's parts, from top to bottom. */
export type ItemParts = CellPart[]

export function readRows(layout: TableLayout, regions: TableRegion[], trace?: Trace): ItemParts[] {
  const rows: ItemParts[] = []
  let columns: TableColumn[] = []
  for (const region of regions) {
    if (region.columns) columns = fitColumns(layout, region.columns, region.lines)
    trace?.({ step: 'columns', page: region.lines[0]?.page ?? 0, columns })
    appendRegion({ ...region, columns }, layout, rows, trace)
  }
  return rows
}

/** Appends the items on one page. Lines before the first item continue the last item on the previous page. */
function appendRegion(
  { columns, lines }: { columns: TableColumn[]; lines: TextLine[] },
  layout: TableLayout,
  rows: ItemParts[],
  trace: Trace,
): void {
  const starts = findItemStarts(layout, columns, lines)
  const itemIndexes = assignLines(layout.wrap, lines, starts)
  const firstRow = rows.length
  rows.push(...starts.map(() => []))
  for (const [index, line] of lines.entries()) {
    const owner = itemIndexes[index] ?? -1
    const start = starts[owner]
    const row = rows[firstRow + owner]
    const added = row ? readLineParts(line, columns, { start, row }) : []
    row?.push(...added)
    trace?.(
      toLineStep(line, start?.line === line ? 'begins' : added.length > 0 ? 'adds' : 'remark', {
        ...(row && { item: firstRow + owner + 1 }),
        fills: added.map(({ column }) => column),
        lacks: listMissingColumns(line, layout, columns),
      }),
    )
  }
}

function readLineParts(
  line: TextLine,
  columns: TableColumn[],
  { start, row }: { start: ItemStart | undefined; row: ItemParts },
): CellPart[] {
  if (start?.line === line) return start.parts
  return readContinuation(line, columns, [...(start?.parts ?? []), ...row])
}

/** Returns the index of the item for each line, or -1 for a line that continues an item from the previous page. */
function assignLines(wrap: TableLayout['wrap'], lines: TextLine[], starts: ItemStart[]): number[] {
  const at = starts.map(({ line }) => lines.indexOf(line))
  const firsts = at.map((start, item) => {
    if (wrap === 'below') return start
    return item === 0 ? 0 : findLineAfterWidestGap(lines, at[item - 1] ?? 0, start)
  })
  return lines.map((_, index) => firsts.findLastIndex((first) => first <= index))
}

/** Returns the index of the line with the widest gap above it. */
function findLineAfterWidestGap(lines: TextLine[], from: number, to: number): number {
  const gapAbove = (index: number) =>
    (lines[index]?.baseline ?? 0) - (lines[index - 1]?.baseline ?? 0)
  let widest = to
  for (let index = to - 1; index > from; index--)
    if (gapAbove(index) > gapAbove(widest)) widest = index
  return widest
}
