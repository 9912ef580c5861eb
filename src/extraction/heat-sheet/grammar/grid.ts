import type { Page, Word } from '../../../domain/reading/reading.ts'
import { buildLines } from '../../text/build-lines.ts'
import { joinWords, type Segment, toSegments } from '../../text/text-lines.ts'
import { alignments, assignLines, findLineHeight } from './cell-lines.ts'
import { type CellValues, isEmptyCell, readGridCells } from './grid-cells.ts'
import type { MeetGrammar } from './grammar.ts'
import { listPageLines, type PageLine } from './page-lines.ts'
import type { RowTable, TableRow } from './row-table.ts'
import { parseStartTime } from './times.ts'
import { toWordPattern } from './word-pattern.ts'

type Side = 'heat' | 'lane'

/** The titles of a grid's columns: `Lane 1   Lane 2`, `Heat 1   Heat 2`, `Lane   1   2`. */
interface GridTitles {
  side: Side
  text: string
  numbers: number[]
  edges: { left: number; right: number }[]
}

/** A row's heat or lane, at its left end. */
interface RowHead {
  number: number
  start: number | null
  words: Word[]
}

/** Part of a grid on one page. */
interface Grid {
  titles: GridTitles
  /** True for the part of a grid that continues on the next page. */
  continues: boolean
  lines: PageLine[]
}

type Block = { grid: Grid } | { line: PageLine }

const minTitles = 2
const maxNumber = 40

/**
 * Finds grids in which each cell is an entry: a row for each heat and a column for each lane, or the reverse. Returns
 * them as a table with one row per entry. Returns undefined if no line contains the titles of such columns.
 */
export function findGrids(pages: Page[], grammar: MeetGrammar): RowTable | undefined {
  const heads = createHeads(grammar)
  if (!pages.some(({ text }) => text.split('\n').some((line) => heads.mayBeTitles(line))))
    return undefined
  const lines = listPageLines(pages)
  const titles = lines.map((line) => heads.readTitles(line))
  if (
    !titles.some(
      (one, at) =>
        one && one.numbers.length >= minTitles && isGrid(one, lines.slice(at + 1), heads),
    )
  )
    return undefined
  const first = titles.findIndex((one) => one !== undefined)
  const isEvent = ({ text }: PageLine) => grammar.parseEventTitle(text) !== undefined
  const start = Math.max(0, lines.slice(0, first).findIndex(isEvent))
  const blocks = splitBlocks(lines.slice(start), titles.slice(start), grammar)
  return {
    above: lines.slice(0, start),
    columns: ['heat', 'lane', 'name', 'age', 'team', 'seed'],
    rows: reportEmptyEvents(readBlocks(blocks, heads, grammar), grammar),
  }
}

type Heads = ReturnType<typeof createHeads>

function createHeads(grammar: MeetGrammar) {
  const { vocabulary: words } = grammar
  const compile = (own: readonly string[], rest: string) =>
    new RegExp(`^${toWordPattern(own)}${rest}`, 'iu')
  const number = '\\s*(?:n[°ºo]\\.?|nr\\.?|#)?:?\\s*(?<number>\\d{1,2})\\.?'
  const sides = (['heat', 'lane'] as const).map((side) => ({
    side,
    word: compile(words[side], '$'),
    title: compile(words[side], `${number}$`),
    head: compile(words[side], `${number}(?![\\d.])(?<rest>.*)$`),
  }))
  const anyWord = toWordPattern([...words.heat, ...words.lane])
  const several = new RegExp(
    `${anyWord}\\D{0,4}\\d{1,2}\\s+${anyWord}\\D{0,4}\\d|^${anyWord}(?:\\s+\\d{1,2}\\.?){2,}$`,
    'iu',
  )
  return {
    /** A quick test for whole pages. */
    mayBeTitles: (text: string) => several.test(text.trim()),
    readTitles: (line: PageLine) => readTitles(line, sides),
    /** Reads `Heat 2`, `2` or `Heat 2 (9:30)`. */
    readHead: (words: Word[], side: Side): RowHead | undefined => {
      const text = joinWords(words)
      const pattern = sides.find((one) => one.side === side)?.head
      const found = /^(?<number>\d{1,2})\.?$/.exec(text)?.groups ?? pattern?.exec(text)?.groups
      if (found?.['number'] === undefined) return undefined
      const rest = found['rest'] ?? ''
      const isClear = !/\p{L}{3}/u.test(rest)
      return isClear
        ? { number: Number(found['number']), start: parseStartTime(rest), words }
        : undefined
    },
  }
}

