import type { InvoiceVocabulary, TotalName } from '../../../domain/mapping/invoice-vocabulary.ts'
import { besideReachEm } from '../../text/neighbours.ts'
import { isNumber } from '../../values/numbers.ts'
import type { Segment, TextLine } from '../../text/text-lines.ts'
import type { TableHeader } from './find-table-headers.ts'
import { indexVocabulary } from '../labels/vocabulary-index.ts'
import type { Phrases } from '../labels/phrases.ts'

/** Lines between the header row and the totals on one page. */
export interface TableBody {
  /** Undefined if the table continues without a header row. */
  header: TableHeader | undefined
  lines: TextLine[]
}

/** How many numbers a total line may contain (a quantity and an amount). A line with more is an item. */
const maxTotalNumbers = 2

/** Maximum number of words in a label. Longer text is a sentence. */
const maxLabelWords = 8

/** Maximum difference in vertical position, in points, between repetitions of page furniture. */
const samePositionPt = 3

/**
 * Finds the part of the table on each page and drops page furniture. Totals end the table or, if `groups` is set,
 * separate groups of items.
 */
export function findTableBodies(
  lines: TextLine[],
  headers: TableHeader[],
  vocabulary: InvoiceVocabulary,
  totalsAre: 'end' | 'groups',
): TableBody[] {
  const { totals, carried } = indexVocabulary(vocabulary)
  const furniture = findPageFurniture(lines)
  const bodies: TableBody[] = []
  let isOpen = false
  for (const page of new Set(lines.map((line) => line.page))) {
    const header = headers.find((each) => each.page === page)
    if (!header && !isOpen) continue
    const top = header?.baseline ?? -Infinity
    const below = lines.filter((line) => line.page === page && line.baseline > top)
    const end = findEnd(below, totals, totalsAre)
    isOpen = end < 0
    const body = end < 0 ? below : below.slice(0, end)
    const items = body.filter((line) => !isTotal(line, totals) && !isCarriedForward(line, carried))
    bodies.push({ header, lines: dropPageFurniture(items, furniture) })
  }
  return bodies
}

/** Returns the first line of the totals. An amount may be printed slightly above its label. */
function findEnd(
  lines: TextLine[],
  totals: Phrases<TotalName>,
  totalsAre: 'end' | 'groups',
): number {
  const from = totalsAre === 'end' ? 0 : lines.findLastIndex(isItem)
  const end = lines.findIndex(
    (line, at) => at >= from && isTotalBeside(line, lines[at - 1], totals),
  )
  const [before, line] = [lines[end - 1], lines[end]]
  return line && isAmountAbove(before, line) ? end - 1 : end
}

/** True for a line that starts with a total label and ends with an amount. */
function isTotal(line: TextLine, totals: Phrases<TotalName>): boolean {
  return startsWithTotalLabel(line, totals) && endsWithNumber(line)
}

function isTotalBeside(
  line: TextLine,
  before: TextLine | undefined,
  totals: Phrases<TotalName>,
): boolean {
  if (!startsWithTotalLabel(line, totals)) return false
  return endsWithNumber(line) || isAmountAbove(before, line)
}

export function startsWithTotalLabel(line: TextLine, totals: Phrases<TotalName>): boolean {
  const label = findFirstLabel(line)
  return (
    countNumbers(line) <= maxTotalNumbers &&
    label !== undefined &&
    label.words.length <= maxLabelWords &&
    totals.matchStart(label.text).length > 0
  )
}

function isCarriedForward(line: TextLine, carried: Phrases<'carried'>): boolean {
  const label = findFirstLabel(line)
  return label !== undefined && carried.matchStart(label.text).length > 0
}

function findFirstLabel({ segments }: TextLine): Segment | undefined {
  return segments.find(({ text }) => !isNumber(text))
}

/** True if the previous line contains only amounts and is only slightly above this one. */
function isAmountAbove(before: TextLine | undefined, { baseline, font_size }: TextLine): boolean {
  if (!before || baseline - before.baseline > besideReachEm * font_size) return false
  return before.segments.every(({ text }) => isNumber(text))
}

function endsWithNumber({ segments }: TextLine): boolean {
  const last = segments.at(-1)
  return last !== undefined && (isNumber(last.text) || isNumber(last.words.at(-1)?.text ?? ''))
}

function isItem(line: TextLine): boolean {
  return countNumbers(line) > maxTotalNumbers
}

/** Drops page furniture outside the items. Keeps every line between items, even lines that repeat. */
function dropPageFurniture(lines: TextLine[], furniture: Set<TextLine>): TextLine[] {
  const isCounted = (line: TextLine) => countNumbers(line) >= maxTotalNumbers
  const [first, last] = [lines.findIndex(isCounted), lines.findLastIndex(isCounted)]
  return lines.filter(
    (line, index) => (index >= first && index <= last && first >= 0) || !furniture.has(line),
  )
}

/**
 * Finds letterheads, footers and page numbers: text at the same vertical position on several pages that is equal except
 * for digits.
 */
function findPageFurniture(lines: TextLine[]): Set<TextLine> {
  const byText = new Map<string, TextLine[]>()
  for (const line of lines) {
    const text = line.text.replace(/\d+/g, '#')
    byText.set(text, [...(byText.get(text) ?? []), line])
  }
  const isRepeated = (line: TextLine, same: TextLine[]) =>
    same.some(
      (other) =>
        other.page !== line.page && Math.abs(other.baseline - line.baseline) <= samePositionPt,
    )
  return new Set([...byText.values()].flatMap((same) => same.filter((it) => isRepeated(it, same))))
}

function countNumbers({ segments }: TextLine): number {
  return segments.filter(({ text }) => isNumber(text)).length
}
