import type { Word } from '../../../domain/reading/reading.ts'
import { joinWords, measureGapEm } from '../../text/text-lines.ts'
import {
  type Alignment,
  alignments,
  assignLines,
  endsWithHyphen,
  findLineHeight,
  isFullLine,
  spaceEm,
} from './cell-lines.ts'
import type { MeetGrammar } from './grammar.ts'

/** One line within one page column. */
interface SheetLine {
  page: number
  /** Left edge of the page column. */
  left: number
  words: Word[]
  text: string
}

/** A column of cells, relative to the left edge of its page column. */
interface TextColumn {
  left: number
  /** Right edge of the widest line, or the left edge of the next column if that is nearer. */
  right: number
  /** False for ages and times. */
  has_text: boolean
}

/** Rows of one table on one page, and the lines between them that may continue their cells. */
interface Block {
  rows: SheetLine[]
  parts: SheetLine[]
  /** Lines above the first row, which may also continue the last row of the block before this one. */
  first: SheetLine[]
  /** The block that continues the table on the next page or in the next page column. */
  next: Block | undefined
  /** True if the table starts in the block before this one. */
  continues: boolean
  columns: TextColumn[]
}

interface CellLine {
  baseline: number
  words: Word[]
}

/** For each row, the lines of each of its cells. */
type BlockCells = CellLine[][][]

const tolerancePt = 2
const minAligned = 3
/** Minimum share of rows with a word at the left edge of a column. */
const minShare = 0.15
const minCellGapEm = 0.7
const minGapEm = 1.1

/**
 * Joins, on all pages, the lines of names and teams that continue below or above the line with the row's number. Text continues only
 * where it reached the edge of its column, so that the next word did not fit. Lines that do not fit are left alone, and
 * are later reported as unread.
 */
export function joinWrappedRows(bodies: SheetLine[][], grammar: MeetGrammar): SheetLine[][] {
  const blocks = findBlocks(bodies, grammar)
  const wrapped = blocks.filter(
    ({ rows, first, parts, next }) =>
      rows.length > 0 && [first, parts, next?.first ?? []].some(({ length }) => length > 0),
  )
  if (wrapped.length === 0) return bodies
  const best = chooseAlignment(wrapped)
  if (!best) return bodies
  const replaced = new Map<SheetLine, SheetLine>()
  const dropped = new Set<SheetLine>()
  for (const [at, cells] of best.cells.entries()) {
    const block = wrapped[at]
    if (!cells || !block) continue
    for (const part of listParts(block, best.alignment)) dropped.add(part)
    for (const [index, row] of block.rows.entries())
      replaced.set(row, layOut(row, cells[index] ?? []))
  }
  return bodies.map((body) =>
    body.flatMap((row) => (dropped.has(row) ? [] : [replaced.get(row) ?? row])),
  )
}

interface Joined {
  alignment: Alignment
  /** For each block, its cells, or undefined if the alignment does not fit. */
  cells: (BlockCells | undefined)[]
  count: number
}

/** Chooses the alignment that fits the most blocks. Returns undefined if another fits as many in a different way. */
function chooseAlignment(blocks: Block[]): Joined | undefined {
  const joined = alignments.map((alignment) => {
    const cells = blocks.map((block) => joinBlock(block, alignment))
    return { alignment, cells, count: cells.filter(Boolean).length }
  })
  const [best, second] = joined.toSorted((a, b) => b.count - a.count)
  const isClear =
    best && (best.count > (second?.count ?? 0) || toText(best) === toText(second ?? best))
  return isClear && best.count > 0 ? best : undefined
}

function toText({ cells }: Joined): string {
  return JSON.stringify(
    cells.map((rows) =>
      rows?.map((row) => row.map((cell) => cell.map((line) => joinWords(line.words)))),
    ),
  )
}

function findBlocks(bodies: SheetLine[][], grammar: MeetGrammar): Block[] {
  const columns = new Map<number, TextColumn[]>()
  for (const left of new Set(bodies.flat().map((row) => row.left))) {
    const own = bodies.flat().filter((row) => row.left === left)
    columns.set(left, findColumns(own, grammar))
  }
  const blocks: Block[] = []
  let [isRelay, isOpen] = [false, false]
  let last: SheetLine | undefined
  for (const row of bodies.flat()) {
    const title = isTitle(row, grammar)
    isRelay = title?.is_relay ?? isRelay
    const before = isOpen ? last : undefined
    const isSameTable = before?.page === row.page && before.left === row.left
    last = row
    isOpen = !title && !isRelay
    if (!isOpen) continue
    const own = columns.get(row.left) ?? []
    const previous = blocks.at(-1)
    const block = isSameTable && previous ? previous : createBlock(own)
    if (isNumberedRow(row, own, grammar)) block.rows.push(row)
    else if (isPart(row, own, grammar))
      (block.rows.length > 0 ? block.parts : block.first).push(row)
    else {
      isOpen = false
      continue
    }
    if (block !== previous) blocks.push(block)
    if (before && previous && block !== previous) {
      previous.next = block
      block.continues = true
    }
  }
  return blocks
}

