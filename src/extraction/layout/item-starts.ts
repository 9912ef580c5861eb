import type { ColumnName, TableLayout } from '../../domain/mapping/invoice-layout.ts'
import type { Word } from '../../domain/reading/reading.ts'
import { alignWords } from './align-words.ts'
import { type TableColumn, distanceToColumn } from './table-header.ts'
import { isCurrency, isNumber } from '../values/numbers.ts'
import { compile, type Pattern } from './pattern.ts'
import { type TextLine, joinWords } from '../text/text-lines.ts'

/** The words in one column on one line. */
export interface CellPart {
  page: number
  column: ColumnName
  words: Word[]
  /** True if the part is on the item's first line. */
  on_first_line: boolean
}

/** The first line of an item, aligned to the columns. */
export interface ItemStart {
  line: TextLine
  parts: CellPart[]
}

/** Finds the lines that have content in every column required under `start`. */
export function findItemStarts(
  layout: TableLayout,
  columns: TableColumn[],
  lines: TextLine[],
): ItemStart[] {
  const rules = listStartRules(layout)
  const needsNumber = rules.every((way) =>
    columns.some(({ name, kind }) => name in way && kind === 'number'),
  )
  return lines.flatMap((line) => {
    if (needsNumber && !/\d/.test(line.text)) return []
    const parts = alignLine(line, columns)
    const isStart = rules.some((way) => findMissingColumns(parts, way, columns).length === 0)
    return isStart ? [{ line, parts }] : []
  })
}

function listStartRules({ start, or_start = [] }: TableLayout): TableLayout['start'][] {
  return [start, ...or_start]
}

/** Returns the required columns in which the line has no content. */
export function listMissingColumns(
  line: TextLine,
  layout: TableLayout,
  columns: TableColumn[],
): ColumnName[] {
  return findMissingColumns(alignLine(line, columns), layout.start, columns)
}

function findMissingColumns(
  parts: CellPart[],
  start: TableLayout['start'],
  columns: TableColumn[],
): ColumnName[] {
  return (Object.entries(start) as [ColumnName, string][]).flatMap(([name, source]) => {
    const column = columns.find((own) => own.name === name)
    const part = parts.find((own) => own.column === name)
    const isPresent =
      column &&
      part &&
      isFilled(part, column, compile(source, 'exact case')) &&
      isNearOwnColumn(part, column, columns)
    return isPresent ? [] : [name]
  })
}

/**
 * Finds lines with a word for each `start` pattern. If there are no patterns, finds lines with at least three segments.
 */
export function findLikelyStarts(layout: TableLayout, lines: TextLine[]): TextLine[] {
  const patterns = layout.or_start
    ? []
    : Object.values(layout.start).filter((pattern) => pattern !== '')
  if (patterns.length === 0) return lines.filter(({ segments }) => segments.length >= 3)
  const tests = patterns.map((pattern) => compile(pattern, 'exact case'))
  return lines.filter((line) =>
    tests.every((test) => listWords(line).some(({ text }) => test.test(text))),
  )
}

function alignLine(line: TextLine, columns: TableColumn[]): CellPart[] {
  const words = listWords(line)
  const aligned = alignWords(words, columns)
  return columns.flatMap(({ name }, index) => {
    const own = words.filter((_, word) => aligned[word] === index)
    if (name === 'other' || own.length === 0) return []
    return [{ page: line.page, column: name, words: own, on_first_line: true }]
  })
}

function isFilled({ words }: CellPart, { kind }: TableColumn, pattern: Pattern): boolean {
  if (kind === 'text') return pattern.test(joinWords(words))
  const text = joinWords(words.filter((word) => !isCurrency(word.text)))
  return isNumber(text) && pattern.test(text)
}

/** False for a number in a description that alignment has assigned to a distant column. */
function isNearOwnColumn(
  { words }: CellPart,
  column: TableColumn,
  columns: TableColumn[],
): boolean {
  if (column.kind === 'text') return true
  const distance = (to: TableColumn) =>
    distanceToColumn(to, words[0]?.box[0] ?? 0, words.at(-1)?.box[2] ?? 0)
  const own = distance(column)
  return columns.every((other) => other.kind === 'number' || own <= distance(other))
}

function listWords({ segments }: TextLine): Word[] {
  return segments.flatMap(({ words }) => words)
}
