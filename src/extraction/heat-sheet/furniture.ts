import type { Page } from '../../domain/reading/reading.ts'
import type { Line } from '../text/build-lines.ts'
import { joinWords } from '../text/text-lines.ts'
import type { MeetGrammar } from './grammar/grammar.ts'
import { splitColumns } from './lines/page-columns.ts'
import { isReportTitle } from './session-report.ts'

/** Fraction of the page height, at the top and bottom, in which to look for repeated lines. */
const marginShare = 0.15
/** Maximum difference in vertical position between repeated lines, in points. */
const baselineStepPt = 4
const minRepeats = 2
/** A line with a number that looks like a time counts as repeated only if it appears on at least this many pages. */
const minExactRepeats = 3
const relayLegs = /\p{L},\s.*(?<!\d)\d{1,2}$/u

/**
 * Finds page headers and footers:
 * - lines that repeat at the same height on several pages, ignoring numbers
 * - addresses and notices in the margins
 * - lines below the last entry on a page that repeat or name the pool
 * Titles and entries are never page furniture.
 */
export function findFurniture(
  pages: { page: Page; lines: Line[] }[],
  lefts: number[],
  grammar: MeetGrammar,
): Set<Line> {
  const exact = countExact(pages)
  const margins = pages.flatMap(({ page, lines }) =>
    lines.flatMap((line, index) => {
      const share = line.baseline / page.height
      const isMargin = share < marginShare || share > 1 - marginShare
      const text = joinWords(line.words)
      // A day or a record below an event title belongs to that event.
      const isBelowTitle = grammar.parseEventTitle(listRows(lines[index - 1], lefts)[0] ?? '')
      const isFixed = grammar.isNotice(text) || isPageNumber(text, grammar)
      const isCell = isPartOfCell(lines, index, grammar)
      const isSame = (exact.get(toExactKey(line, text)) ?? 0) >= minExactRepeats
      const isContent = isBelowTitle || isCell || holdsContent(line, lefts, grammar, isSame)
      return isMargin && (isFixed || !isContent) ? [{ line, text, key: toKey(line, text) }] : []
    }),
  )
  const counts = new Map<string, number>()
  for (const { key } of margins) counts.set(key, (counts.get(key) ?? 0) + 1)
  const isFurniture = ({ key, text }: { key: string; text: string }) =>
    (counts.get(key) ?? 0) >= minRepeats || grammar.isNotice(text) || isPageNumber(text, grammar)
  return new Set([
    ...margins.filter(isFurniture).map(({ line }) => line),
    ...findFootnotes(pages, lefts, grammar),
  ])
}

/** Counts lines with the same text at the same height. */
function countExact(pages: { lines: Line[] }[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const line of pages.flatMap(({ lines }) => lines)) {
    const key = toExactKey(line, joinWords(line.words))
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

function toExactKey({ baseline }: Line, text: string): string {
  return `${Math.round(baseline / baselineStepPt)} ${text}`
}

function findFootnotes(pages: { lines: Line[] }[], lefts: number[], grammar: MeetGrammar): Line[] {
  const feet = pages.flatMap(({ lines }) => {
    const last = lines.findLastIndex(
      (line) => holdsContent(line, lefts, grammar) && !grammar.isNotice(joinWords(line.words)),
    )
    return last < 0
      ? []
      : lines.slice(last + 1).filter((_, at) => !isPartOfCell(lines, last + 1 + at, grammar))
  })
  const texts = feet.map(({ words }) => joinWords(words))
  return feet.filter((_, at) => {
    const text = texts[at] ?? ''
    const isRepeated = texts.filter((other) => other === text).length >= minRepeats
    return isRepeated || grammar.namesPool(text)
  })
}

/** Maximum number of lines between an entry and another line of its cells. */
const maxCellLines = 3
const maxCellStepEm = 1.5
const cellTolerancePt = 2

/**
 * True for a line close to an entry that starts where a cell of the entry starts: the rest of a long name or team. The
 * entry's number is further left.
 */
function isPartOfCell(lines: Line[], index: number, grammar: MeetGrammar): boolean {
  const line = lines[index]
  if (!line) return false
  const start = line.words[0]?.box[0] ?? 0
  return [-1, 1].some((direction) => {
    const near = listCloseLines(lines, index, direction)
    const isEntry = ({ words }: Line) =>
      (words[0]?.box[0] ?? 0) < start - line.font_size &&
      grammar.readFront(joinWords(words)) !== undefined
    const isAligned = ({ words }: Line) =>
      words.some(({ box }) => Math.abs(box[0] - start) <= cellTolerancePt)
    return near.some(isEntry) && near.some(isAligned)
  })
}

/** Returns the next lines, up to the first large gap between lines. */
function listCloseLines(lines: Line[], index: number, direction: number): Line[] {
  const close: Line[] = []
  for (let step = 1; step <= maxCellLines; step++) {
    const [last, next] = [lines[index + direction * (step - 1)], lines[index + direction * step]]
    if (!last || !next) break
    if (Math.abs(next.baseline - last.baseline) > maxCellStepEm * last.font_size) break
    close.push(next)
  }
  return close
}

function toKey({ baseline }: Line, text: string): string {
  return `${Math.round(baseline / baselineStepPt)} ${text.replace(/\d+/g, '#')}`
}

/**
 * True for `Page 3`, `Page 3 of 5` and `Some Meet - Page 3`, but not for a swimmer named Page: `2 Ida Page 12 Leeds`.
 */
function isPageNumber(text: string, grammar: MeetGrammar): boolean {
  if (/^[-–]?\s*\d{1,4}\s*[-–]?$/.test(text)) return true
  const before = grammar.dropPageNumber(text)
  const isLast = /^\D*\d+(?:\s*(?:\p{Ll}+|\/)\s*\d+)?\s*[-–]?$/u.test(text.slice(before.length))
  return grammar.hasPageNumber(text) && (before === '' || isLast)
}

/**
 * True if the line contains a title, an entry or the legs of a relay. Also tests each column's row, because the whole
 * line may not look like any of these. In a line that repeats exactly, a number may look like a time: `Sheet Program
 * 5.14`.
 */
function holdsContent(line: Line, lefts: number[], grammar: MeetGrammar, repeats = false): boolean {
  const text = joinWords(line.words)
  const isEntry = !repeats && (grammar.readFront(text) !== undefined || hasTime(text, grammar))
  return isEntry || [text, ...listRows(line, lefts)].some((row) => isContent(row, grammar))
}

/** Returns a line's row in each column. */
function listRows(line: Line | undefined, lefts: number[]): string[] {
  const columns = splitColumns(line?.words ?? [], lefts)
  return [...columns.values()].flatMap((words) => (words.length > 0 ? [joinWords(words)] : []))
}

/** True for a row that is a title, an entry or legs of a relay. */
function isContent(text: string, grammar: MeetGrammar): boolean {
  return (
    (grammar.parseEventTitle(text) ?? grammar.parseAnyEventTitle(text)) !== undefined ||
    grammar.parseHeatTitle(text) !== undefined ||
    grammar.isTableHeader(text) ||
    grammar.isAlternatesTitle(text) ||
    isReportTitle(text) ||
    relayLegs.test(text) ||
    /^\d\)/.test(text) ||
    grammar.looksLikeEntry(text)
  )
}

/**
 * True if the text contains a time. Columns do not share baselines, so one line may hold one column's times and another
 * column's table header.
 */
function hasTime(text: string, grammar: MeetGrammar): boolean {
  return text.split(' ').some((word) => /\d/.test(word) && grammar.isSeed(word))
}
