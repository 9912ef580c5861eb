import { checkInvoice } from '../../domain/invoice/check-invoice.ts'
import type { InvoiceReading } from '../../domain/invoice/invoice.ts'
import type { InvoiceReply } from '../../domain/invoice/invoice-answer.ts'
import type { InvoiceVocabulary } from '../../domain/mapping/invoice-vocabulary.ts'
import type { Reason } from '../../domain/invoice/review-reasons.ts'
import type { Page, Word } from '../../domain/reading/reading.ts'
import { type TextDocument, readTextDocument } from '../text/text-document.ts'
import { splitGluedAmounts } from '../values/glued-amounts.ts'
import { joinSpacedNumbers } from '../values/spaced-numbers.ts'
import { toInvoiceTotals } from './to-invoice-totals.ts'
import { toNumberStyle } from './numerals/parse-numeral.ts'
import { findTotalQuantity } from './table/find-total-quantity.ts'
import { readGuessedLines } from './table/guessed-lines.ts'
import { findPurpose, readOnlyLine } from './only-line.ts'
import { type InvoiceHeader, readInvoiceHeader } from './read-invoice-header.ts'
import { type ReadLines, rowsToLines } from './table/row-text.ts'
import { chooseSolution } from './choose-solution.ts'
import { addProposals } from './model/add-proposals.ts'
import { type VerifiedAnswer, verifyAnswer } from './model/verify-answer.ts'
import type { Solution } from './solve.ts'
import { listSolutionReasons } from './solution-reasons.ts'
import { indexVocabulary } from './labels/vocabulary-index.ts'

/**
 * Reads an invoice without a mapping, without making any early decisions:
 * 1. Every word that may be a number is parsed as a number, in each number style (`numerals/`).
 * 2. Generators propose rows: factors and products, numbers below a header, lists of amounts (`rows/`).
 * 3. Labels assign weighted roles to amounts (`labels/`).
 * 4. The solver chooses the rows and the equation that best explain the amounts below them (`totals/`, `solve.ts`).
 * 5. The table reader (`guessed-lines.ts`) adds descriptions, and the header reader adds number, date and parties.
 * 6. Every value that neither arithmetic nor a label supports gets a review reason (`solution-reasons.ts`).
 * 7. If a language model has replied, its values that occur on a page become additional candidates (`model/`).
 */
export function readAnyInvoice(
  pages: Page[],
  vocabulary: InvoiceVocabulary,
  reply?: InvoiceReply,
): InvoiceReading {
  const document = readTextDocument(splitGluedAmounts(joinSpacedNumbers(pages)))
  const { total_words: totals, column_words: columns } = indexVocabulary(vocabulary)
  const answer = reply && verifyAnswer(reply, document, vocabulary)
  const chosen = chooseSolution(document.lines, { totals, columns }, answer)
  const { solution } = chosen
  const table = solution && readTable(solution, document, vocabulary)
  const inTable = solution?.rowSet
    ? collectTableWords(solution, document)
    : new Set(findPurpose(document.lines, totals)?.words)
  const header = readInvoiceHeader(document, vocabulary, inTable, answer?.values)
  const reasons = [...header.reasons, ...chosen.reasons]
  const reading = assemble({ ...header, reasons }, solution, table, document)
  return checkInvoice(answer ? addAnswer(reading, answer, solution) : reading)
}

function addAnswer(
  reading: InvoiceReading,
  answer: VerifiedAnswer,
  solution: Solution | undefined,
): InvoiceReading {
  const proposed = addProposals(reading, answer, solution?.style.mark ?? '.')
  return { ...proposed, language_model: answer.use }
}

interface ReadTable extends ReadLines {
  reasons: Reason[]
}

function readTable(
  solution: Solution,
  document: TextDocument,
  vocabulary: InvoiceVocabulary,
): ReadTable {
  if (!solution.rowSet) {
    const only = readOnlyLine(solution, indexVocabulary(vocabulary).total_words)
    if (only) return only
  }
  const rows = solution.rowSet?.rows ?? []
  const guessed = readGuessedLines(rows, solution.style.mark, document, vocabulary)
  return guessed ?? { ...rowsToLines(rows, solution.context), reasons: [] }
}

function assemble(
  { reasons, evidence, ...fields }: InvoiceHeader,
  solution: Solution | undefined,
  table: ReadTable | undefined,
  document: TextDocument,
): InvoiceReading {
  const lines = table?.lines ?? []
  const found = solution && toInvoiceTotals(solution.totals)
  const subtotal = found?.evidence['totals.subtotal']
  const style = toNumberStyle(solution?.style.mark ?? '.')
  const counted = findTotalQuantity(document, lines, subtotal, style)
  return {
    kind: 'invoice',
    ...fields,
    lines,
    totals: { ...(found?.totals ?? emptyTotals), ...(counted && { quantity: counted.quantity }) },
    checks: [],
    review: {
      needed: true,
      reasons: [
        ...reasons,
        ...(table?.reasons ?? []),
        ...(solution ? listSolutionReasons(solution, fields.currency) : []),
      ],
    },
    evidence: {
      ...evidence,
      ...table?.evidence,
      ...found?.evidence,
      ...(counted && { 'totals.quantity': counted.evidence }),
    },
  }
}

const emptyTotals: InvoiceReading['totals'] = {
  subtotal: null,
  tax_base: null,
  tax: null,
  grand_total: null,
  charges: [],
  withheld: [],
}

/**
 * Returns the words in the totals and, on each page, from the header row or first item to the last item. None of these
 * words is a header field. Words in page footers are not included, because a footer may name the seller.
 */
function collectTableWords(solution: Solution | undefined, { lines }: TextDocument): Set<Word> {
  const { rows = [], header } = solution?.rowSet ?? {}
  const numbers = rows.flatMap(({ amount, quantity, unit_price }) =>
    [amount, quantity, unit_price].flatMap((numeral) => numeral?.line ?? []),
  )
  if (numbers.length === 0) return new Set()
  const ranges = new Map<number | undefined, { first: number; last: number }>()
  for (const line of header ? [header.first, ...numbers] : numbers) {
    const page = lines[line]?.page
    const { first, last } = ranges.get(page) ?? { first: line, last: line }
    ranges.set(page, { first: Math.min(first, line), last: Math.max(last, line) })
  }
  const inside = [...ranges.values()].flatMap(({ first, last }) => lines.slice(first, last + 1))
  const words = inside.flatMap(({ segments }) => segments.flatMap((segment) => segment.words))
  return new Set([...words, ...collectTotalWords(solution)])
}

/** Returns the words in the totals, which cannot be the invoice number. */
function collectTotalWords(solution: Solution | undefined): Word[] {
  if (!solution) return []
  const { subtotal, grand_total, taxes, extras, tax_base, withheld } = solution.totals
  const amounts = [subtotal, grand_total, tax_base, ...taxes, ...extras, ...withheld]
  return amounts.flatMap((amount) => amount?.numeral.words ?? [])
}
