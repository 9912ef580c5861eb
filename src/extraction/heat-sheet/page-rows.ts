import type { Page, Word } from '../../domain/reading/reading.ts'
import { joinWords } from '../text/text-lines.ts'
import { buildLines, type Line } from '../text/build-lines.ts'
import { findFurniture } from './furniture.ts'
import type { MeetGrammar } from './grammar/grammar.ts'
import { isSessionReport } from './session-report.ts'
import { takeFirstCell } from './grammar/joint-titles.ts'
import { parseNumberedTitle } from './grammar/numbered-titles.ts'
import { findBandSplitter } from './lines/page-bands.ts'
import { findColumnLeftEdges, findTitleLefts, splitColumns } from './lines/page-columns.ts'
import type { TableHeader } from './grammar/table-header.ts'
import { moveLanes } from './lines/move-lanes.ts'
import { joinStackedRows } from './lines/stacked-rows.ts'
import { joinWrappedRows } from './grammar/wrapped-rows.ts'

/** One line within one page column. */
export interface SheetLine {
  page: number
  /** Left edge of the column. */
  left: number
  words: Word[]
  text: string
  /** Set for a line that repeats in the lower half of several pages. */
  is_foot?: true
  /** The words as printed, if `words` contains an entry whose lines were put on one line. */
  printed?: Word[]
  /** The columns of such an entry. */
  header?: TableHeader
}

export interface SheetPage {
  number: number
  /** Lines above the first title, and lines that repeat on every page. */
  header: SheetLine[]
  /** Rows, column by column. */
  body: SheetLine[]
}

/** Baseline distance, in ems, below which lines must be in different columns. */
const maxLineGapEm = 1.1
/** Number of lines to search for the page title. */
const maxTitleLine = 8

/**
 * Reads a sheet's rows in reading order. Columns do not share baselines, so each column has its own rows. First removes
 * the page header, which spans all columns, and lines that repeat on every page.
 */
export function readRows(pages: Page[], grammar: MeetGrammar): SheetPage[] {
  const pageLines = pages.map((page) => ({ page, lines: buildLines(page.words) }))
  const lefts = findColumnLeftEdges(
    pageLines.flatMap(({ lines }) => lines),
    pages[0]?.width ?? 0,
    grammar,
  )
  const splitBands = findBandSplitter(
    pageLines.flatMap(({ lines }) => lines),
    lefts,
    grammar,
  )
  const furniture = findFurniture(pageLines, lefts, grammar)
  const firstHeader: string[] = []
  const sheet = pageLines.map(
    ({ page, lines }, index): Omit<SheetPage, 'body'> & { bands: Band[] } => {
      const isCover = index === 0 && isCoverPage(page, lines, grammar)
      const count = isCover
        ? lines.length
        : countHeaderLines(lines, index === 0 ? undefined : firstHeader, grammar)
      const above = lines
        .slice(0, count)
        .map((line) =>
          overlaps(line, lines[count], lefts) && !grammar.isPageTitle(joinWords(line.words))
            ? { head: [], entries: [line] }
            : splitHeaderLine(line, lefts, grammar),
        )
      const head = above.flatMap((line) => line.head)
      const rest = [...above.flatMap((line) => line.entries), ...lines.slice(count)]
      if (index === 0 && !isCover)
        firstHeader.push(...head.map(({ words }) => grammar.dropPageNumber(joinWords(words))))
      const repeated = rest.filter((line) => furniture.has(line))
      const content = rest.filter((line) => !furniture.has(line))
      return {
        number: page.number,
        header: [...head, ...repeated].map((line) => ({
          ...toRow(line.words, page.number, 0),
          ...(furniture.has(line) && line.baseline > page.height / 2 && { is_foot: true }),
        })),
        bands: (splitBands?.(content) ?? [{ lines: content, lefts }]).map((band) =>
          readColumnRows(
            band.lines.flatMap((line) => line.words),
            page.number,
            band.lefts,
          ),
        ),
      }
    },
  )
  const printed = moveLanes(joinBands(sheet.map(({ bands }) => bands)), grammar)
  const bodies = joinStackedRows(printed, grammar) ?? joinWrappedRows(printed, grammar)
  return sheet.map(({ number, header }, index) => ({ number, header, body: bodies[index] ?? [] }))
}

