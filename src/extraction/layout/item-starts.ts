import type { ColumnName, TableLayout } from '../../domain/mapping/invoice-layout.ts'
import type { Word } from '../../domain/reading/reading.ts'
import { alignWords } from './align-words.ts'
import { type Column, distanceTo } from './table-header.ts'
import { isCurrency, isNumber } from '../values/numbers.ts'
import { compile, type Pattern } from './pattern.ts'
import { type TextLine, joinWords } from '../text/text-lines.ts'

/** The words of one line in one column. */
export interface CellPart {
  page: number
  column: ColumnName
  words: Word[]
  /** Whether it stands on the line that begins the item. */
  on_start: boolean
}

/** A line that begins an item, dealt out to the columns. */
export interface Start {
  line: TextLine
  parts: CellPart[]
}

/** The lines that fill all the columns of the layout's `start`, each with what fits. */
export function findStarts(layout: TableLayout, columns: Column[], lines: TextLine[]): Start[] {
  const needsNumber = columns.some(({ name, kind }) => name in layout.start && kind === 'number')
  return lines.flatMap((line) => {
    if (needsNumber && !/\d/.test(line.text)) return []
    const parts = alignLine(line, columns)
    return lackedBy(parts, layout, columns).length === 0 ? [{ line, parts }] : []
  })
}

/** What a line lacks to begin an item. */
export function lacksOf(line: TextLine, layout: TableLayout, columns: Column[]): ColumnName[] {
  return lackedBy(alignLine(line, columns), layout, columns)
}

function lackedBy(parts: CellPart[], { start }: TableLayout, columns: Column[]): ColumnName[] {
  return (Object.entries(start) as [ColumnName, string][]).flatMap(([name, source]) => {
    const column = columns.find((own) => own.name === name)
    const part = parts.find((own) => own.column === name)
    const isThere =
      column &&
      part &&
      isFilled(part, column, compile(source, 'u')) &&
      isInPlace(part, column, columns)
    return isThere ? [] : [name]
  })
}

/** Lines with a word for each pattern of a start; if no pattern tells, those of several pieces. */
export function likelyStarts({ start }: TableLayout, lines: TextLine[]): TextLine[] {
  const patterns = Object.values(start).filter((pattern) => pattern !== '')
  if (patterns.length === 0) return lines.filter(({ segments }) => segments.length >= 3)
  const tests = patterns.map((pattern) => compile(pattern, 'u'))
  return lines.filter((line) =>
    tests.every((test) => wordsOf(line).some(({ text }) => test.test(text))),
  )
}

function alignLine(line: TextLine, columns: Column[]): CellPart[] {
  const words = wordsOf(line)
  const aligned = alignWords(words, columns)
  return columns.flatMap(({ name }, index) => {
    const own = words.filter((_, word) => aligned[word] === index)
    if (name === 'other' || own.length === 0) return []
    return [{ page: line.page, column: name, words: own, on_start: true }]
  })
}

function isFilled({ words }: CellPart, { kind }: Column, pattern: Pattern): boolean {
  if (kind === 'text') return pattern.test(joinWords(words))
  const text = joinWords(words.filter((word) => !isCurrency(word.text)))
  return isNumber(text) && pattern.test(text)
}

/** Numbers within a description can be dealt to columns far off: those begin no item. */
function isInPlace({ words }: CellPart, column: Column, columns: Column[]): boolean {
  if (column.kind === 'text') return true
  const distance = (to: Column) => distanceTo(to, words[0]?.box[0] ?? 0, words.at(-1)?.box[2] ?? 0)
  const own = distance(column)
  return columns.every((other) => other.kind === 'number' || own <= distance(other))
}

function wordsOf({ segments }: TextLine): Word[] {
  return segments.flatMap(({ words }) => words)
}
