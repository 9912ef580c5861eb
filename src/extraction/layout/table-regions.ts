import type { TableLayout } from '../../domain/mapping/invoice-layout.ts'
import { type TableColumn, findHeader, locateHeaderLabels } from './table-header.ts'
import { compile, type Pattern } from './pattern.ts'
import type { TextLine } from '../text/text-lines.ts'
import { toLineStep, type LineRole, type Trace } from './trace.ts'

/** The table body on one page. */
export interface TableRegion {
  /** Undefined if the page has no header row, so that the previous page's columns apply. */
  columns: TableColumn[] | undefined
  lines: TextLine[]
  /** The line that ends the table on this page. */
  end?: TextLine | undefined
}

/** Finds the table body on every page that contains part of the table. */
export function findRegions(layout: TableLayout, lines: TextLine[], trace?: Trace): TableRegion[] {
  const ends = layout.end.map((pattern) => compile(pattern))
  const skips = layout.skip.map((pattern) => compile(pattern))
  const regions: TableRegion[] = []
  let isOpen = false
  for (const [page, onPage] of groupByPage(lines)) {
    const segments = onPage.flatMap((line) => line.segments)
    const header = findHeader(layout, segments)
    const goes_on = isOpen && layout.header === 'first_page'
    if (header) trace?.({ step: 'head', page, y: header.baseline, columns: header.columns })
    else trace?.({ step: 'no_head', page, goes_on, heads: locateHeaderLabels(layout, segments) })
    if (!header && !goes_on) continue
    const below = onPage.filter(({ baseline }) => baseline > (header?.baseline ?? -Infinity))
    const end = below.findIndex((line) => matchesAny(line, ends, 'ends', trace))
    const body = end < 0 ? below : below.slice(0, end)
    isOpen = end < 0
    const kept = body.filter((line) => !matchesAny(line, skips, 'skipped', trace))
    regions.push({ columns: header?.columns, lines: kept, end: below[end] })
  }
  return regions
}

/** Returns whether one of the patterns matches the line. If one does, adds the line's role to the trace. */
function matchesAny(line: TextLine, patterns: Pattern[], role: LineRole, trace: Trace): boolean {
  const pattern = patterns.find((it) => it.test(line.text))
  if (pattern) trace?.(toLineStep(line, role, { pattern: pattern.source }))
  return pattern !== undefined
}

function groupByPage(lines: TextLine[]): Map<number, TextLine[]> {
  const pages = new Map<number, TextLine[]>()
  for (const line of lines) {
    const page = pages.get(line.page)
    if (page) page.push(line)
    else pages.set(line.page, [line])
  }
  return pages
}
