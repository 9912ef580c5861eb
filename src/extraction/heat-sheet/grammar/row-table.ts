import type { Page, Word } from '../../../domain/reading/reading.ts'
import { buildLines, type Line } from '../../text/build-lines.ts'
import { joinWords, type Segment, toSegments } from '../../text/text-lines.ts'
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
}

export interface RowTable {
  /** Lines above the table. */
  above: { page: number; words: Word[] }[]
  rows: TableRow[]
}

const required: RowColumn[] = ['event', 'heat', 'lane', 'name']
/** No sheet needs more columns. The limit bounds the work that a hostile page causes. */
const maxColumns = 30
const maxColumnPt = 2000
/** Boundaries between columns are searched for in steps of this size, in points. */
const stepPt = 1

/**
 * Finds a table exported from a spreadsheet, in which each row states its event, heat and lane. Returns undefined if no
 * line has all of these titles.
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
  const headings = new Set(above.map(({ line }) => joinWords(line.words)))
  const body = lines.filter(
    ({ line }, at) =>
      at > first && titles[at] === undefined && !headings.has(joinWords(line.words)),
  )
  const edges = findEdges(
    columns,
    body.map(({ line }) => line),
  )
  return {
    above: above.map(({ page, line }) => ({ page, words: line.words })),
    rows: body.map(({ page, line: { words } }) => ({
      page,
      words,
      text: joinWords(words),
      cells: splitCells(words, edges, columns),
    })),
  }
}

function readTitles(line: Line, grammar: MeetGrammar): Column[] | undefined {
  const columns = toSegments(line.words, 0).flatMap((cell) => splitTitles(cell, grammar))
  const isTable = required.every((column) => columns.some((one) => one.column === column))
  return isTable && columns.length <= maxColumns ? columns : undefined
}

/** Splits the titles of narrow columns, which nearly touch: `Heat Lane`. */
function splitTitles({ words, text, box }: Segment, { findRowColumn }: MeetGrammar): Column[] {
  const column = findRowColumn(text)
  const parts = words.map((word) => ({ word, column: findRowColumn(word.text) }))
  if (column !== 'other' || parts.some((part) => part.column === 'other'))
    return [{ column, title: text, left: box[0], right: box[2] }]
  return parts.map(({ word, column: own }) => ({
    column: own,
    title: word.text,
    left: word.box[0],
    right: word.box[2],
  }))
}

/** Puts the boundary between two columns where it crosses the fewest words, in the middle of the widest such gap. */
function findEdges(columns: Column[], lines: Line[]): number[] {
  const rows = lines.filter((line) => toSegments(line.words, 0).length >= required.length)
  const words = rows.flatMap((line) => line.words)
  return columns.slice(1).map((next, at) => {
    const from = ((columns[at]?.left ?? 0) + (columns[at]?.right ?? 0)) / 2
    const width = Math.min(Math.max(stepPt, next.right - from), maxColumnPt)
    const steps = Array.from(
      { length: Math.floor(width / stepPt) },
      (_, index) => from + index * stepPt,
    )
    return findMiddle(steps, countCrossings(words, steps), next.left)
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

/** Returns the middle of the run of fewest crossings that ends nearest to the title. */
function findMiddle(steps: number[], crossings: number[], title: number): number {
  const fewest = Math.min(...crossings)
  const runs: number[][] = []
  for (const [at, x] of steps.entries()) {
    if (crossings[at] !== fewest) continue
    const run = runs.at(-1)
    if (run && run.at(-1) === steps[at - 1]) run.push(x)
    else runs.push([x])
  }
  const distance = (run: number[]) => Math.abs((run.at(-1) ?? 0) - title)
  const [run = [title]] = runs.toSorted((a, b) => distance(a) - distance(b))
  return ((run[0] ?? title) + (run.at(-1) ?? title)) / 2
}

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
