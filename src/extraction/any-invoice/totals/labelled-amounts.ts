import { hasLetters, type Segment, type TextLine, joinWords } from '../../text/text-lines.ts'
import type { TotalWord } from '../../../domain/mapping/invoice-vocabulary.ts'
import { type TotalRoles, findTotalRoles } from '../labels/total-roles.ts'
import type { WordClasses } from '../labels/word-classes.ts'
import type { Numeral } from '../numerals/read-numerals.ts'
import type { ColumnKind } from '../labels/column-roles.ts'
import type { HeaderIndex } from '../rows/header-index.ts'
import { edgeDistance, overlap } from '../rows/geometry.ts'
import { isCurrency } from '../../values/numbers.ts'

/** A number with the label beside or above it. */
export interface LabelledAmount {
  numeral: Numeral
  value: number
  label: string
  roles: TotalRoles
  /** True if the label is a column header. */
  isInColumn: boolean
}

interface Label {
  text: string
  roles: TotalRoles
  isInColumn?: boolean
  /** Distance from the number, in points. */
  distance: number
}

// Vertical distances in ems.
const rowAboveReachEm = 3.4
const aboveReachEm = 3.2
/** The two lines of a wrapped label are half a line above and half a line below the amount. */
const sameLineEm = 0.8
/** A label above the amount takes precedence over a label farther to the left than this, in points. */
const maxLeftDistance = 140
const maxAdjacentDistance = 60

export interface LabelIndex {
  findLabel(numeral: Numeral): Pick<LabelledAmount, 'label' | 'roles' | 'isInColumn'>
  /** Returns the roles of the first segment with letters on a line. */
  findLineRoles(line: number): TotalRoles
}

/** Finds labels for a document's amounts, assuming one number style. */
export function createLabelIndex(
  lines: TextLine[],
  numerals: Numeral[][],
  words: WordClasses<TotalWord>,
  headers: HeaderIndex,
): LabelIndex {
  const segmentRoles = lines.map(({ segments }) =>
    segments.map((segment) => findTotalRoles(dropAmounts(segment.text), words)),
  )
  const search = { lines, numerals, words, segmentRoles, headers }
  return {
    findLabel(numeral) {
      const left = findLeft(numeral, search)
      const label =
        findInRowAbove(numeral, left, search) ??
        findInTableHeader(numeral, search) ??
        (left && hasRoles(left.roles) ? left : undefined) ??
        (!left || left.distance > maxLeftDistance ? findAbove(numeral, search) : undefined) ??
        left
      const isInColumn = label?.isInColumn ?? false
      return { label: label?.text ?? '', roles: label?.roles ?? {}, isInColumn }
    },
    findLineRoles(line) {
      const at = lines[line]?.segments.findIndex(({ text }) => hasLetters(text)) ?? -1
      return segmentRoles[line]?.[at] ?? {}
    },
  }
}

interface LabelSearch {
  lines: TextLine[]
  numerals: Numeral[][]
  words: WordClasses<TotalWord>
  segmentRoles: TotalRoles[][]
  headers: HeaderIndex
}

function hasRoles(roles: TotalRoles): boolean {
  return Object.keys(roles).length > 0
}

