import type { Page, Word } from '../../domain/reading/reading.ts'
import { joinWords } from '../text/text-lines.ts'
import { buildLines, type Line } from '../text/build-lines.ts'
import { findColumnLefts, leftTolerancePt, findTitleLefts } from './page-columns.ts'

/** One line within one page column. */
export interface Row {
  page: number
  /** Left edge of the column. */
  left: number
  words: Word[]
  text: string
}

export interface SheetPage {
  number: number
  header: Row[]
  /** Rows, column by column. */
  body: Row[]
}

const pageTitle =
  /^(?:(?:Meet|Heat)\s+(?:Program|Sheet)s?|Psych\s+Sheet|Entry\s+List|Performance\s+List|Session\s+Report)\b/i

/**
 * Reads the rows of a sheet in reading order. Columns do not share baselines, so each has its own rows; the page header
 * spans all columns and is separated first.
 */
export function readRows(pages: Page[]): SheetPage[] {
  const pageLines = pages.map((page) => ({ page, lines: buildLines(page.words) }))
  const lefts = findColumnLefts(
    pageLines.flatMap(({ lines }) => lines),
    pages[0]?.width ?? 0,
  )
  const firstHeader: string[] = []
  return pageLines.map(({ page, lines }, index) => {
    const count = countHeaderLines(lines, index === 0 ? undefined : firstHeader)
    const header = lines.slice(0, count).map(({ words }) => toRow(words, page.number, 0))
    if (index === 0) firstHeader.push(...header.map(({ text }) => dropPageNumber(text)))
    const words = lines.slice(count).flatMap((line) => line.words)
    return { number: page.number, header, body: readColumnRows(words, page.number, lefts) }
  })
}

/** The header ends with the page title, otherwise before the first event or heat title. */
function countHeaderLines(lines: Line[], firstHeader: string[] | undefined): number {
  const title = lines.slice(0, 8).findIndex(({ words }) => pageTitle.test(joinWords(words)))
  if (title >= 0) return title + 1
  if (!firstHeader)
    return Math.max(
      lines.findIndex((line) => findTitleLefts(line).length > 0),
      0,
    )
  const repeats = lines.findIndex(
    ({ words }, index) => dropPageNumber(joinWords(words)) !== firstHeader[index],
  )
  return repeats < 0 ? 0 : repeats
}

/** Page numbers differ between otherwise equal headers. */
function dropPageNumber(text: string): string {
  return text.replace(/\bPage:?\s*\d+/i, '')
}

function readColumnRows(words: Word[], page: number, lefts: number[]): Row[] {
  const columns = new Map<number, Word[]>(lefts.map((left) => [left, []]))
  for (const word of words) {
    const left = lefts.findLast((one) => one - leftTolerancePt <= word.box[0]) ?? lefts[0]
    if (left !== undefined) columns.get(left)?.push(word)
  }
  return [...columns].flatMap(([left, own]) =>
    buildLines(own).map((line) => toRow(line.words, page, left)),
  )
}

function toRow(words: Word[], page: number, left: number): Row {
  return { page, left, words, text: joinWords(words) }
}
