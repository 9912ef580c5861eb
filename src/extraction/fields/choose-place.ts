import { findSegmentsToRight } from '../text/neighbours.ts'
import type { Segment } from '../text/text-lines.ts'

// In ems (multiples of the font size).
const alignmentEm = 1
const sameLineEm = 0.35
const maxRowStepEm = 2.6
/** Bounds the time for a page with hundreds of labels. */
const listReachEm = 10 * maxRowStepEm
/** Number of rows from which labels and values form a list. */
const minListRows = 3

/**
 * Decides whether free text beside a label without a colon, or the text below it, is the value. In a list of labels and
 * values, the value is beside its label. In a row of labels, the value is below its label. Returns both if the page
 * does not show which.
 */
export function choosePlaces(
  label: Segment,
  beside: Segment | undefined,
  below: Segment | undefined,
  onPage: Segment[],
  isLabel: (segment: Segment) => boolean,
): Segment[] {
  if (!beside || !below) return [beside, below].filter((one) => one !== undefined)
  const onLine = onPage.filter((segment) => isOnLine(label, segment)).length
  if (onLine !== 2 && onLine !== 4) return [below]
  const rows = findRows(label, beside, onPage)
  const isList = rows.length >= minListRows
  if (onLine === 2)
    return isList && hasAdjacentLabel(label, rows, isLabel) ? [beside] : [beside, below]
  // Two columns of labels and values look like a table of four columns.
  return isList ? [beside, below] : [below]
}

/** False if labels may be above their values, because only every second row from this label is known to be a label. */
function hasAdjacentLabel(
  label: Segment,
  rows: Segment[],
  isLabel: (segment: Segment) => boolean,
): boolean {
  const at = rows.findIndex((row) => isOnLine(label, row))
  return rows.some((row, index) => (index - at) % 2 !== 0 && isLabel(row))
}

/** Returns the rows around the label that have text below or above both the label and the text beside it. */
function findRows(label: Segment, beside: Segment, onPage: Segment[]): Segment[] {
  const reach = listReachEm * label.font_size
  const rows = onPage
    .filter((segment) => isAligned(label, segment))
    .filter(({ baseline }) => Math.abs(baseline - label.baseline) <= reach)
    .filter((segment) => {
      const [line = []] = findSegmentsToRight({ label: segment, rest: undefined }, onPage)
      return line[0] !== undefined && isAligned(beside, line[0])
    })
    .toSorted((a, b) => a.baseline - b.baseline)
  const isNext = (row: Segment, next: Segment | undefined) =>
    next !== undefined && next.baseline - row.baseline <= maxRowStepEm * label.font_size
  let first = rows.findIndex((row) => isOnLine(label, row))
  if (first < 0) return []
  let last = first
  while (isNext(rows[last] ?? label, rows[last + 1])) last += 1
  while (first > 0 && isNext(rows[first - 1] ?? label, rows[first])) first -= 1
  return rows.slice(first, last + 1)
}

function isAligned(a: Segment, b: Segment): boolean {
  return Math.abs(a.box[0] - b.box[0]) <= alignmentEm * a.font_size
}

function isOnLine(a: Segment, b: Segment): boolean {
  return Math.abs(a.baseline - b.baseline) <= sameLineEm * a.font_size
}
