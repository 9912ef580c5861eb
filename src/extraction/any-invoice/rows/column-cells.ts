import { hasLetters, type Segment, type TextLine } from '../../text/text-lines.ts'
import type { HeaderRow } from './find-header-rows.ts'
import { overlap, type Span } from './geometry.ts'

/** Maximum number of lines below a header to search for table rows. */
const maxLines = 80
/** How many numbers a table row must at least contain. */
const minNumbers = 2

/**
 * Returns the horizontal span of the cells below each column, in header order. Uses lines with as many cells as the
 * header has columns. They show which cell belongs to which column, even if a header is centred and its numbers are
 * nearer to the next header. Returns undefined if there is no such line, or if cells in adjacent columns overlap.
 */
export function findColumnCells(header: HeaderRow, lines: readonly TextLine[]): Span[] | undefined {
  const { columns, last } = header
  const order = columns.map((_, at) => at).toSorted((a, b) => leftOf(header, a) - leftOf(header, b))
  const rows = lines
    .slice(last + 1, last + 1 + maxLines)
    .map(splitIntoCells)
    .filter(
      (cells) => cells.length === columns.length && cells.filter(isNumber).length >= minNumbers,
    )
    .filter((cells) => !cells.some((cell, at) => isBelowAnother(cell, order[at] ?? at, header)))
  if (rows.length === 0 || columns.length < 3) return undefined
  const spans = order.map((_, position) => {
    const cells = rows.flatMap((row) => row[position] ?? [])
    return {
      left: Math.min(...cells.map(({ left }) => left)),
      right: Math.max(...cells.map(({ right }) => right)),
    }
  })
  const isOrdered = spans.every((span, at) => at === 0 || overlap(span, spans[at - 1] as Span) <= 0)
  return isOrdered ? columns.map((_, at) => spans[order.indexOf(at)] as Span) : undefined
}

/** True for a cell that is below another column's header but not below its own. */
function isBelowAnother(cell: Span, own: number, { columns }: HeaderRow): boolean {
  const isBelow = (at: number) => overlap(columns[at] as Span, cell) > 0
  return !isBelow(own) && columns.some((_, at) => at !== own && isBelow(at))
}

function leftOf({ columns }: HeaderRow, at: number): number {
  return columns[at]?.left ?? 0
}

interface Cell extends Span {
  text: string
}

/** Splits segments without letters into one cell per word, because they may hold numbers from several columns. */
function splitIntoCells({ segments }: TextLine): Cell[] {
  return segments.flatMap((segment) => {
    const numbers = segment.words.filter(({ text }) => /\d/.test(text))
    if (hasLetters(segment.text) || numbers.length < 2) return [toCell(segment)]
    return segment.words.map(toCell)
  })
}

function toCell({ box, text }: Pick<Segment, 'box' | 'text'>): Cell {
  return { left: box[0], right: box[2], text }
}

function isNumber({ text }: Cell): boolean {
  return /\d/.test(text) && !hasLetters(text.replace(/\b(?:rp|idr|eur|usd)\b/gi, ''))
}
