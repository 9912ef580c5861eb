import { amountsOf, sumOfAmounts } from '../../domain/invoice/amounts.ts'
import { prove } from '../../domain/invoice/checks.ts'
import type { InvoiceReading } from '../../domain/invoice/invoice.ts'
import type { Evidence } from '../../domain/reading/evidence.ts'
import type { InvoiceVocabulary } from '../../domain/mapping/invoice-vocabulary.ts'
import type { Page, Word } from '../../domain/reading/reading.ts'
import { type NumberStyle, voteNumberStyle } from '../values/numbers.ts'
import { readLines } from '../layout/read-lines.ts'
import { joinSpacedNumbers } from '../values/spaced-numbers.ts'
import { readTextDocument, type TextDocument } from '../text/text-document.ts'
import { type TableBody, findTableBodies, isTotal } from './table-bodies.ts'
import { chooseTotals } from './choose-totals.ts'
import { convertPercentDiscounts } from './percent-discounts.ts'
import { amountReason, chargeReason, missedItemReasons, tableReasons } from './review-reasons.ts'
import { findTableHeaders, type TableHeader } from './find-table-headers.ts'
import { type TableBottom, findTotals } from './find-totals.ts'
import { guessTables, type TableGuess } from './guess-tables.ts'
import { indexVocabulary } from './vocabulary-index.ts'
import { type InvoiceHeader, readInvoiceHeader } from './read-invoice-header.ts'
import { findTotalQuantity } from './find-total-quantity.ts'

/**
 * Reads an invoice without a mapping by inferring a layout and reading it with the layout engine:
 * 1. find the header row by vocabulary and the table body below it;
 * 2. read number, date, currency, seller and buyer around the table;
 * 3. generate interpretations of the table: column roles, item starts, line wrapping;
 * 4. read the lines by each, find candidate totals and choose those that add up;
 * 5. keep the first reading that arithmetic verifies, otherwise the one with the fewest failures.
 * Evidence that arithmetic cannot verify (a label, a position, a filled column) becomes a review reason unless it is
 * unambiguous; likeness alone never decides.
 */
export function readAnyInvoice(pages: Page[], vocabulary: InvoiceVocabulary): InvoiceReading {
  const document = readTextDocument(joinSpacedNumbers(pages))
  const headers = findTableHeaders(document.lines, vocabulary)
  const voted = voteNumberStyle(document.lines.flatMap(({ text }) => text.split(' ')))
  const bodies = findTableBodies(document.lines, headers, vocabulary, 'end')
  const invoiceHeader = readInvoiceHeader(document, vocabulary, {
    table: { table: tableWords(headers, bodies), table_top: headerTop(headers[0]) },
    money: currencyTexts(document, headers, vocabulary),
  })
  let best: InvoiceReading | undefined
  for (const guess of tableGuesses(document, headers, bodies, vocabulary)) {
    for (const style of stylesToTry(voted)) {
      const reading = readGuess(guess, document, style, vocabulary, invoiceHeader)
      if (!best || failureScore(reading) < failureScore(best)) best = reading
      if (failureScore(best) === 0) return best
    }
  }
  return best ?? readGuess(undefined, document, voted, vocabulary, invoiceHeader)
}

/** Assumes that the table ends at its first total; if that omits lines, also assumes group totals. */
function* tableGuesses(
  { lines }: TextDocument,
  headers: TableHeader[],
  bodies: TableBody[],
  vocabulary: InvoiceVocabulary,
): Generator<TableGuess> {
  yield* guessTables(bodies, vocabulary)
  const longer = findTableBodies(lines, headers, vocabulary, 'groups')
  if (countLines(longer) > countLines(bodies)) yield* guessTables(longer, vocabulary)
}

function countLines(bodies: TableBody[]): number {
  return bodies.reduce((sum, { lines }) => sum + lines.length, 0)
}

/**
 * Counts failures in lines and totals only, since interpretations share the rest; an unclear value weighs less than a
 * failed check.
 */