/** True for a line in another column, too close to the first title to be above it in the same column. */
function overlaps({ baseline, words }: Line, first: Line | undefined, lefts: number[]): boolean {
  const [size, start] = [words[0]?.font_size ?? 0, words[0]?.box[0] ?? 0]
  const isInColumn = lefts.some(
    (left) => start >= left - maxIndentPt && start <= left + maxIndentPt,
  )
  const isBeside = first !== undefined && isInColumn && start > (first.words.at(0)?.box[0] ?? 0)
  return isBeside && first.baseline - baseline < maxLineGapEm * size
}

/** Separates the page header from entries at the top of a column, which may share its line. */
function splitHeaderLine(
  line: Line,
  lefts: number[],
  grammar: MeetGrammar,
): { head: Line[]; entries: Line[] } {
  const isEntry = (words: Word[]) => grammar.looksLikeEntry(joinWords(words))
  if (isEntry(line.words)) return { head: [], entries: [line] }
  const columns = [...splitColumns(line.words, lefts)]
  const entries = columns.flatMap(([left, words]) =>
    isEntry(words) || (left !== lefts[0] && isUntimedEntry(words, left, grammar)) ? [words] : [],
  )
  const words = line.words.filter((word) => !entries.some((one) => one.includes(word)))
  return {
    head: words.length > 0 ? [{ ...line, words }] : [],
    entries: entries.map((own) => ({ ...line, words: own })),
  }
}

/** True for a lane and a name, without a time, that start at the left edge of their column. */
function isUntimedEntry(words: Word[], left: number, grammar: MeetGrammar): boolean {
  const text = joinWords(words)
  const isAtEdge = Math.abs((words[0]?.box[0] ?? 0) - left) <= maxIndentPt
  return isAtEdge && /^\d{1,2}\.?\s+\p{Lu}/u.test(text) && grammar.findDates(text) === undefined
}

/** Maximum distance by which lanes are to the right of the titles above them, in points. */
const maxIndentPt = 12

/** True for a cover page, which has no events and is only about the meet. */
function isCoverPage({ text }: Page, lines: Line[], grammar: MeetGrammar): boolean {
  return !isSessionReport(text) && lines.every((line) => findTitleLefts(line, grammar).length === 0)
}

/**
 * Counts the lines up to and including the page title. If there is no page title, counts the lines before the first
 * event or heat title.
 */
function countHeaderLines(
  lines: Line[],
  firstHeader: string[] | undefined,
  grammar: MeetGrammar,
): number {
  const title = lines
    .slice(0, maxTitleLine)
    .findIndex(({ words }) => grammar.isPageTitle(joinWords(words)))
  const isNumber = ({ words }: Line) => grammar.isEventNumber(joinWords(takeFirstCell(words)))
  const numbered = lines.findIndex(isNumber)
  // `Start list` may be printed below the event's title.
  if (title >= 0 && numbered >= 0 && numbered < title) return numbered
  if (title >= 0) return title + 1
  if (!firstHeader) {
    const texts = lines.map(({ words }) => joinWords(words))
    return lines.findIndex(
      (line, at) =>
        findTitleLefts(line, grammar).length > 0 ||
        isNumber(line) ||
        parseNumberedTitle(texts[at] ?? '', texts[at + 1] ?? '', grammar) !== undefined,
    )
  }
  const repeats = lines.findIndex(
    ({ words }, index) => grammar.dropPageNumber(joinWords(words)) !== firstHeader[index],
  )
  return repeats < 0 ? 0 : repeats
}

/** The rows of a band, by column. */
type Band = SheetLine[][]

/**
 * Joins the bands of each page. Rows above the first band of a page continue the last band of the page before, each in
 * its own column.
 */
function joinBands(pages: Band[][]): SheetLine[][] {
  const hasBands = pages.some((bands) => bands.length > 1)
  const joined = pages.map((bands) => [...bands])
  for (const [at, bands] of joined.entries()) {
    const before = joined[at - 1]
    const last = before?.at(-1)
    if (!hasBands || !before || !last) continue
    const open = bands.shift() ?? []
    // One of the two may have a single column, which is wider.
    const count = Math.max(last.length, open.length)
    before[before.length - 1] = Array.from({ length: count }, (_, column) => [
      ...(last[column] ?? []),
      ...(open[column] ?? []),
    ])
  }
  return joined.map((bands) => bands.flat(2))
}

function readColumnRows(words: Word[], page: number, lefts: number[]): Band {
  return [...splitColumns(words, lefts)].map(([left, own]) =>
    buildLines(own).map((line) => toRow(line.words, page, left)),
  )
}

function toRow(words: Word[], page: number, left: number): SheetLine {
  return { page, left, words, text: joinWords(words) }
}
