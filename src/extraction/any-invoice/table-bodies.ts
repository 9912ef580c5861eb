import type { InvoiceVocabulary, TotalName } from '../../domain/mapping/invoice-vocabulary.ts'
import { besideReachEm } from '../text/neighbours.ts'
import { isNumber } from '../values/numbers.ts'
import type { Segment, TextLine } from '../text/text-lines.ts'
import type { Head } from './find-table-headers.ts'
import { indexVocabulary } from './vocabulary-index.ts'
import type { Phrases } from './phrases.ts'

/** The lines under a table's head on one page, down to its totals. */
export interface Body {
  /** Undefined where the table goes on without a head. */
  head: Head | undefined
  lines: TextLine[]
}

/** A line with more numbers than a total quantity and a total is an item, whatever its first word. */
const mostNumbers = 2

/** In words: what is longer is a sentence. */
const longestLabel = 8

/** In points: what repeats from page to page stands in the same place. */
const samePlace = 3

/**
 * The table's part of every page from its head on, without what is printed on every page. Totals end a table, but those
 * of `groups` stand within it.
 */
export function findBodies(
  lines: TextLine[],
  heads: Head[],
  vocabulary: InvoiceVocabulary,
  totalsAre: 'end' | 'groups',
): Body[] {
  const { totals, carried } = indexVocabulary(vocabulary)
  const furniture = findFurniture(lines)
  const bodies: Body[] = []
  let isOpen = false
  for (const page of new Set(lines.map((line) => line.page))) {
    const head = heads.find((each) => each.page === page)
    if (!head && !isOpen) continue
    const top = head?.baseline ?? -Infinity
    const below = lines.filter((line) => line.page === page && line.baseline > top)
    const end = endOf(below, totals, totalsAre)
    isOpen = end < 0
    const body = end < 0 ? below : below.slice(0, end)
    const items = body.filter((line) => !isTotal(line, totals) && !isCarried(line, carried))
    bodies.push({ head, lines: withoutEdges(items, furniture) })
  }
  return bodies
}

/** Where the totals begin; the first of them may stand a little higher than its name. */
function endOf(lines: TextLine[], totals: Phrases<TotalName>, totalsAre: 'end' | 'groups'): number {
  const from = totalsAre === 'end' ? 0 : lines.findLastIndex(isItem)
  const end = lines.findIndex(
    (line, at) => at >= from && isTotalBeside(line, lines[at - 1], totals),
  )
  const [before, line] = [lines[end - 1], lines[end]]
  return line && isAmountOf(before, line) ? end - 1 : end
}

/** A line that begins with the name of a total and ends with an amount. */
export function isTotal(line: TextLine, totals: Phrases<TotalName>): boolean {
  return namesTotal(line, totals) && endsInNumber(line)
}

function isTotalBeside(
  line: TextLine,
  before: TextLine | undefined,
  totals: Phrases<TotalName>,
): boolean {
  if (!namesTotal(line, totals)) return false
  return endsInNumber(line) || isAmountOf(before, line)
}

/** A short line that begins with the name of a total. */
export function namesTotal(line: TextLine, totals: Phrases<TotalName>): boolean {
  const label = labelOf(line)
  return (
    numbersIn(line) <= mostNumbers &&
    label !== undefined &&
    label.words.length <= longestLabel &&
    totals.atStart(label.text).length > 0
  )
}

function isCarried(line: TextLine, carried: Phrases<'carried'>): boolean {
  const label = labelOf(line)
  return label !== undefined && carried.atStart(label.text).length > 0
}

function labelOf({ segments }: TextLine): Segment | undefined {
  return segments.find(({ text }) => !isNumber(text))
}

/** Whether the line before holds nothing but amounts, and stands only a little higher than this one. */
function isAmountOf(before: TextLine | undefined, { baseline, font_size }: TextLine): boolean {
  if (!before || baseline - before.baseline > besideReachEm * font_size) return false
  return before.segments.every(({ text }) => isNumber(text))
}

function endsInNumber({ segments }: TextLine): boolean {
  const last = segments.at(-1)
  return last !== undefined && (isNumber(last.text) || isNumber(last.words.at(-1)?.text ?? ''))
}

/** Has more numbers than any total. */
export function isItem(line: TextLine): boolean {
  return numbersIn(line) > mostNumbers
}

/** Between items nothing is left out, however often it repeats. */
function withoutEdges(lines: TextLine[], furniture: Set<TextLine>): TextLine[] {
  const isCounted = (line: TextLine) => numbersIn(line) >= mostNumbers
  const [first, last] = [lines.findIndex(isCounted), lines.findLastIndex(isCounted)]
  return lines.filter(
    (line, index) => (index >= first && index <= last && first >= 0) || !furniture.has(line),
  )
}

/** Letterheads, footers and page numbers: the same text, but for its figures, in the same place of several pages. */
function findFurniture(lines: TextLine[]): Set<TextLine> {
  const byText = new Map<string, TextLine[]>()
  for (const line of lines) {
    const text = line.text.replace(/\d+/g, '#')
    byText.set(text, [...(byText.get(text) ?? []), line])
  }
  const isRepeated = (line: TextLine, same: TextLine[]) =>
    same.some(
      (other) => other.page !== line.page && Math.abs(other.baseline - line.baseline) <= samePlace,
    )
  return new Set([...byText.values()].flatMap((same) => same.filter((it) => isRepeated(it, same))))
}

function numbersIn({ segments }: TextLine): number {
  return segments.filter(({ text }) => isNumber(text)).length
}