function failureScore({ review }: InvoiceReading): number {
  const count = (test: (code: string) => boolean) =>
    review.reasons.filter(({ code, path }) => /^(lines|totals)/.test(path ?? '') && test(code))
      .length
  const gaps = count((code) => code === 'unclear')
  const isWrong = (code: string) => !['unclear', 'unsure', 'instalment'].includes(code)
  return failedCheckWeight * count(isWrong) + gaps
}

const failedCheckWeight = 100

/** Without a vote, groups of thousands are likelier than three decimals. */
function stylesToTry(voted: NumberStyle): NumberStyle[] {
  return voted ? [voted] : [undefined, '1.234,56', '1,234.56']
}

function readGuess(
  guess: TableGuess | undefined,
  document: TextDocument,
  style: NumberStyle,
  vocabulary: InvoiceVocabulary,
  invoiceHeader: InvoiceHeader,
): InvoiceReading {
  const table = guess ? readLines(guess.layout, guess.regions, style) : { lines: [], evidence: {} }
  const lines = convertPercentDiscounts(table.lines)
  const bottom = findTableBottom(table.evidence)
  const found = findTotals(document, bottom, style, vocabulary)
  const draft = emptyReading(lines)
  const { totals, evidence, inferred_charges, unexplained } = chooseTotals(
    found,
    sumOfAmounts(amountsOf(draft).lines),
  )
  const counted = findTotalQuantity(document, lines, evidence['totals.subtotal'], style)
  const { reasons, evidence: headerEvidence, ...headerFields } = invoiceHeader
  return prove({
    ...draft,
    ...headerFields,
    totals: { ...totals, ...(counted && { quantity: counted.quantity }) },
    review: {
      needed: true,
      reasons: [
        ...reasons,
        ...(guess ? tableReasons(lines, guess) : []),
        ...inferred_charges.map(chargeReason),
        ...unexplained.map(amountReason),
        ...missedItemReasons(document, bottom),
      ],
    },
    evidence: {
      ...headerEvidence,
      ...markAsGeneric(table.evidence),
      ...evidence,
      ...(counted && { 'totals.quantity': counted.evidence }),
    },
  })
}

function headerTop(header: TableHeader | undefined): number {
  return Math.min(Infinity, ...(header?.cells ?? []).map(({ box }) => box[1]))
}

function tableWords(headers: TableHeader[], bodies: TableBody[]): Set<Word> {
  const cells = headers.flatMap((header) => header.cells)
  const segments = bodies.flatMap(({ lines }) => lines.flatMap((line) => line.segments))
  return new Set([...cells, ...segments].flatMap(({ words }) => words))
}

/** Texts that may name the currency, in order of preference: totals, header row, any line. */
function currencyTexts(
  document: TextDocument,
  headers: TableHeader[],
  vocabulary: InvoiceVocabulary,
): string[][] {
  const { totals } = indexVocabulary(vocabulary)
  return [
    document.lines.filter((line) => isTotal(line, totals)).map(({ text }) => text),
    headers.flatMap(({ cells }) => cells.map(({ text }) => text)),
    document.lines.map(({ text }) => text),
  ]
}

function emptyReading(lines: InvoiceReading['lines']): InvoiceReading {
  return {
    kind: 'invoice',
    number: null,
    date: null,
    currency: null,
    seller: { name: null, tin: null },
    buyer: { name: null, code: null, address: null, tin: null },
    lines,
    totals: {
      subtotal: null,
      tax_base: null,
      tax: null,
      grand_total: null,
      charges: [],
      withheld: [],
    },
    checks: [],
    review: { needed: false, reasons: [] },
    evidence: {},
  }
}

function findTableBottom(evidence: Record<string, Evidence>): TableBottom {
  const entries = Object.entries(evidence).filter(([path]) =>
    /\.(amount|quantity|unit_price)$/.test(path),
  )
  const page = Math.max(0, ...entries.map(([, entry]) => entry.page ?? 0))
  const onPage = entries.filter(([, entry]) => entry.page === page)
  return { page, y: Math.max(0, ...onPage.map(([, { box }]) => box?.[3] ?? 0)) }
}

function markAsGeneric(evidence: Record<string, Evidence>): Record<string, Evidence> {
  return Object.fromEntries(
    Object.entries(evidence).map(([path, entry]) => [
      path,
      { ...entry, source: 'generic' as const },
    ]),
  )
}
