import type { InvoiceLine } from '../../../domain/invoice/invoice.ts'
import type { Reason } from '../../../domain/invoice/review-reasons.ts'
import type { Evidence } from '../../../domain/reading/evidence.ts'
import type { InvoiceVocabulary } from '../../../domain/mapping/invoice-vocabulary.ts'
import { readLines } from '../../layout/read-lines.ts'
import type { TextDocument } from '../../text/text-document.ts'
import { findTableHeaders, type TableHeader } from './find-table-headers.ts'
import { guessTables, type TableGuess } from './guess-tables.ts'
import { type DecimalMark, toNumberStyle } from '../numerals/parse-numeral.ts'
import { isClose } from '../numerals/tolerance.ts'
import { convertPercentDiscounts } from './percent-discounts.ts'
import { listTableReasons } from './table-reasons.ts'
import { computeDiscount, type ReadLines } from './row-text.ts'
import type { ItemRow } from '../rows/row.ts'
import { findTableBodies, type TableBody } from './table-bodies.ts'

const maxGuesses = 24

interface GuessedLines extends ReadLines {
  reasons: Reason[]
}

/** Reads the text columns with the guess that agrees with the rows' numbers and leaves the fewest gaps. */
export function readGuessedLines(
  rows: ItemRow[],
  mark: DecimalMark,
  document: TextDocument,
  vocabulary: InvoiceVocabulary,
): GuessedLines | undefined {
  if (rows.length === 0) return undefined
  const style = toNumberStyle(mark)
  let best: GuessedLines | undefined
  let count = 0
  for (const guess of listGuesses(document, vocabulary)) {
    const { lines: read, evidence } = readLines(guess.layout, guess.regions, style)
    const lines = addSuccessiveDiscounts(
      convertPercentDiscounts(dropDisprovedDiscounts(read, rows)),
      rows,
    )
    const reasons = listTableReasons(lines, guess)
    if (isConsistent(lines, rows) && (!best || reasons.length < best.reasons.length))
      best = { lines, evidence: markAsGeneric(evidence), reasons }
    if (best?.reasons.length === 0 || ++count === maxGuesses) break
  }
  return best
}

/**
 * Removes the discount from rows whose quantity × price equals the amount, because the column that looked like a
 * discount must be something else.
 */
function dropDisprovedDiscounts(lines: InvoiceLine[], rows: ItemRow[]): InvoiceLine[] {
  return lines.map((line, index) =>
    rows[index]?.method === 'plain' && Number(line.discount) !== 0
      ? { ...line, discount: null }
      : line,
  )
}

/** Combines several percentages in one row into one discount, which is in no column. */
function addSuccessiveDiscounts(lines: InvoiceLine[], rows: ItemRow[]): InvoiceLine[] {
  return lines.map((line, index) => {
    const row = rows[index]
    const computed = row?.method === 'discount' ? computeDiscount(row) : null
    const shown = line.discount === null ? NaN : Number(line.discount)
    const isShown = Math.abs(shown - Number(computed)) <= roundingTolerance
    return computed === null || isShown ? line : { ...line, discount: computed }
  })
}

/** Amounts may be rounded to whole units. */
const roundingTolerance = 0.5

/**
 * Yields guesses that assume that the table ends at its first total and then, if that omits lines, guesses that assume
 * group totals.
 */
function* listGuesses(
  { lines }: TextDocument,
  vocabulary: InvoiceVocabulary,
): Generator<TableGuess> {
  const headers: TableHeader[] = findTableHeaders(lines, vocabulary)
  const bodies = findTableBodies(lines, headers, vocabulary, 'end')
  yield* guessTables(bodies, vocabulary)
  const grouped = findTableBodies(lines, headers, vocabulary, 'groups')
  if (countLines(grouped) > countLines(bodies)) yield* guessTables(grouped, vocabulary)
}

function countLines(bodies: TableBody[]): number {
  return bodies.reduce((sum, { lines }) => sum + lines.length, 0)
}

function isConsistent(lines: InvoiceLine[], rows: ItemRow[]): boolean {
  return (
    lines.length === rows.length &&
    lines.every((line, index) => {
      const row = rows[index]
      return (
        isSame(line.amount, row?.amount.value) &&
        isSame(line.quantity, row?.quantity?.value) &&
        isSame(line.unit_price, row?.unit_price?.value)
      )
    })
  )
}

function isSame(text: string | null, value: number | undefined): boolean {
  if (text === null || value === undefined) return text === null && value === undefined
  return isClose(Number(text), value, 1e-6)
}

function markAsGeneric(evidence: Record<string, Evidence>): Record<string, Evidence> {
  return Object.fromEntries(
    Object.entries(evidence).map(([path, entry]) => [path, { ...entry, source: 'generic' }]),
  )
}
