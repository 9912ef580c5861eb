import type { Word } from '../../../domain/reading/reading.ts'
import type { Segment, TextLine } from '../../text/text-lines.ts'
import { type ColumnKind, type ColumnRoles, findColumnRoles } from '../labels/column-roles.ts'
import type { ColumnWord } from '../../../domain/mapping/invoice-vocabulary.ts'
import { normaliseLabel, type WordClasses } from '../labels/word-classes.ts'
import type { Numeral } from '../numerals/read-numerals.ts'
import { isMostlyOverlapping, type Span } from './geometry.ts'

export interface HeaderColumn extends Span {
  text: string
  roles: ColumnRoles
}

/** A table's header row, which may span several lines. */
export interface HeaderRow {
  page: number
  /** Index of the first and last line. */
  first: number
  last: number
  /** Baseline of the last line. */
  baseline: number
  columns: HeaderColumn[]
  /** Higher for each column kind that the header names, and lower for words without a known meaning. */
  score: number
}

const maxHeaderLines = 6
const maxHeightEm = 3.4
const maxHeaderRows = 8
const minScore = 1.2
const maxHeaderWords = 26
/** A header part merges with the part above it if they overlap by at least this fraction. */
const minOverlapShare = 0.3

const numericKinds: readonly ColumnKind[] = ['quantity', 'unit_price', 'amount']
const minorKinds: readonly ColumnKind[] = ['tax', 'discount', 'no', 'code', 'unit']

/** Finds header rows by their words. If several overlap, keeps the best. */
export function findHeaderRows(
  lines: TextLine[],
  numerals: Numeral[][],
  words: WordClasses<ColumnWord>,
): HeaderRow[] {
  const found = lines.flatMap((_, first) => findHeaderRowsFrom(first, lines, numerals, words))
  const chosen: HeaderRow[] = []
  for (const header of found.toSorted((a, b) => b.score - a.score)) {
    const isTaken = chosen.some((it) => it.first <= header.last && header.first <= it.last)
    if (!isTaken) chosen.push(header)
  }
  return chosen.slice(0, maxHeaderRows).toSorted((a, b) => a.first - b.first)
}

function findHeaderRowsFrom(
  first: number,
  lines: TextLine[],
  numerals: Numeral[][],
  words: WordClasses<ColumnWord>,
): HeaderRow[] {
  const start = lines[first] as TextLine
  const columns: StackedColumn[] = []
  const headers: HeaderRow[] = []
  for (let last = first; last < Math.min(lines.length, first + maxHeaderLines); last++) {
    const line = lines[last] as TextLine
    const height = line.baseline - start.baseline
    if (line.page !== start.page || height > maxHeightEm * (start.font_size || 9)) break
    if (hasValues(numerals[last] ?? [])) break
    const parts = line.segments.flatMap((segment) => splitSegment(segment, words))
    if (!addLine(columns, parts)) break
    const named = columns.map((column) => nameColumn(column, words))
    const score = scoreHeader(named, last - first + 1)
    if (score !== undefined)
      headers.push({
        page: start.page,
        first,
        last,
        baseline: line.baseline,
        columns: named,
        score,
      })
  }
  return headers
}

interface HeaderPart extends Span {
  text: string
}
interface StackedColumn extends Span {
  parts: string[]
}

/** True if the line has amounts or several numbers, as table content does. */
function hasValues(numerals: Numeral[]): boolean {
  const numbers = numerals.filter(({ isPercent }) => !isPercent)
  return (
    numbers.length >= 2 ||
    numbers.some(
      ({ decimals, hasCurrency, value }) => decimals === 2 || hasCurrency || value >= minAmount,
    )
  )
}

/**
 * Minimum number without cents that counts as an amount. Smaller numbers may be part of a header: `2024`, `Price per
 * 1000`.
 */
const minAmount = 10_000

/**
 * Adds a line to the columns above it. Returns false if one of its segments spans several columns, so that it cannot be
 * part of the header.
 */
