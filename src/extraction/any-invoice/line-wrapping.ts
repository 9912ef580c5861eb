import type { TableLayout } from '../../domain/mapping/invoice-layout.ts'
import { fitColumns } from '../layout/fit-columns.ts'
import type { Column } from '../layout/table-header.ts'
import type { Region } from '../layout/table-regions.ts'
import { findItemStarts } from '../layout/item-starts.ts'
import type { TextLine } from '../text/text-lines.ts'

/** In ems: where the lines of an item end and other text begins. */
export const widestStep = 2.2
const clearlyWider = 1.15

export interface Wrap {
  wrap: TableLayout['wrap']
  isSure: boolean
}

/**
 * Whether the further lines of an item stand under its first one or on both sides of it. Room between items tells;
 * where it does not, text above the first item may be its own or a heading of several.
 */
export function findWrap(layout: TableLayout, regions: Region[]): Wrap {
  const items = itemsIn(layout, regions)
  if (items.some(isParted)) return { wrap: 'around', isSure: true }
  const [first, ...others] = items
  if (!first || first.above === 0) return { wrap: 'below', isSure: true }
  if (others.some(({ steps }) => steps.length > 1)) return { wrap: 'below', isSure: false }
  return { wrap: 'around', isSure: first.steps.length > 1 }
}

interface Item {
  /** How many lines stand between the head and it; counted for the first one only. */
  above: number
  /** In ems, from each of its lines to the next, and at last to the item that follows on the page. */
  steps: number[]
  isLast: boolean
}

function itemsIn(layout: TableLayout, regions: Region[]): Item[] {
  let columns: Column[] = []
  return regions.flatMap((region, index) => {
    const { lines } = region
    if (region.columns) columns = fitColumns(layout, region.columns, lines)
    const starts = findItemStarts(layout, columns, lines).map(({ line }) => lines.indexOf(line))
    return starts.map((start, item) => {
      const next = starts[item + 1] ?? lines.length
      const isLed = index === 0 && item === 0 && stepTo(lines, start) <= widestStep
      const steps = Array.from({ length: next - start }, (_, at) => stepTo(lines, start + at + 1))
      return { above: isLed ? start : 0, steps, isLast: item === starts.length - 1 }
    })
  })
}

/** Whether the most room on the way to the next item is not right above that. */
function isParted({ steps, isLast }: Item): boolean {
  return !isLast && Math.max(...steps) > clearlyWider * (steps.at(-1) ?? 0)
}

/** In ems, from the line before; 0 where there is none. */
export function stepTo(lines: TextLine[], index: number): number {
  const [line, before] = [lines[index], lines[index - 1]]
  return line && before ? (line.baseline - before.baseline) / line.font_size : 0
}
