import type { Word } from '../../../domain/reading/reading.ts'
import { joinWords, measureGapEm } from '../../text/text-lines.ts'
import type { Line } from '../../text/build-lines.ts'
import { takeFirstCell } from '../grammar/joint-titles.ts'
import type { MeetGrammar } from '../grammar/grammar.ts'

/** Maximum difference between left edges that count as equal, in points. */
const leftTolerancePt = 4
const minColumnDistancePt = 120
const maxNameIndentPt = 30
/** Sum of Meet Manager's page margins and minimum gap between columns, in points. */
const pageMarginsPt = 28.8
const minGutterPt = 10

/**
 * Finds the left edges of the page columns from the titles, which start there. Ignores names that resemble titles,
 * because they are too close to a real title to start a column. Infers a column without titles from the spacing of the
 * others.
 */
export function findColumnLeftEdges(
  lines: Line[],
  pageWidth: number,
  grammar: MeetGrammar,
): number[] {
  const clusters: { at: number; count: number; heats: number }[] = []
  for (const { left, isHeat } of lines.flatMap((line) => listTitleStarts(line, grammar))) {
    const cluster = clusters.find(({ at }) => Math.abs(at - left) <= leftTolerancePt)
    if (cluster) cluster.count += 1
    else clusters.push({ at: left, count: 1, heats: 0 })
    if (isHeat) (cluster ?? clusters.at(-1) ?? { heats: 0 }).heats += 1
  }
  const lefts: number[] = []
  for (const { at, count, heats } of clusters.toSorted((a, b) => b.count - a.count)) {
    if (heats === count) continue
    if (lefts.every((other) => Math.abs(other - at) >= minColumnDistancePt)) lefts.push(at)
  }
  const sorted = lefts
    .toSorted((a, b) => a - b)
    .filter((left, at) => at === 0 || !cutsEntries(lines, left, grammar))
  const evenLefts = divideEvenly(sorted, lines, { pageWidth, grammar })
  if (evenLefts.slice(1).some((left) => cutsEntries(lines, left, grammar))) return sorted
  const isConsistent = sorted.every((left) =>
    evenLefts.some((one) => left - one >= -leftTolerancePt && left - one <= maxNameIndentPt),
  )
  return isConsistent ? evenLefts.map((one) => moveToTitle(one, sorted)) : sorted
}

/**
 * Moves an edge to a title on its left if the distance is within the tolerance, because otherwise the edge would cut
 * the title off.
 */
function moveToTitle(edge: number, titleLefts: number[]): number {
  return titleLefts.find((left) => left < edge && edge - left <= leftTolerancePt) ?? edge
}

/**
 * True if the edge cuts more entries than it separates. A cut entry has its lane and name on the left of the edge, and
 * its time on the right.
 */
export function cutsEntries(lines: Line[], left: number, grammar: MeetGrammar): boolean {
  let [cut, separated] = [0, 0]
  for (const { words } of lines) {
    const at = words.findIndex(({ box }) => box[0] >= left - leftTolerancePt)
    if (at < 0) continue
    const [before, after] = [words.slice(0, at), words.slice(at)]
    const isTimed = after.some(({ text }) => grammar.isSeed(text))
    if (isUntimedEntry(before, grammar) && isTimed) cut += 1
    else if (grammar.looksLikeEntry(joinWords(at > 0 ? before : after))) separated += 1
  }
  return cut > separated
}

function isUntimedEntry(words: Word[], grammar: MeetGrammar): boolean {
  const isNumbered = grammar.readFront(joinWords(words)) !== undefined
  return isNumbered && words.length > 1 && !words.some(({ text }) => grammar.isSeed(text))
}

/** Groups words by their column's left edge. */
export function splitColumns(words: Word[], lefts: number[]): Map<number, Word[]> {
  const columns = new Map<number, Word[]>(lefts.map((left) => [left, []]))
  for (const word of words) {
    const left = lefts.findLast((one) => one - leftTolerancePt <= word.box[0]) ?? lefts[0]
    if (left !== undefined) columns.get(left)?.push(word)
  }
  return columns
}

/** Divides the page into as many columns as the width of the narrowest table allows. */
function divideEvenly(
  lefts: number[],
  lines: Line[],
  { pageWidth, grammar }: { pageWidth: number; grammar: MeetGrammar },
): number[] {
  const [first = 0] = lefts
  const headers = lines.flatMap(({ words }) => findTableHeaders(words, grammar))
  const isInFirst = ({ left }: TableSpan) => left - first <= maxNameIndentPt
  const ofFirst = headers.filter(isInFirst)
  // Titles in the other columns may be indented, which would make a table seem narrower.
  const measured = ofFirst.length > 0 ? ofFirst : headers
  const width = Math.min(...measured.map((one) => measureTable(one, lefts))) + minGutterPt
  const count = Math.max(1, Math.floor(pageWidth / width))
  return Array.from(
    { length: count },
    (_, index) => first + (index * (pageWidth - pageMarginsPt)) / count,
  )
}

