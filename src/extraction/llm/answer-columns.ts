import type { AnswerEntry, SheetAnswer } from '../../domain/heat-sheet/sheet-answer.ts'
import type { Word } from '../../domain/reading/reading.ts'
import type { Line } from '../text/build-lines.ts'
import { measureGapEm } from '../text/text-lines.ts'
import { findTokens, tokenize } from './tokens.ts'

/** Minimum distance between two columns' left edges, in points. */
const minColumnDistancePt = 120
const maxIndentPt = 30
const tolerancePt = 4
/** Maximum gap between a lane and the name, in ems. Gaps between columns are wider. */
const maxLaneGapEm = 2
const minGutterEm = 1

/**
 * Finds the left edges of the page columns from the swimmers in the answers: swimmers who share a row are in different
 * columns. Returns one edge for a page without columns, and none if swimmers share rows but no edges separate them.
 */
export function findAnswerColumns(lines: Line[], answer: SheetAnswer): number[] {
  const entries = answer.events.flatMap(({ heats }) => heats.flatMap((heat) => heat.entries))
  const names = listNames(entries)
  const starts = lines.map((line) => (isLegRow(line, entries) ? [] : listStarts(line, names)))
  if (starts.every((own) => own.length < 2)) return [0]
  const lefts: number[] = []
  for (const start of starts.flat().toSorted((a, b) => a - b)) {
    const last = lefts.at(-1)
    if (last === undefined || start - last >= minColumnDistancePt) lefts.push(start)
  }
  const edges = lefts.map((left, index) => (index === 0 ? left : moveToTitles(left, lines)))
  const isSeparated = starts.every((own, at) => separates(edges, own, lines[at]?.words ?? []))
  return isSeparated ? edges : []
}

function listNames(entries: AnswerEntry[]): string[][] {
  const names = entries.map(({ swimmer_name }) => tokenize(swimmer_name ?? ''))
  const distinct = new Map(names.map((name) => [name.join(' '), name]))
  return [...distinct.values()].filter(({ length }) => length > 1)
}

/** True for a row with several swimmers in one relay, who may also have individual swims. */
function isLegRow({ words }: Line, entries: AnswerEntry[]): boolean {
  const row = words.flatMap(({ text }) => tokenize(text))
  return entries.some(
    ({ legs }) => legs.filter((name) => findTokens(row, tokenize(name)) >= 0).length > 1,
  )
}

/** Returns the left edge of each swimmer on a line, including the lane. */
function listStarts({ words }: Line, names: string[][]): number[] {
  const tokens = words.flatMap((word, at) => tokenize(word.text).map((token) => ({ token, at })))
  const starts = new Set<number>()
  for (const index of tokens.keys()) {
    const rest = tokens.slice(index).map(({ token }) => token)
    const isName = names.some((name) => name.every((token, at) => rest[at] === token))
    if (isName) starts.add(startOfEntry(words, tokens[index]?.at ?? 0))
  }
  return [...starts]
}

function startOfEntry(words: Word[], at: number): number {
  const [lane, name] = [words[at - 1], words[at]]
  if (!name) return 0
  const hasLane =
    lane && /^\d{1,2}[.)]?$/.test(lane.text) && measureGapEm(lane, name) < maxLaneGapEm
  return hasLane ? lane.box[0] : name.box[0]
}

/** Moves a column's left edge to the start of its titles, because its entries may be indented. */
function moveToTitles(edge: number, lines: Line[]): number {
  const starts = lines.flatMap(({ words }) =>
    words.filter((word, at) => {
      const before = words[at - 1]
      return before === undefined || measureGapEm(before, word) >= minGutterEm
    }),
  )
  const near = starts.map(({ box }) => box[0]).filter((x) => x <= edge && edge - x <= maxIndentPt)
  return Math.min(edge, ...near)
}

/** True if each swimmer on the line is in a different column, and no word lies across an edge. */
function separates(edges: number[], starts: number[], words: Word[]): boolean {
  if (starts.length === 0) return true
  const columns = starts.map((x) => edges.findLastIndex((edge) => edge - tolerancePt <= x))
  const isAcross = ({ box }: Word) =>
    edges.slice(1).some((edge) => box[0] < edge - tolerancePt && box[2] > edge)
  return new Set(columns).size === starts.length && !words.some(isAcross)
}
