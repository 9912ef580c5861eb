import type { Page, Word } from '../../../domain/reading/reading.ts'
import { buildLines, type Line } from '../../text/build-lines.ts'
import {
  joinWords,
  measureGapEm,
  type Segment,
  toSegment,
  toSegments,
} from '../../text/text-lines.ts'
import type { MeetGrammar } from './grammar.ts'
import type { RowColumn } from './table-header.ts'

interface Column {
  column: RowColumn
  title: string
  left: number
  right: number
}

/** One row of the table: the text below each title. */
export interface TableRow {
  page: number
  words: Word[]
  text: string
  cells: { column: RowColumn; title: string; text: string }[]
  /** True if a row of the table or its titles follow, so that this line may be a group heading. */
  is_above_rows: boolean
}

export interface RowTable {
  /** Lines above the table. */
  above: { page: number; words: Word[] }[]
  /** Columns of the first table. */
  columns: RowColumn[]
  rows: TableRow[]
}

const required: RowColumn[] = ['heat', 'lane']
/** Without one of these columns, headings state the event or swimmer for the rows below them. */
const groupable: RowColumn[] = ['event', 'name']
const minColumns = 4
/** No sheet needs more columns. The limit bounds the work that a hostile page causes. */
const maxColumns = 30
const maxColumnPt = 2000
/** Step size, in points, of the search for boundaries between columns. */
const stepPt = 1

/**
 * Finds a table like one printed from a spreadsheet: each row gives its heat and lane, and its event or swimmer. The
 * column titles may be repeated above each group of rows, in different positions. Returns undefined if no line contains
 * these titles.
 */
export function findRowTable(pages: Page[], grammar: MeetGrammar): RowTable | undefined {
  if (!pages.some(({ text }) => grammar.mayHaveRowTable(text))) return undefined
  const lines = pages.flatMap((page) =>
    buildLines(page.words).map((line) => ({ page: page.number, line })),
  )
  const titles = lines.map(({ line }) => readTitles(line, grammar))
  const first = titles.findIndex((one) => one !== undefined)
  const columns = titles[first]
  if (!columns) return undefined
  const above = lines.slice(0, first)
  // A heading directly above the titles may belong to the first group.
  const headings = new Set(above.slice(0, -1).map(({ line }) => joinWords(line.words)))
  const layout = assignColumns(lines, titles)
  const rows = lines.flatMap(({ page, line: { words } }, at) => {
    const own = layout[at]
    const text = joinWords(words)
    if (!own || titles[at] || at < first - 1 || headings.has(text)) return []
    const cells = splitCells(words, own.edges, own.columns)
    return [{ page, words, text, cells, is_above_rows: titles[at + 1] !== undefined }]
  })
  return {
    above: above.map(({ page, line }) => ({ page, words: line.words })),
    columns: columns.map(({ column }) => column),
    rows: rows.map((row, at) => {
      const next = rows[at + 1]
      return { ...row, is_above_rows: row.is_above_rows || (next !== undefined && isRow(next)) }
    }),
  }
}

/** True for a line with a number below the lane title, and text below the swimmer or time title. */
export function isRow({ cells }: Pick<TableRow, 'cells'>): boolean {
  const has = (wanted: RowColumn[], pattern: RegExp) =>
    cells.some(({ column, text }) => wanted.includes(column) && pattern.test(text))
  return has(['lane'], /^\D{0,3}\d{1,2}$/) && has(['name', 'seed', 'event', 'heat'], /\S/)
}

interface Layout {
  columns: Column[]
  edges: number[]
}

/**
 * Assigns each line to the columns of the titles above it or, if there are none, of the first titles. Title rows at the
 * same positions share their edges.
 */
function assignColumns(
  lines: { line: Line }[],
  titles: (Column[] | undefined)[],
): (Layout | undefined)[] {
  const toKey = (columns: Column[]) => columns.map(({ left }) => Math.round(left / 2)).join()
  const first = titles.find((one) => one !== undefined)
  let current = first
  const own = titles.map((one) => (current = one ?? current))
  const layouts = new Map<string, Layout>()
  for (const columns of titles.flatMap((one) => (one ? [one] : []))) {
    const key = toKey(columns)
    if (layouts.has(key)) continue
    const below = lines.flatMap(({ line }, at) => {
      const above = own[at]
      return !titles[at] && above && toKey(above) === key ? [line] : []
    })
    layouts.set(key, { columns, edges: findEdges(columns, below) })
  }
  return own.map((columns) => columns && layouts.get(toKey(columns)))
}

function readTitles(line: Line, grammar: MeetGrammar): Column[] | undefined {
  const cells = toSegments(line.words, 0)
  if (cells.length > maxColumns || /\d/.test(joinWords(line.words))) return undefined
  const columns = readInitials(
    cells.flatMap((cell) => splitTitles(cell, grammar)),
    grammar,
  )
  const has = (column: RowColumn) => columns.some((one) => one.column === column)
  const isTable = required.every(has) && groupable.some(has) && columns.length >= minColumns
  return isTable && columns.length <= maxColumns ? columns : undefined
}

/** Splits the titles of narrow columns, which nearly touch: `Heat Lane`. */
function splitTitles({ words, text, box }: Segment, grammar: MeetGrammar): Column[] {
  const { findRowColumn } = grammar
  const column = findRowColumn(text)
  const parts = words.map((word) => ({ word, column: findRowColumn(word.text) }))
  const [first, ...rest] = parts
  const isEventName = first?.column === 'event' && rest.some((part) => part.column === 'name')
  if (isEventName && rest.length === 1)
    return [{ column: 'other', title: text, left: box[0], right: box[2] }]
  if (column === 'other' && parts.length > 1) {
    const apart = splitAtGaps(words)
    if (apart.length > 1) return apart.flatMap((some) => splitTitles(toSegment(some, 0), grammar))
  }
  if (column !== 'other' || parts.some((part) => part.column === 'other'))
    return [{ column, title: text, left: box[0], right: box[2] }]
  return parts.map(({ word, column: own }) => ({
    column: own,
    title: word.text,
    left: word.box[0],
    right: word.box[2],
  }))
}

