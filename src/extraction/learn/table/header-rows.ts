import type { InvoiceVocabulary } from '../../../domain/mapping/invoice-vocabulary.ts'
import type { Segment } from '../../text/text-lines.ts'
import type { Example } from '../example/example.ts'
import { countLetters } from '../rules/label-phrases.ts'
import type { NumberKey, NumberColumn } from './number-columns.ts'
import { toComparableText } from '../example/same-value.ts'

/** A row of text above the items that may contain the column headers. */
export interface HeaderRow {
  baseline: number
  /** All segments in the row, including those above and below it in a header with several lines. */
  pool: Segment[]
  headers: Map<NumberKey, Segment>
  cost: number
}

// Distances in ems.
const searchHeightEm = 40
const stackEm = 2.6
const maxGapEm = 8

/** Finds header rows above the first item, best first. */
export function findHeaderRows(
  example: Example,
  firstRow: number,
  columns: NumberColumn[],
  vocabulary: InvoiceVocabulary,
): HeaderRow[] {
  const first = example.document.lines[firstRow]
  if (!first) return []
  const em = first.font_size
  const onPage = example.document.segments_by_page.get(first.page) ?? []
  const above = onPage.filter(({ baseline, text }) => {
    const distance = (first.baseline - baseline) / em
    return distance > 0.35 && distance < searchHeightEm && isHeaderText(text)
  })
  const baselines = [...new Set(above.map(({ baseline }) => baseline))]
  return baselines
    .flatMap((baseline) => {
      const pool = above.filter((it) => Math.abs(it.baseline - baseline) <= stackEm * em)
      return assignHeaders({ baseline, pool, em }, columns, vocabulary) ?? []
    })
    .map((row) => ({ ...row, cost: row.cost + (0.08 * (first.baseline - row.baseline)) / em }))
    .toSorted((a, b) => a.cost - b.cost)
}

function isHeaderText(text: string): boolean {
  return (countLetters(text) > 0 || /^[#@%]/.test(text)) && text.length <= 60
}

/** Assigns the nearest segment in the row to each column. Returns undefined if a column has none. */
function assignHeaders(
  { baseline, pool, em }: { baseline: number; pool: Segment[]; em: number },
  columns: NumberColumn[],
  vocabulary: InvoiceVocabulary,
): HeaderRow | undefined {
  const headers = new Map<NumberKey, Segment>()
  const taken = new Set<Segment>()
  let cost = 0
  for (const column of columns) {
    const [best] = pool
      .map((header) => {
        const offLine = (0.2 * Math.abs(header.baseline - baseline)) / em
        const repeatCost = taken.has(header) ? 2 : 0
        const words = scoreColumnHint(column.key, header.text, vocabulary)
        return { header, cost: measureGap(header, column) / em + offLine + repeatCost - words }
      })
      .toSorted((a, b) => a.cost - b.cost)
    if (!best || measureGap(best.header, column) > maxGapEm * em) return undefined
    headers.set(column.key, best.header)
    taken.add(best.header)
    cost += best.cost
  }
  const onLine = pool.filter((it) => Math.abs(it.baseline - baseline) < 0.35 * em).length
  return { baseline, pool, headers, cost: cost - 0.3 * Math.min(onLine, 6) }
}

/**
 * Returns the horizontal gap between a segment and a column, plus a small share of the distance between their centres,
 * which ranks segments that overlap the column.
 */
export function measureGap(
  { box }: Segment,
  { left, right }: { left: number; right: number },
): number {
  const gap = Math.max(left - box[2], box[0] - right, 0)
  return gap + Math.abs(left + right - box[0] - box[2]) / 100
}

/** Scores how well a text fits as a column header, according to the vocabulary. */
export function scoreColumnHint(
  key: keyof InvoiceVocabulary['columns'],
  text: string,
  { columns }: InvoiceVocabulary,
): number {
  const wanted = toComparableText(text)
  const names = (own: readonly string[]) =>
    own.some((phrase) => toComparableText(phrase) === wanted)
  if (names(columns[key])) return 1
  const begins = columns[key].some(
    (phrase) => toComparableText(phrase).length > 2 && wanted.includes(toComparableText(phrase)),
  )
  if (begins) return 0.6
  return Object.values(columns).some(names) ? -0.6 : 0
}
