import type { Word } from '../../../domain/reading/reading.ts'
import type { Example } from '../example/example.ts'
import { isNearby, nearbyLineOffsets } from './item-lines.ts'

export const numberKeys = ['quantity', 'unit_price', 'amount'] as const
export type NumberKey = (typeof numberKeys)[number]

/** A vertical strip of the page with the same kind of number for many items. */
export interface NumberColumn {
  key: NumberKey
  left: number
  right: number
  /** Indexes of the items with a number in the strip. */
  items: Set<number>
  words: Set<Word>
}

/** One way to assign numbers to columns. A higher `cost` means less plausible. */
export interface ColumnChoice {
  columns: NumberColumn[]
  cost: number
}

const maxColumnsPerKey = 4

/**
 * Lists ways to assign the items' numbers to columns. There may be several, because two columns may contain equal
 * numbers (1 × 500 = 500).
 */
export function chooseNumberColumns(example: Example, rows: number[]): ColumnChoice[] {
  const options = numberKeys.map((key) => {
    const found = findColumns(example, rows, key)
    return found.length === 0 ? [undefined] : [...found, undefined]
  })
  const [quantities = [], prices = [], amounts = []] = options
  const choices = amounts.flatMap((amount) =>
    prices.flatMap((price) =>
      quantities.map((quantity) => [quantity, price, amount].filter((it) => it !== undefined)),
    ),
  )
  const available = options.filter((list) => list.length > 1).length
  return choices
    .filter((columns) => columns.length > 0 && !columns.some(overlapsOther))
    .map((columns) => ({ columns, cost: scoreColumns(columns, available, rows.length) }))
    .toSorted((a, b) => a.cost - b.cost)
}

function overlapsOther(one: NumberColumn, index: number, all: NumberColumn[]): boolean {
  return all.some((other, at) => at !== index && one.left <= other.right && other.left <= one.right)
}

/**
 * Scores a choice: in most tables, amounts come last, prices come before them, and every item has all of its numbers.
 */
function scoreColumns(columns: NumberColumn[], available: number, count: number): number {
  const byKey = new Map(columns.map((it) => [it.key, it]))
  const [quantity, price, amount] = numberKeys.map((key) => byKey.get(key))
  const missing = columns.reduce((sum, { items }) => sum + count - items.size, 0)
  return (
    4 * (available - columns.length) +
    (2 * missing) / Math.max(1, count) +
    (price && amount && price.left > amount.left ? 2 : 0) +
    (quantity && amount && quantity.left > amount.left ? 1 : 0)
  )
}

function findColumns(example: Example, rows: number[], key: NumberKey): NumberColumn[] {
  const hits = rows.flatMap((row, item) => {
    const value = example.reading.lines[item]?.[key]
    return value ? findNumber(example, row, value).map((word) => ({ word, item })) : []
  })
  const columns: NumberColumn[] = []
  for (const { word, item } of hits.toSorted((a, b) => a.word.box[0] - b.word.box[0])) {
    const [left, , right] = word.box
    const last = columns.at(-1)
    if (last && left <= last.right) {
      last.right = Math.max(last.right, right)
      last.items.add(item)
      last.words.add(word)
    } else columns.push({ key, left, right, items: new Set([item]), words: new Set([word]) })
  }
  const maxItems = Math.max(0, ...columns.map(({ items }) => items.size))
  return columns
    .filter(({ items }) => items.size >= maxItems * 0.8)
    .toSorted((a, b) => b.items.size - a.items.size)
    .slice(0, maxColumnsPerKey)
}

/** Returns words with this number on the item's line and on nearby lines. */
function findNumber(example: Example, row: number, value: string): Word[] {
  return nearbyLineOffsets
    .filter((step) => isNearby(example, row, row + step))
    .flatMap((step) => example.numbers[row + step] ?? [])
    .filter((it) => it.value === value)
    .map(({ word }) => word)
}
