import type { Evidence } from '../../domain/reading/evidence.ts'
import { type NumberStyle, parseNumber } from '../values/numbers.ts'
import type { TextLine } from '../text/text-lines.ts'
import type { TextDocument } from '../text/text-document.ts'
import type { TableRegion } from './table-regions.ts'

/** A line in the totals block that ends with an amount. */
export interface TotalLine {
  line: TextLine
  /** The words before the amount, up to the first digit. */
  label: string
  /** The amount as printed. */
  text: string
  /** True if one of the layout's rules reads a value from this line. */
  is_read: boolean
}

/** Alignment tolerance, in ems, for the right edges of amounts in one block. */
const alignmentEm = 1

/** Finds lines between the end of the table and the last total whose amounts are aligned with the totals. */
export function findTotalLines(read: {
  document: TextDocument
  reading: { evidence: Record<string, Evidence> }
  regions: TableRegion[]
  style: NumberStyle
}): TotalLine[] {
  const { lines } = read.document
  const totals = Object.entries(read.reading.evidence)
    .filter(([path]) => path.startsWith('totals.'))
    .map(([, evidence]) => evidence)
  const last = lines.findLastIndex((line) => totals.some((total) => containsEvidence(line, total)))
  const end = read.regions.at(-1)?.end
  const from = end ? lines.indexOf(end) : last + 1
  return lines.slice(from, last + 1).flatMap((line) => {
    const amount = line.segments.at(-1)?.words.at(-1)
    if (!amount || !totals.some((total) => isAlignedWithEvidence(line, total))) return []
    const value = parseNumber(amount.text, read.style)
    const label = toLabelText(line.text)
    if (value === undefined || Number(value) === 0 || label === '') return []
    const is_read = totals.some((total) => containsEvidence(line, total))
    return [{ line, label, text: amount.text, is_read }]
  })
}

/** Returns the letters before the first digit, which identify the line. */
function toLabelText(text: string): string {
  const [start = ''] = text.split(/\d/)
  return start.replace(/[^\p{L}]+/gu, ' ').trim()
}

function containsEvidence(
  { page, baseline, font_size }: TextLine,
  { page: on, box }: Evidence,
): boolean {
  return (
    page === on && !!box && baseline >= box[1] - font_size / 4 && baseline <= box[3] + font_size / 4
  )
}

function isAlignedWithEvidence(
  { page, font_size, segments }: TextLine,
  { page: on, box }: Evidence,
): boolean {
  const right = segments.at(-1)?.box[2] ?? 0
  return page === on && !!box && Math.abs(box[2] - right) < alignmentEm * font_size
}