/** Removes amounts from a label: `VAT 19% 12.00` → `VAT 19%`. */
function dropAmounts(text: string): string {
  return text.replace(/[-–(]?\s*[$€£¥₹]?\s*\d[\d.,' ]*\)?\s*%?/g, (number) =>
    number.endsWith('%') ? number : ' ',
  )
}

/**
 * Finds labels in a row above a row of values: `Base | Rate | VAT | Total`. Such labels take precedence over text to
 * the left of the value.
 */
function findInRowAbove(
  numeral: Numeral,
  left: Label | undefined,
  search: LabelSearch,
): Label | undefined {
  for (const index of listLinesAbove(numeral, rowAboveReachEm, search.lines)) {
    const roles = search.segmentRoles[index] ?? []
    const named = roles.filter(hasRoles).length
    const isValueRow = (search.numerals[index] ?? []).some(({ isPercent }) => !isPercent)
    if (isValueRow || named < 2) continue
    const segments = search.lines[index]?.segments ?? []
    const above =
      findByOrder(numeral, segments, search.lines[numeral.line]?.segments ?? []) ??
      findNearestColumn(numeral, segments)
    if (!above) continue
    const hasAdjacentLabel =
      left !== undefined && hasRoles(left.roles) && left.distance <= maxAdjacentDistance
    if (hasAdjacentLabel && named < 3) return undefined
    return { text: above.segment.text, roles: roles[above.at] ?? {}, distance: 0, isInColumn: true }
  }
  return undefined
}

/** Uses column headers as labels in a row with several numbers, as in a tax summary. */
function findInTableHeader(
  numeral: Numeral,
  { lines, numerals, words, headers }: LabelSearch,
): Label | undefined {
  // A number in a label, such as `PPh Pasal 23`, is not a value.
  const values = (numerals[numeral.line] ?? []).filter(
    ({ isPercent, followsWord, hasCurrency }) => !isPercent && (!followsWord || hasCurrency),
  )
  if (values.length < 2) return undefined
  const header = headers.findNearestHeader(numeral)
  const hasColumn = (kind: ColumnKind) =>
    header?.columns.some(({ roles }) => (roles[kind] ?? 0) >= 0.8)
  if (!hasColumn('tax')) return undefined
  if (hasColumn('quantity') && !isSumOfColumns(values, lines, headers)) return undefined
  const column = headers.findColumn(numeral, header)
  return (
    column && {
      text: column.text,
      roles: findTotalRoles(column.text, words),
      distance: 0,
      isInColumn: true,
    }
  )
}

/** True for a row of sums below an item table, which has no text, no quantity and no price. */
function isSumOfColumns(values: Numeral[], lines: TextLine[], headers: HeaderIndex): boolean {
  const isInColumn = (numeral: Numeral, kind: ColumnKind) =>
    headers.getAgreement(numeral, kind) >= 0.8
  const isItem = values.some((it) => isInColumn(it, 'quantity') || isInColumn(it, 'unit_price'))
  return !isItem && !hasLetters(lines[values[0]?.line ?? -1]?.text ?? '')
}

/**
 * Matches labels and values by order if there are equally many, because a centred label may be nearer to the next
 * right-aligned value.
 */
function findByOrder(numeral: Numeral, labels: Segment[], values: Segment[]) {
  const isRow = values.length === labels.length && values.every(({ text }) => /\d/.test(text))
  if (labels.length < minOrderedLabels || !isRow) return undefined
  const at = values.findIndex(({ words }) => numeral.words.every((word) => words.includes(word)))
  const segment = labels[at]
  return segment && { segment, at }
}

const minOrderedLabels = 3

function findNearestColumn(numeral: Numeral, segments: Segment[]) {
  let best: { segment: Segment; at: number; distance: number } | undefined
  for (const [at, segment] of segments.entries()) {
    const span = { left: segment.box[0], right: segment.box[2] }
    const distance = edgeDistance(numeral, span)
    if (overlap(span, numeral) <= 0 && distance >= 8) continue
    if (!best || distance < best.distance) best = { segment, at, distance }
  }
  return best
}

/**
 * Returns the nearest text to the left that names a total, because remarks may come between the label and the amount.
 * If no text names a total, returns the nearest text.
 */
function findLeft(numeral: Numeral, { lines, words }: LabelSearch): Label | undefined {
  let fallback: Label | undefined
  for (const index of [numeral.line, numeral.line - 1, numeral.line + 1]) {
    const line = lines[index]
    if (!line || line.page !== numeral.page) continue
    if (Math.abs(line.baseline - numeral.baseline) >= sameLineEm * numeral.font_size) continue
    for (const segment of line.segments.toReversed()) {
      const before = segment.words.filter(({ box }) => box[0] < numeral.left - 1)
      const last = before.at(-1)
      const text = joinWords(before)
      if (!last || !hasLetters(text) || isCurrency(text)) continue
      const isProse = before.length >= minProseWords && continuesInProse(numeral, segment)
      const label = {
        text,
        roles: isProse ? {} : findTotalRoles(dropAmounts(text), words),
        distance: numeral.left - last.box[2],
      }
      if (hasRoles(label.roles)) return label
      fallback ??= label
    }
  }
  return fallback
}

/** Minimum number of words before an amount in a sentence. Fewer words may be a label, even if a sentence follows. */
const minProseWords = 4

/** True if a sentence continues after the amount: `The invoice total includes wages of 718.75 EUR paid …`. */
function continuesInProse({ right }: Numeral, { words }: Segment): boolean {
  const next = words.find(({ text, box }) => box[0] > right - 1 && !isCurrency(text))
  return next !== undefined && /^\p{Ll}{2}/u.test(next.text)
}

function findAbove(numeral: Numeral, { lines, words }: LabelSearch): Label | undefined {
  for (const index of listLinesAbove(numeral, aboveReachEm, lines)) {
    const segmentAbove = lines[index]?.segments.findLast(
      ({ box }) => box[0] < numeral.right && box[2] > numeral.left,
    )
    if (!segmentAbove) continue
    // `Amount due  €` with the amount on the next line.
    const label = isCurrency(segmentAbove.text)
      ? lines[index]?.segments.findLast(({ box }) => box[2] < segmentAbove.box[0])
      : segmentAbove
    if (!label || !hasLetters(label.text)) return undefined
    return { text: label.text, roles: findTotalRoles(dropAmounts(label.text), words), distance: 0 }
  }
  return undefined
}

function listLinesAbove(
  { line, page, baseline, font_size }: Numeral,
  reachEm: number,
  lines: TextLine[],
): number[] {
  const found: number[] = []
  for (let index = line - 1; index >= 0; index--) {
    const other = lines[index]
    if (!other || other.page !== page || baseline - other.baseline >= reachEm * font_size) break
    found.push(index)
  }
  return found
}

/** Removes the colon after a label. */
export function trimLabel(label: string): string {
  return label.replace(/[\s:]+$/, '').trim()
}