function readTitles(
  { words, text: line }: PageLine,
  sides: { side: Side; word: RegExp; title: RegExp }[],
): GridTitles | undefined {
  const cells = toSegments(words, 0)
  if (cells.length > maxNumber) return undefined
  const [corner, ...others] = cells
  for (const { side, word, title } of sides) {
    const read = ({ text }: Segment) => Number(title.exec(text)?.groups?.['number'] ?? NaN)
    const isCorner = corner && Number.isNaN(read(corner))
    const isOther = isCorner && sides.some((one) => one.side !== side && one.word.test(corner.text))
    // The grid may have only one heat: `Lane   Heat 1`.
    if (
      isCorner &&
      !isOther &&
      corner.text.length > 1 &&
      !/^[\p{L}.]{1,12}(?:\s*\/\s*[\p{L}.]{1,12})?$/u.test(corner.text)
    )
      continue
    const titled = isCorner ? others : cells
    const numbered = titled.map(read)
    if (isRising(numbered) && (isOther || numbered.length >= minTitles))
      return { side, text: line, numbers: numbered, edges: toEdges(titled) }
    const bare = others.map(({ text }) =>
      /^\d{1,2}\.?$/.test(text) ? Number.parseInt(text, 10) : NaN,
    )
    if (corner && word.test(corner.text) && isRising(bare) && bare.length >= minTitles)
      return { side, text: line, numbers: bare, edges: toEdges(others) }
  }
  return undefined
}

function isRising(numbers: number[]): boolean {
  return (
    numbers.length > 0 &&
    numbers.every((number, at) => number <= maxNumber && number > (numbers[at - 1] ?? -1))
  )
}

function toEdges(cells: Segment[]): GridTitles['edges'] {
  return cells.map(({ box }) => ({ left: box[0], right: box[2] }))
}

function other(side: Side): Side {
  return side === 'heat' ? 'lane' : 'heat'
}

/** True if a row's heat or lane is to the left of the first column. */
function isGrid(titles: GridTitles, below: PageLine[], heads: Heads): boolean {
  const next = below.slice(0, 8).findIndex((line) => heads.readTitles(line) !== undefined)
  return below.slice(0, next < 0 ? 8 : next).some((line) => findHead(line, titles, heads))
}

function findHead(
  line: PageLine,
  { side, edges: [first] }: GridTitles,
  heads: Heads,
): RowHead | undefined {
  const [cell] = toSegments(line.words, 0)
  if (!cell || !first || cell.box[2] > first.left) return undefined
  return heads.readHead(cell.words, other(side))
}

/** Splits the lines into grids, which end at an event's title, and other lines. */
function splitBlocks(
  lines: PageLine[],
  titles: (GridTitles | undefined)[],
  grammar: MeetGrammar,
): Block[] {
  const blocks: Block[] = []
  let grid: Grid | undefined
  for (const [at, line] of lines.entries()) {
    const own = titles[at]
    const isApart = isAnnouncement(line, grammar)
    const isPageStart =
      grid?.lines.at(-1)?.page !== undefined && grid.lines.at(-1)?.page !== line.page
    if (own) grid = { titles: own, continues: false, lines: [] }
    else if (isOther(line.text, grammar)) grid = undefined
    else if (grid && isPageStart && !isApart)
      grid = { titles: grid.titles, continues: true, lines: [line] }
    else if (grid && !isApart) {
      grid.lines.push(line)
      continue
    }
    blocks.push(grid && !isApart ? { grid } : { line })
  }
  return blocks
}

/** True for an announcement across the columns, which does not belong to a cell. */
function isAnnouncement({ words, text }: PageLine, grammar: MeetGrammar): boolean {
  return grammar.isAnnouncement(text) && /\p{L}{3}/u.test(text) && toSegments(words, 0).length === 1
}

function isOther(text: string, grammar: MeetGrammar): boolean {
  return (
    grammar.parseEventTitle(text) !== undefined ||
    grammar.parseSessionTitle(text) !== undefined ||
    grammar.isDayTitle(text) ||
    grammar.isNotice(text) ||
    grammar.hasPageNumber(text)
  )
}

function readBlocks(blocks: Block[], heads: Heads, grammar: MeetGrammar): TableRow[] {
  const grids = blocks.flatMap((block) => ('grid' in block ? [block.grid] : []))
  const words = grids.flatMap(({ lines }) => lines.flatMap((line) => line.words))
  const entries = grids.map((grid) =>
    splitEntries(grid, heads)?.filter(({ cell }) => !isEmptyCell(cell, grammar)),
  )
  const values = readGridCells(
    entries.flatMap((own) => own?.map(({ cell }) => cell) ?? []),
    grammar,
  )
  return words.length === 0
    ? []
    : blocks.flatMap((block) => {
        if ('line' in block) return [toPlainRow(block.line)]
        const own = entries[grids.indexOf(block.grid)]
        if (!own) return block.grid.lines.map(toUnreadRow)
        return own.map((entry) => toRow(entry, values.get(entry.cell)))
      })
}

/** A cell's lines. */
export interface GridCell {
  page: number
  /** Width available for text. */
  width: number
  lines: Word[][]
}

interface GridEntry {
  /** The titles above the cell, which show the language. */
  title: string
  heat: number
  lane: number
  start: number | null
  cell: GridCell
}