/** Maximum gap between the words of one title, in ems. */
const maxTitleGapEm = 0.5

function splitAtGaps(words: Word[]): Word[][] {
  const groups: Word[][] = []
  for (const word of words) {
    const last = groups.at(-1)?.at(-1)
    if (last && measureGapEm(last, word) <= maxTitleGapEm) groups.at(-1)?.push(word)
    else groups.push([word])
  }
  return groups
}

/** Reads the initials of event, heat and lane in neighbouring columns: `E  H  L`, `WK  L  B`. */
function readInitials(columns: Column[], grammar: MeetGrammar): Column[] {
  const isEvent = ({ column }: Column) => column === 'event'
  const kinds = ['event', ...required] as const
  const isLetter = (column: Column | undefined) => /^\p{L}$/u.test(column?.title ?? '')
  const at = columns.findIndex((_, index) => {
    const titles = columns.slice(index, index + kinds.length)
    const areKnown = kinds.every((kind, offset) => {
      const { title = '', column } = titles[offset] ?? {}
      return column === kind || (isLetter(titles[offset]) && grammar.isInitial(title, kind))
    })
    // The event's number is to the left of its name.
    const isNumber = isLetter(titles[0]) || !columns.slice(0, index).some(isEvent)
    return areKnown && isNumber && titles.some(isLetter)
  })
  if (at < 0) return columns
  return columns.map((column, index) => {
    const kind = kinds[index - at]
    // Another column, such as the event name, may have the title `Event`.
    if (kind === undefined)
      return column.column === 'event' ? { ...column, column: 'other' as const } : column
    return { ...column, column: kind }
  })
}

/** Puts the boundary between two columns where it crosses the fewest words, in the middle of the widest such gap. */
function findEdges(columns: Column[], lines: Line[]): number[] {
  const rows = lines.filter((line) => toSegments(line.words, 0).length >= minColumns)
  const words = rows.flatMap((line) => line.words)
  return columns.slice(1).map((next, at) => {
    const from = ((columns[at]?.left ?? 0) + (columns[at]?.right ?? 0)) / 2
    const width = Math.min(Math.max(stepPt, next.right - from), maxColumnPt)
    const steps = Array.from(
      { length: Math.floor(width / stepPt) },
      (_, index) => from + index * stepPt,
    )
    return findMiddle(steps, countCrossings(words, steps), { title: next.left, words })
  })
}

function countCrossings(words: Word[], steps: number[]): number[] {
  const [from = 0] = steps
  const crossings = steps.map(() => 0)
  for (const { box } of words) {
    const first = Math.max(0, Math.floor((box[0] - from) / stepPt) + 1)
    const end = Math.min(steps.length, Math.ceil((box[2] - from) / stepPt))
    for (let at = first; at < end; at++) crossings[at] = (crossings[at] ?? 0) + 1
  }
  return crossings
}

/**
 * Returns the middle of the gap with the fewest crossings. Prefers gaps directly before aligned words, first those near
 * the title, then the widest. Without such a gap, chooses the one that ends nearest to the title.
 */
function findMiddle(
  steps: number[],
  crossings: number[],
  { title, words }: { title: number; words: Word[] },
): number {
  const fewest = Math.min(...crossings)
  const runs: number[][] = []
  for (const [at, x] of steps.entries()) {
    if (crossings[at] !== fewest) continue
    const run = runs.at(-1)
    if (run && run.at(-1) === steps[at - 1]) run.push(x)
    else runs.push([x])
  }
  const alignedRuns = runs.filter((run) => isAligned(words, run.at(-1) ?? 0))
  const titled = alignedRuns.filter((run) => Math.abs((run.at(-1) ?? 0) - title) <= 2 * stepPt)
  const aligned = titled.length > 0 ? titled : alignedRuns
  const distance = (run: number[]) => Math.abs((run.at(-1) ?? 0) - title)
  const [run = [title]] =
    aligned.length > 0
      ? aligned.toSorted((a, b) => b.length - a.length)
      : runs.toSorted((a, b) => distance(a) - distance(b))
  return ((run[0] ?? title) + (run.at(-1) ?? title)) / 2
}

/** Fewer aligned words may be a coincidence. */
const minAligned = 3

/** True if, on nearly all lines, the next word after the boundary starts at the boundary. */
function isAligned(words: Word[], end: number): boolean {
  const next = new Map<number, number>()
  for (const { baseline, box } of words)
    if (box[0] >= end) next.set(baseline, Math.min(box[0], next.get(baseline) ?? Infinity))
  const starts = [...next.values()].filter((left) => left - end <= 2 * stepPt)
  return starts.length >= minAligned && starts.length >= alignedShare * next.size
}

const alignedShare = 0.9

function splitCells(words: Word[], edges: number[], columns: Column[]): TableRow['cells'] {
  const cells = columns.map((): Word[] => [])
  for (const word of words) cells[findCell(word, edges)]?.push(word)
  return columns.map(({ column, title }, at) => ({
    column,
    title,
    text: joinWords(cells[at] ?? []),
  }))
}

function findCell({ box }: Word, edges: number[]): number {
  const middle = (box[0] + box[2]) / 2
  const at = edges.findIndex((edge) => middle < edge)
  return at < 0 ? edges.length : at
}
