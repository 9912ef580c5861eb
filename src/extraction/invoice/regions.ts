import type { TableLayout } from '../../domain/invoice-layout.ts'
import { type Column, findHeader } from './header.ts'
import type { TextLine } from './text-lines.ts'

/** The part of a page that holds the table's body. */
export interface Region {
  /** Undefined where the table goes on without a head: then with the columns of the page before. */
  columns: Column[] | undefined
  lines: TextLine[]
}

/** The table's body on every page that has some of it. */
export function findRegions(layout: TableLayout, lines: TextLine[]): Region[] {
  const ends = layout.end.map((pattern) => new RegExp(pattern, 'iu'))
  const skips = layout.skip.map((pattern) => new RegExp(pattern, 'iu'))
  const regions: Region[] = []
  let isOpen = false
  for (const page of byPage(lines)) {
    const header = findHeader(
      layout,
      page.flatMap(({ segments }) => segments),
    )
    if (!header && !(isOpen && layout.header === 'first_page')) continue
    const below = page.filter(({ baseline }) => baseline > (header?.baseline ?? -Infinity))
    const end = below.findIndex(({ text }) => ends.some((pattern) => pattern.test(text)))
    const body = end < 0 ? below : below.slice(0, end)
    isOpen = end < 0
    regions.push({
      columns: header?.columns,
      lines: body.filter(({ text }) => !skips.some((pattern) => pattern.test(text))),
    })
  }
  return regions
}

function byPage(lines: TextLine[]): TextLine[][] {
  const pages = new Map<number, TextLine[]>()
  for (const line of lines) {
    const page = pages.get(line.page)
    if (page) page.push(line)
    else pages.set(line.page, [line])
  }
  return [...pages.values()]
}
