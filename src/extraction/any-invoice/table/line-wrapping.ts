import type { TableLayout } from '../../../domain/mapping/invoice-layout.ts'
import { fitColumns } from '../../layout/fit-columns.ts'
import type { TableColumn } from '../../layout/table-header.ts'
import type { TableRegion } from '../../layout/table-regions.ts'
import { findItemStarts } from '../../layout/item-starts.ts'
import type { TextLine } from '../../text/text-lines.ts'

/** Maximum baseline distance between lines of an item, in ems. A larger distance separates the item from other text. */
export const maxLineStepEm = 2.2
const wideGapRatio = 1.15

export interface WrapDecision {
  wrap: TableLayout['wrap']
  isSure: boolean
}

/**
 * Decides whether the other lines of an item follow its first line or surround it. Gaps between items decide. Without
 * gaps, text above the first item may be part of it or a heading.
 */
export function findWrap(layout: TableLayout, regions: TableRegion[]): WrapDecision {
  const items = measureItems(layout, regions)
  if (items.some(hasInnerGap)) return { wrap: 'around', isSure: true }
  const [first, ...others] = items
  if (!first || first.above === 0) return { wrap: 'below', isSure: true }
  if (others.some(({ steps }) => steps.length > 1)) return { wrap: 'below', isSure: false }
  return { wrap: 'around', isSure: first.steps.length > 1 }
}

interface Item {
  /** Number of lines between the header row and the item, counted only for the first item. */
  above: number
  /** Baseline distances between the item's lines, in ems. The last is the distance to the next item on the page. */
  steps: number[]
  isLast: boolean
}

function measureItems(layout: TableLayout, regions: TableRegion[]): Item[] {
  let columns: TableColumn[] = []
  return regions.flatMap((region, index) => {
    const { lines } = region
    if (region.columns) columns = fitColumns(layout, region.columns, lines)
    const starts = findItemStarts(layout, columns, lines).map(({ line }) => lines.indexOf(line))
    return starts.map((start, item) => {
      const next = starts[item + 1] ?? lines.length
      const hasTextAbove = index === 0 && item === 0 && stepAboveEm(lines, start) <= maxLineStepEm
      const steps = Array.from({ length: next - start }, (_, at) =>
        stepAboveEm(lines, start + at + 1),
      )
      return { above: hasTextAbove ? start : 0, steps, isLast: item === starts.length - 1 }
    })
  })
}

/** True if the widest gap before the next item is not the gap directly above that item. */
function hasInnerGap({ steps, isLast }: Item): boolean {
  return !isLast && Math.max(...steps) > wideGapRatio * (steps.at(-1) ?? 0)
}

/** Returns the baseline distance from the previous line, in ems, or 0 for the first line. */
export function stepAboveEm(lines: TextLine[], index: number): number {
  const [line, before] = [lines[index], lines[index - 1]]
  return line && before ? (line.baseline - before.baseline) / line.font_size : 0
}