function createBlock(columns: TextColumn[]): Block {
  return { rows: [], first: [], parts: [], next: undefined, continues: false, columns }
}

/** Returns an object for a line that ends a table, with the kind of event if it is an event's title. */
function isTitle(
  { text, ...row }: SheetLine,
  grammar: MeetGrammar,
): { is_relay?: boolean } | undefined {
  const event = grammar.parseEventTitle(text)
  if (event) return { is_relay: grammar.isRelayName(event.name) }
  const isOther =
    grammar.parseHeatTitle(text) !== undefined ||
    grammar.readTableHeader({ ...row, text }) !== undefined ||
    grammar.parseSessionTitle(text) !== undefined ||
    grammar.isAlternatesTitle(text)
  return isOther ? {} : undefined
}

function isNumberedRow(row: SheetLine, columns: TextColumn[], grammar: MeetGrammar): boolean {
  const [number] = row.words
  const first = columns.find(({ has_text }) => has_text)
  return (
    number !== undefined &&
    first !== undefined &&
    number.box[0] - row.left < first.left - tolerancePt &&
    grammar.readFront(row.text) !== undefined
  )
}

/** True for a line that consists of text below the columns of names and teams. */
function isPart(row: SheetLine, columns: TextColumn[], grammar: MeetGrammar): boolean {
  const cells = splitCells(row.words, row.left, columns)
  const isTimed = row.words.some(({ text }) => /\d/.test(text) && grammar.isSeed(text))
  return cells !== undefined && !isTimed && !grammar.isNotice(row.text)
}

/** Finds the left edges at which the words of many rows are aligned. */
function findColumns(rows: SheetLine[], grammar: MeetGrammar): TextColumn[] {
  const numbered = rows.filter(
    (row) => grammar.readFront(row.text) !== undefined && !isTitle(row, grammar),
  )
  const clusters: { left: number; words: Word[] }[] = []
  for (const { words, text, left } of numbered) {
    const front = grammar.readFront(text)?.count ?? 1
    for (const [at, word] of words.entries()) {
      const before = words[at - 1]
      if (at < front || (before && measureGapEm(before, word) < minCellGapEm)) continue
      const start = word.box[0] - left
      const cluster = clusters.find((one) => Math.abs(one.left - start) <= tolerancePt)
      if (cluster) cluster.words.push(word)
      else clusters.push({ left: start, words: [word] })
    }
  }
  const common = clusters
    .filter(({ words }) => words.length >= Math.max(minAligned, minShare * numbered.length))
    .toSorted((a, b) => a.left - b.left)
  const columns = common.map(({ left, words }) => {
    const named = words.filter((word) => /\p{L}{2}/u.test(word.text) && !grammar.isSeed(word.text))
    return { left, right: Infinity, has_text: named.length * 2 > words.length }
  })
  return columns.map((column, at) => {
    const lines = rows.flatMap((row) => {
      const isRow = numbered.includes(row)
      const words = splitCells(row.words, row.left, columns, isRow)?.[at] ?? []
      return words.length > 0
        ? [{ count: words.length, right: (words.at(-1)?.box[2] ?? 0) - row.left }]
        : []
    })
    // A long word may be wider than its column.
    const several = lines.filter(({ count }) => count > 1)
    const widest = Math.max(
      ...(several.length >= minAligned ? several : lines).map((line) => line.right),
    )
    return { ...column, right: Math.min(columns[at + 1]?.left ?? Infinity, widest) }
  })
}

/**
 * Splits a line's words into the cells below the columns. Unless `is_row`, all words must belong to columns with text,
 * as in a line that only continues cells.
 */
function splitCells(
  words: Word[],
  left: number,
  columns: TextColumn[],
  isRow = false,
): Word[][] | undefined {
  const cells = columns.map((): Word[] => [])
  let at = -1
  for (const [index, word] of words.entries()) {
    const start = word.box[0] - left
    const own = columns.findIndex((column) => Math.abs(column.left - start) <= tolerancePt)
    const before = words[index - 1]
    const isApart = !before || measureGapEm(before, word) >= 1
    if (own > at) at = own
    else if (isApart || at < 0) {
      if (!isRow) return undefined
      if (isApart && at >= 0) break
      continue
    }
    if (!isRow && !columns[at]?.has_text) return undefined
    cells[at]?.push(word)
  }
  return cells
}