function addLine(columns: StackedColumn[], parts: HeaderPart[]): boolean {
  const targets = parts.map((part) =>
    columns.filter((column) => isMostlyOverlapping(column, part, minOverlapShare)),
  )
  const isSpanning = targets.some(
    (matches, at) =>
      matches.length > 1 ||
      targets.some((other, index) => index < at && matches[0] && other[0] === matches[0]),
  )
  if (isSpanning) return false
  for (const [at, { left, right, text }] of parts.entries()) {
    const target = targets[at]?.[0]
    if (target) {
      target.left = Math.min(target.left, left)
      target.right = Math.max(target.right, right)
      target.parts.push(text)
    } else columns.push({ left, right, parts: [text] })
  }
  return true
}

function nameColumn(
  { left, right, parts }: StackedColumn,
  words: WordClasses<ColumnWord>,
): HeaderColumn {
  const text = parts.join(' ')
  const whole = findColumnRoles(text, words)
  const roles =
    Object.keys(whole).length > 0
      ? whole
      : Object.assign({}, ...parts.map((part) => findColumnRoles(part, words)))
  return { left, right, text, roles }
}

/** Splits a segment such as `Qty Price Amount` into three headers. */
function splitSegment(segment: Segment, words: WordClasses<ColumnWord>): HeaderPart[] {
  const whole = { left: segment.box[0], right: segment.box[2], text: segment.text }
  const { words: parts } = segment
  if (parts.length < 2 || parts.length > 8) return [whole]
  const kinds = new Set(parts.flatMap(({ text }) => findStrongKinds(findColumnRoles(text, words))))
  const roles = findColumnRoles(segment.text, words)
  const isOne =
    isNetOrGross(segment.text, words) || (parts.length === 2 && isPair(parts, roles, words))
  if (kinds.size < 2 || isOne) return [whole]
  return splitWords(parts, words)
}

/** True for `Total excl. VAT`, which names one column. */
function isNetOrGross(text: string, words: WordClasses<ColumnWord>): boolean {
  const label = normaliseLabel(text)
  return words.has(label, 'net_or_gross') && words.has(label, 'tax')
}

/** True for `Unit price` and `VAT rate`, but not for `Price VAT` and `Quantity Price`. */
function isPair(parts: Word[], roles: ColumnRoles, words: WordClasses<ColumnWord>): boolean {
  const [first, second] = parts.map(({ text }) => findColumnRoles(text, words))
  if (first?.unit_price === 1 && second?.tax === 1) return false
  if (first?.quantity === 1 && second?.unit_price === 1) return false
  return roles.unit_price === 1 || roles.amount === 1 || roles.tax === 1
}

const qualifierWords = /^(?:unit|total|net|line|prix|item|ext|harga|nama|jumlah|precio|prezzo)$/i

function splitWords(words: Word[], classes: WordClasses<ColumnWord>): HeaderPart[] {
  const parts: HeaderPart[] = []
  for (const { text, box } of words) {
    const last = parts.at(-1)
    const isNamed = Object.keys(findColumnRoles(text, classes)).length > 0
    if (last && (!isNamed || qualifierWords.test(last.text))) {
      last.text += ` ${text}`
      last.right = box[2]
    } else parts.push({ left: box[0], right: box[2], text })
  }
  return parts
}

function findStrongKinds(roles: ColumnRoles): ColumnKind[] {
  const kinds: ColumnKind[] = [...numericKinds, 'tax', 'discount', 'description']
  return kinds.filter((kind) => (roles[kind] ?? 0) >= 0.8)
}

/** Returns a score, or undefined if the line is not a header row. */
function scoreHeader(columns: HeaderColumn[], height: number): number | undefined {
  const kinds = new Set(
    columns.flatMap(({ roles }) =>
      (Object.keys(roles) as ColumnKind[]).filter((kind) => (roles[kind] ?? 0) >= 0.5),
    ),
  )
  const numeric = numericKinds.filter((kind) => kinds.has(kind)).length
  if (columns.length < 2 || numeric < 1 || kinds.size < 2) return undefined
  const named = columns.filter(({ roles }) => Object.keys(roles).length > 0).length
  const wordCount = columns.reduce((sum, { text }) => sum + text.split(' ').length, 0)
  const score =
    numeric +
    Number(kinds.has('description')) +
    0.5 * minorKinds.filter((kind) => kinds.has(kind)).length +
    0.15 * named -
    0.35 * (columns.length - named) -
    0.04 * height -
    (wordCount > maxHeaderWords ? 2 : 0)
  return score >= minScore ? score : undefined
}
