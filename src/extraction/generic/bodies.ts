import type { InvoiceVocabulary, TotalName } from '../../domain/invoice-vocabulary.ts'
import { isNumber } from '../invoice/numbers.ts'
import type { TextLine } from '../invoice/text-lines.ts'
import type { Head } from './find-heads.ts'
import { Phrases } from './phrases.ts'

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

/** In ems. */
const halfLine = 0.6

/** In points: what repeats from page to page stands in the same place. */
const samePlace = 3

/** The table's part of every page from its head on, without what is printed on every page. */
export function findBodies(
  lines: TextLine[],
  heads: Head[],
  vocabulary: InvoiceVocabulary,
): Body[] {
  const totals = new Phrases<TotalName>(vocabulary.totals)
  const furniture = findFurniture(lines)
  const bodies: Body[] = []
  let isOpen = false
  for (const page of new Set(lines.map((line) => line.page))) {
    const head = heads.find((each) => each.page === page)
    if (!head && !isOpen) continue
    const top = head?.baseline ?? -Infinity
    const below = lines.filter((line) => line.page === page && line.baseline > top)
    const end = endOf(below, totals)
    isOpen = end < 0
    bodies.push({ head, lines: withoutEdges(end < 0 ? below : below.slice(0, end), furniture) })
  }
  return bodies
}

/** Where the totals begin; the first of them may stand a little higher than its name. */
function endOf(lines: TextLine[], totals: Phrases<TotalName>): number {
  const end = lines.findIndex((line) => isTotal(line, totals))
  const [before, line] = [lines[end - 1], lines[end]]
  const isBeside = before && line && line.baseline - before.baseline <= halfLine * line.font_size
  return isBeside && before.segments.every(({ text }) => isNumber(text)) ? end - 1 : end
}

/** A line that begins with the name of a total. */
export function isTotal({ segments }: TextLine, totals: Phrases<TotalName>): boolean {
  const label = segments.find(({ text }) => !isNumber(text))
  return (
    numbersIn(segments) <= mostNumbers &&
    label !== undefined &&
    label.words.length <= longestLabel &&
    totals.atStart(label.text).length > 0
  )
}

/** Between items nothing is left out, however often it repeats. */
function withoutEdges(lines: TextLine[], furniture: Set<TextLine>): TextLine[] {
  const isItem = ({ segments }: TextLine) => numbersIn(segments) >= mostNumbers
  const [first, last] = [lines.findIndex(isItem), lines.findLastIndex(isItem)]
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

function numbersIn(segments: TextLine['segments']): number {
  return segments.filter(({ text }) => isNumber(text)).length
}