interface TableSpan {
  left: number
  right: number
}

/** Measures a table's width from the left edge of its column. */
function measureTable({ left, right }: TableSpan, lefts: number[]): number {
  const edge = lefts.find((one) => left - one >= 0 && left - one <= maxNameIndentPt)
  return right - (edge ?? left)
}

/**
 * Finds the table headers on a line. A header may share the line with text from other columns, so it ends at the time
 * title.
 */
function findTableHeaders(words: Word[], grammar: MeetGrammar): TableSpan[] {
  const headers: TableSpan[] = []
  for (let start = 0; start < words.length; start += 1) {
    const end = findTableEnd(words, start, grammar)
    const [first, last] = [words[start], words[end]]
    if (!first || !last) continue
    headers.push({ left: first.box[0], right: last.box[2] })
    start = end
  }
  return headers
}

/** Maximum number of words in a table header up to the time title. */
const maxHeaderWords = 16

/** Returns the index of the last title in a table header that starts at this word, or -1 if none does. */
function findTableEnd(words: Word[], start: number, grammar: MeetGrammar): number {
  const text = words[start]?.text
  const end = words.findIndex((word, at) => at > start && /^(?:Time|Prelims)$/.test(word.text))
  const next = words.findIndex((word, at) => at > start && word.text === text)
  const isLast = !words.slice(end + 1, next < 0 ? undefined : next).some(isNameTitle)
  if (end < 0 || end - start > maxHeaderWords || !isLast) return -1
  return grammar.isTableHeader(joinWords(words.slice(start, end + 1))) ? end : -1
}

/** True for a name column's title, which may come after the time title. */
function isNameTitle({ text }: Word): boolean {
  return /^(?:Name|Swimmer|Athlete)$/.test(text)
}

/** Returns the left edges of event, heat and table titles on a line. */
export function findTitleLefts({ words }: Line, grammar: MeetGrammar): number[] {
  return words.flatMap(({ box }, index) => (isTitleAt(words, index, grammar) ? [box[0]] : []))
}

/**
 * Returns the titles on a line. Marks heats whose event is on the same line: if all heats are marked, they do not start
 * a page column.
 */
function listTitleStarts(line: Line, grammar: MeetGrammar): { left: number; isHeat: boolean }[] {
  const [first, ...others] = findTitleLefts(line, grammar)
  if (first === undefined) return []
  const textFrom = (left: number, end = Infinity) =>
    joinWords(line.words.filter(({ box }) => box[0] >= left && box[0] < end))
  const hasEvent = grammar.parseEventTitle(textFrom(first, others[0])) !== undefined
  const isHeat = (left: number) => grammar.parseHeatTitle(textFrom(left)) !== undefined
  return [
    { left: first, isHeat: false },
    ...others.map((left) => ({ left, isHeat: hasEvent && isHeat(left) })),
  ]
}

/** Maximum number of words needed to recognise a title. */
const maxTitleWords = 8

function isTitleAt(words: Word[], index: number, grammar: MeetGrammar): boolean {
  if (!grammar.isTitleStart(words[index]?.text ?? '')) return false
  if (isNameAt(words, index, grammar)) return false
  const text = joinWords(words.slice(index, index + maxTitleWords))
  if (grammar.parseHeatTitle(text) ?? grammar.parseEventTitle(text)) return true
  if (grammar.isEventNumber(joinWords(takeFirstCell(words.slice(index))))) return true
  return grammar.isTableHeader(text) || grammar.isAlternatesTitle(text) || /^H\d+ L\d/.test(text)
}

/** Maximum gap between a lane or rank and the name, in ems. Gaps between columns are wider. */
const maxNumberGapEm = 2

/**
 * True for a name after a lane or rank. Some names resemble titles, and in an entry list they may outnumber the real
 * titles.
 */
function isNameAt(words: Word[], index: number, grammar: MeetGrammar): boolean {
  const [number, word] = [words[index - 1], words[index]]
  return (
    number !== undefined &&
    word !== undefined &&
    measureGapEm(number, word) < maxNumberGapEm &&
    grammar.looksLikeEntry(joinWords(words.slice(index - 1)))
  )
}
