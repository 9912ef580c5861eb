import type { Page, Word } from '../../domain/reading/reading.ts'
import { joinWords } from '../text/text-lines.ts'
import { buildLines, type Line } from '../text/build-lines.ts'
import { columnLefts, sameLeft, titleLefts } from './page-columns.ts'

/** A line of one column of a page. */
export interface Row {
  page: number
  /** Where its column begins. */
  left: number
  words: Word[]
  text: string
}

export interface SheetPage {
  number: number
  head: Row[]
  /** Column by column. */
  body: Row[]
}

const pageTitle =
  /^(?:(?:Meet|Heat)\s+(?:Program|Sheet)s?|Psych\s+Sheet|Entry\s+List|Performance\s+List|Session\s+Report)\b/i

/**
 * The rows of a sheet in reading order. Columns share no line grid, so each has rows of its own; the head
 * of a page, which runs over all columns, is told apart first.
 */
export function readRows(pages: Page[]): SheetPage[] {
  const lined = pages.map((page) => ({ page, lines: buildLines(page.words) }))
  const lefts = columnLefts(
    lined.flatMap(({ lines }) => lines),
    pages[0]?.width ?? 0,
  )
  const firstHead: string[] = []
  return lined.map(({ page, lines }, index) => {
    const count = headCount(lines, index === 0 ? undefined : firstHead)
    const head = lines.slice(0, count).map(({ words }) => toRow(words, page.number, 0))
    if (index === 0) firstHead.push(...head.map(({ text }) => squeeze(text)))
    const words = lines.slice(count).flatMap((line) => line.words)
    return { number: page.number, head, body: columnRows(words, page.number, lefts) }
  })
}

/** Its last row is the page's title; else the rows above the first title of an event or heat. */
function headCount(lines: Line[], firstHead: string[] | undefined): number {
  const title = lines.slice(0, 8).findIndex(({ words }) => pageTitle.test(joinWords(words)))
  if (title >= 0) return title + 1
  if (!firstHead)
    return Math.max(
      lines.findIndex((line) => titleLefts(line).length > 0),
      0,
    )
  const repeats = lines.findIndex(
    ({ words }, index) => squeeze(joinWords(words)) !== firstHead[index],
  )
  return repeats < 0 ? 0 : repeats
}

/** Page numbers differ from page to page. */
function squeeze(text: string): string {
  return text.replace(/\bPage:?\s*\d+/i, '')
}

function columnRows(words: Word[], page: number, lefts: number[]): Row[] {
  const columns = new Map<number, Word[]>(lefts.map((left) => [left, []]))
  for (const word of words) {
    const left = lefts.findLast((one) => one - sameLeft <= word.box[0]) ?? lefts[0]
    if (left !== undefined) columns.get(left)?.push(word)
  }
  return [...columns].flatMap(([left, own]) =>
    buildLines(own).map((line) => toRow(line.words, page, left)),
  )
}

function toRow(words: Word[], page: number, left: number): Row {
  return { page, left, words, text: joinWords(words) }
}
