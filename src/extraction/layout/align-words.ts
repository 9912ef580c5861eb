import type { Word } from '../../domain/reading/reading.ts'
import { type TableColumn, distanceToColumn } from './table-header.ts'
import { isCurrency, isNumber, isPercent } from '../values/numbers.ts'
import { measureGapEm } from '../text/text-lines.ts'

/** Penalties, each equivalent to this distance in ems between a word and its column. */
const penalties = {
  textInNumberColumn: 1000,
  secondNumber: 60,
  emptyNumberColumn: 40,
  splitAfterCurrency: 5,
  splitPhrase: 8,
  /** Decides between columns that a word overlaps equally. */
  offCentre: 0.05,
}

interface Token {
  word: Word
  kind: 'number' | 'currency' | 'percent' | 'text'
}

interface Step {
  cost: number
  /** The column of the previous word. */
  from: number
}

/**
 * Assigns each word on a line to a column, so that columns never decrease from left to right. Finds the cheapest
 * assignment by dynamic programming over the words' distances and kinds.
 */
export function alignWords(words: Word[], columns: TableColumn[]): number[] {
  const steps: Step[][] = []
  let previous: Token | undefined
  for (const word of words) {
    const token = toToken(word)
    const before = steps.at(-1)
    steps.push(
      columns.map((column, to) => {
        const { cost, from } =
          before && previous
            ? findCheapestStep(before, [previous, token], columns.slice(0, to + 1))
            : { cost: scoreEmptyColumns(columns, 0, to), from: -1 }
        return { cost: cost + scorePlacement(token, column), from }
      }),
    )
    previous = token
  }
  return backtrack(steps, columns)
}

function toToken(word: Word): Token {
  return { word, kind: classifyWord(word.text) }
}

function classifyWord(text: string): Token['kind'] {
  if (isNumber(text)) return 'number'
  if (isCurrency(text)) return 'currency'
  return isPercent(text) ? 'percent' : 'text'
}

/**
 * For a pair of words whose second word is in the last given column, returns the cheapest column for the first word.
 */
function findCheapestStep(before: Step[], pair: [Token, Token], columns: TableColumn[]): Step {
  const to = columns.length - 1
  let best: Step = { cost: Infinity, from: 0 }
  for (let from = 0; from <= to; from++) {
    const costBefore = before[from]?.cost ?? Infinity
    if (costBefore >= best.cost) continue
    const between =
      from === to
        ? scoreRepetition(pair, columns[to])
        : scoreSplit(pair, columns[to]) + scoreEmptyColumns(columns, from + 1, to)
    if (costBefore + between < best.cost) best = { cost: costBefore + between, from }
  }
  return best
}

function scorePlacement({ word, kind }: Token, column: TableColumn): number {
  const [left, , right] = word.box
  const distance = distanceToColumn(column, left, right)
  const centreOffset = Math.abs(left + right - column.left - column.right) / 2
  const kindCost = isAllowed(kind, column) ? 0 : penalties.textInNumberColumn
  return (distance + penalties.offCentre * centreOffset) / word.font_size + kindCost
}

/**
 * True if the column may contain a word of this kind. Among number columns, only discounts contain percentages, but an
 * unread column may contain a tax rate.
 */
function isAllowed(kind: Token['kind'], column: TableColumn): boolean {
  if (kind === 'percent' && ['discount', 'other'].includes(column.name)) return true
  return column.kind === 'text' || kind === 'number' || kind === 'currency'
}

function scoreRepetition([one, other]: [Token, Token], column: TableColumn | undefined): number {
  const isSecond = one.kind === 'number' && other.kind === 'number' && column?.kind === 'number'
  return isSecond ? penalties.secondNumber : 0
}

/** Returns the cost of splitting a phrase: higher for smaller gaps, and zero if the column's edge is inside the gap. */
function scoreSplit([one, other]: [Token, Token], column: TableColumn | undefined): number {
  if (one.kind === 'currency') return penalties.splitAfterCurrency
  const edge = column?.left ?? 0
  if (one.word.box[2] <= edge && edge <= other.word.box[0]) return 0
  return penalties.splitPhrase * Math.max(0, 1 - Math.max(0, measureGapEm(one.word, other.word)))
}

function scoreEmptyColumns(columns: TableColumn[], from: number, to: number): number {
  let cost = 0
  for (let at = from; at < to; at++)
    if (columns[at]?.kind === 'number') cost += penalties.emptyNumberColumn
  return cost
}

function backtrack(steps: Step[][], columns: TableColumn[]): number[] {
  const totals = (steps.at(-1) ?? []).map(
    ({ cost }, column) => cost + scoreEmptyColumns(columns, column + 1, columns.length),
  )
  let column = totals.indexOf(Math.min(...totals))
  const aligned: number[] = []
  for (const step of steps.toReversed()) {
    aligned.push(column)
    column = step[column]?.from ?? 0
  }
  return aligned.reverse()
}