/** Splits a grid into its cells. Returns undefined if the lines do not fit the rows. */
function splitEntries({ titles, lines }: Grid, heads: Heads): GridEntry[] | undefined {
  const rows = lines.flatMap((line) => findHead(line, titles, heads) ?? [])
  const words = lines.flatMap((line) => line.words)
  const [page] = lines
  const first = rows[0]?.words[0]
  if (!first || !page) return words.length === 0 ? [] : undefined
  const head = {
    left: Math.min(...rows.map((row) => row.words[0]?.box[0] ?? Infinity)),
    right: Math.max(...rows.map((row) => row.words.at(-1)?.box[2] ?? 0)),
  }
  const lefts = findColumnLefts([head, ...titles.edges], lines)
  const columns = lefts.map((left, at) => {
    const end = lefts[at + 1] ?? Infinity
    return buildLines(words.filter(({ box }) => box[0] >= left && box[0] < end))
  })
  const cells = columns.slice(1)
  const widths = cells.map((own) => measureWidth(own.map((line) => line.words)))
  const height = findLineHeight(cells, first.font_size)
  const baselines = rows.map((row) => row.words[0]?.baseline ?? 0)
  const assigned = alignments
    .map((alignment) => cells.map((own) => assignLines(own, baselines, { alignment, height })))
    .find((one) => one.every((column) => column !== undefined))
  // Anything else in the first column is a row that was not understood.
  if (!assigned || columns[0]?.length !== rows.length) return undefined
  return rows.flatMap(({ number, start }, row) =>
    titles.numbers.flatMap((title, column) => {
      const own = assigned[column]?.[row] ?? []
      if (own.length === 0) return []
      const [heat, lane] = titles.side === 'heat' ? [title, number] : [number, title]
      const cell = {
        page: page.page,
        width: widths[column] ?? 0,
        lines: own.map((line) => line.words),
      }
      return [
        { title: titles.text, heat, lane, start: titles.side === 'lane' ? start : null, cell },
      ]
    }),
  )
}

/** Fewer lines do not show how wide a column is. */
const minLines = 3

/** Returns the width of the widest line. Ignores single words, which may be wider than their column. */
function measureWidth(lines: Word[][]): number {
  const several = lines.filter(({ length }) => length > 1)
  const measured = several.length >= minLines ? several : lines
  const left = Math.min(...lines.map(([word]) => word?.box[0] ?? Infinity))
  return Math.max(...measured.map((words) => words.at(-1)?.box[2] ?? 0)) - left
}

const tolerancePt = 2

/**
 * Finds where each column's text starts, which may be to the left of its centred title. A column starts after the title
 * before it ends.
 */
function findColumnLefts(titles: { left: number; right: number }[], lines: PageLine[]): number[] {
  const starts = lines.flatMap(({ words }) => toSegments(words, 0).map(({ box }) => box[0]))
  return titles.map(({ left }, at) => {
    const before = titles[at - 1]
    if (!before) return -Infinity
    const own = starts.filter((start) => start > before.right && start <= left + tolerancePt)
    const count = (start: number) =>
      own.filter((one) => Math.abs(one - start) <= tolerancePt).length
    const usual = own.toSorted((a, b) => count(b) - count(a) || a - b)[0] ?? left
    return Math.min(usual, left) - tolerancePt
  })
}

function toRow(
  { title, heat, lane, start, cell }: GridEntry,
  values: CellValues | undefined,
): TableRow {
  const words = cell.lines.flat()
  const text = joinWords(words)
  const column = (name: TableRow['cells'][number]['column'], value: string) => ({
    column: name,
    title,
    text: value,
  })
  const cells = [
    column('heat', values ? String(heat) : '?'),
    column('lane', String(lane)),
    column('name', values ? values.name : text),
    column('age', values?.age ?? ''),
    column('team', values?.team ?? ''),
    column('seed', values?.seed ?? ''),
    ...(start === null
      ? []
      : [column('other', `${Math.floor(start / 60)}:${String(start % 60).padStart(2, '0')}`)]),
  ]
  return { page: cell.page, words, text, cells, is_above_rows: false }
}

function toPlainRow(line: PageLine): TableRow {
  return { ...line, cells: [], is_above_rows: false }
}

/** Returns a row that the reader reports. */
function toUnreadRow(line: PageLine): TableRow {
  const cells = [
    { column: 'heat' as const, title: '', text: '?' },
    { column: 'lane' as const, title: '', text: '0' },
    { column: 'name' as const, title: '', text: `${line.text} ??` },
  ]
  return { ...line, cells, is_above_rows: false }
}

/** Reports events whose grid was not found. */
function reportEmptyEvents(rows: TableRow[], grammar: MeetGrammar): TableRow[] {
  const isTitle = (row: TableRow | undefined) =>
    row !== undefined && row.cells.length === 0 && grammar.parseEventTitle(row.text) !== undefined
  return rows.flatMap((row, at) => {
    if (!isTitle(row)) return [row]
    const rest = rows.slice(at + 1)
    const end = rest.findIndex((one) => isTitle(one))
    const hasEntries = rest
      .slice(0, end < 0 ? rest.length : end)
      .some(({ cells }) => cells.length > 0)
    return hasEntries ? [row] : [row, toUnreadRow(row)]
  })
}