/** Returns the lines of each cell, or undefined if they do not fit the alignment or the width of their columns. */
function joinBlock(block: Block, alignment: Alignment): BlockCells | undefined {
  const { rows, next, columns } = block
  const rest = alignment === 'top' ? (next?.first ?? []) : []
  const own = listParts(block, alignment).filter((part) => !rest.includes(part))
  const above = [...rows, ...own].toSorted((a, b) => toBaseline(a) - toBaseline(b))
  const lines = [...above, ...moveBelow(rest, above.at(-1))]
  const split = lines.map((line) => splitCells(line.words, line.left, columns, rows.includes(line)))
  const [first] = rows
  const left = first?.left ?? 0
  const fontSize = first?.words[0]?.font_size ?? 0
  const byColumn = columns.map((_, column) =>
    split.flatMap((cells) => {
      const own = cells?.[column] ?? []
      return own[0] ? [{ baseline: own[0].baseline, words: own }] : []
    }),
  )
  const height = findLineHeight(byColumn, fontSize)
  const baselines = rows.map(toBaseline)
  const cells: BlockCells = rows.map(() => [])
  for (const [at, column] of columns.entries()) {
    if (!column.has_text) continue
    const assigned = assignLines(byColumn[at] ?? [], baselines, { alignment, height })
    if (!assigned?.every((cell) => isWrapped(cell, left + column.right))) return undefined
    for (const [row, cell] of assigned.entries()) cells[row]?.push(cell)
  }
  return cells
}

/** Lists the lines that belong to the block. Below the top line of a row, its other lines may be on the next page. */
function listParts({ first, parts, next, continues }: Block, alignment: Alignment): SheetLine[] {
  if (alignment !== 'top') return [...first, ...parts]
  return [...(continues ? [] : first), ...parts, ...(next?.first ?? [])]
}

/** Moves the rest of a row below its first lines, which are on another page or in another page column. */
function moveBelow(rest: SheetLine[], last: SheetLine | undefined): SheetLine[] {
  const [first] = rest
  if (!first || !last) return []
  const down = toBaseline(last) + (last.words[0]?.font_size ?? 0) - toBaseline(first)
  const right = last.left - first.left
  return rest.map((row) => ({
    ...row,
    left: last.left,
    words: row.words.map((word) => {
      const [left, top, end, bottom] = word.box
      const box: Word['box'] = [left + right, top + down, end + right, bottom + down]
      return { ...word, box, baseline: word.baseline + down }
    }),
  }))
}

function toBaseline({ words }: SheetLine): number {
  return words[0]?.baseline ?? 0
}

/** True if each line continues only because its next word did not fit. */
function isWrapped(lines: CellLine[], right: number): boolean {
  return lines
    .slice(1)
    .every(({ words: [next] }, at) => isFullLine(lines[at]?.words.at(-1), next, right))
}

/** Places all lines of a cell beside each other, within the width of their column. */
function layOut(row: SheetLine, cells: CellLine[][]): SheetLine {
  const wrapped = cells.filter((cell) => cell.some(({ baseline }) => baseline !== toBaseline(row)))
  if (wrapped.length === 0) return row
  const moved = new Set(wrapped.flat().flatMap((line) => line.words))
  const kept = row.words.filter((word) => !moved.has(word))
  const baseline = toBaseline(row)
  const placed = wrapped.flatMap((cell) => {
    const words = joinHyphens(cell.flatMap((line) => line.words))
    const left = Math.min(...words.map(({ box }) => box[0]))
    const others = [
      ...kept,
      ...wrapped.filter((one) => one !== cell).flatMap((one) => one.flatMap((line) => line.words)),
    ]
    const next = Math.min(...others.flatMap(({ box }) => (box[0] > left ? [box[0]] : [])))
    return placeWords(words, left, next)
  })
  const words = [...kept, ...placed]
    .map((word) => ({ ...word, baseline }))
    .toSorted((a, b) => a.box[0] - b.box[0])
  return { ...row, words, text: joinWords(words) }
}

/** Joins the parts of a name that was divided after its hyphen: `Roe-` and `Lake`. */
function joinHyphens(words: Word[]): Word[] {
  return words.reduce<Word[]>((joined, word) => {
    const last = joined.at(-1)
    if (!last || !endsWithHyphen(last.text)) return [...joined, word]
    const [left, top, right] = last.box
    const box: Word['box'] = [left, top, right + word.box[2] - word.box[0], word.box[3]]
    return [...joined.slice(0, -1), { ...last, text: last.text + word.text, box }]
  }, [])
}

/** Moves words beside each other, from `left` to before `next`. */
function placeWords(words: Word[], left: number, next: number): Word[] {
  const size = words[0]?.font_size ?? 0
  const gaps = spaceEm * size * (words.length - 1)
  const width = words.reduce((sum, { box }) => sum + box[2] - box[0], 0)
  const scale = Math.min(1, Math.max(0.01, (next - left - minGapEm * size - gaps) / width))
  let at = left
  return words.map((word) => {
    const [start, top, end, bottom] = word.box
    const right = at + scale * (end - start)
    const placed = { ...word, box: [at, top, right, bottom] as Word['box'] }
    at = right + spaceEm * size
    return placed
  })
}
