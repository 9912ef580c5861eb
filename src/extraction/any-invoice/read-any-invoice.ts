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
import { type Body, findBodies, isTotal } from './table-bodies.ts'
import { chooseTotals } from './choose-totals.ts'
import { discountsAsMoney } from './percent-discounts.ts'
import { amountReason, chargeReason, missedItems, tableReasons } from './review-reasons.ts'
import { findHeads, type Head } from './find-table-headers.ts'
import { type Bottom, findTotals } from './find-totals.ts'
import { guessTables, type TableGuess } from './guess-tables.ts'
import { indexVocabulary } from './vocabulary-index.ts'
import { type InvoiceHead, readHead } from './read-invoice-header.ts'
import { findTotalQuantity } from './find-total-quantity.ts'

/**
 * Reads an invoice of a layout that nobody has described. There are several ways to understand a table of which
 * arithmetic proves one; what only a label or a place suggests is left for a person to confirm.
 */
export function readAnyInvoice(pages: Page[], vocabulary: InvoiceVocabulary): InvoiceReading {
  const document = readTextDocument(joinSpacedNumbers(pages))
  const heads = findHeads(document.lines, vocabulary)
  const voted = voteNumberStyle(document.lines.flatMap(({ text }) => text.split(' ')))
  const bodies = findBodies(document.lines, heads, vocabulary, 'end')
  const head = readHead(document, vocabulary, {
    table: { table: wordsOf(heads, bodies), table_top: topOf(heads[0]) },
    money: moneyTexts(document, heads, vocabulary),
  })
  let best: InvoiceReading | undefined
  for (const guess of guessesFor(document, heads, bodies, vocabulary)) {
    for (const style of stylesAfter(voted)) {
      const reading = readBy(guess, document, style, vocabulary, head)
      if (!best || failuresOf(reading) < failuresOf(best)) best = reading
      if (failuresOf(best) === 0) return best
    }
  }
  return best ?? readBy(undefined, document, voted, vocabulary, head)
}

/** First as if the table ended with its first total, then, if that leaves lines out, as if it had totals of groups. */
function* guessesFor(
  { lines }: TextDocument,
  heads: Head[],
  bodies: Body[],
  vocabulary: InvoiceVocabulary,
): Generator<TableGuess> {
  yield* guessTables(bodies, vocabulary)
  const longer = findBodies(lines, heads, vocabulary, 'groups')
  if (lengthOf(longer) > lengthOf(bodies)) yield* guessTables(longer, vocabulary)
}

function lengthOf(bodies: Body[]): number {
  return bodies.reduce((sum, { lines }) => sum + lines.length, 0)
}

/** Of the table and its totals only: all else is the same however they are understood. A gap weighs less than a wrong sum. */
function failuresOf({ review }: InvoiceReading): number {
  const count = (test: (code: string) => boolean) =>
    review.reasons.filter(({ code, path }) => /^(lines|totals)/.test(path ?? '') && test(code))
      .length
  const gaps = count((code) => code === 'unclear')
  const isWrong = (code: string) => !['unclear', 'unsure', 'instalment'].includes(code)
  return weightOfProof * count(isWrong) + gaps
}

const weightOfProof = 100

/** Where the document does not tell its own, thousands are likelier than three decimals. */
function stylesAfter(voted: NumberStyle): NumberStyle[] {
  return voted ? [voted] : [undefined, '1.234,56', '1,234.56']
}

function readBy(
  guess: TableGuess | undefined,
  document: TextDocument,
  style: NumberStyle,
  vocabulary: InvoiceVocabulary,
  invoiceHead: InvoiceHead,
): InvoiceReading {
  const table = guess ? readLines(guess.layout, guess.regions, style) : { lines: [], evidence: {} }
  const lines = discountsAsMoney(table.lines)
  const bottom = bottomOf(table.evidence)
  const found = findTotals(document, bottom, style, vocabulary)
  const draft = emptyReading(lines)
  const { totals, evidence, unnamed, unexplained } = chooseTotals(
    found,
    sumOfAmounts(amountsOf(draft).lines),
  )
  const counted = findTotalQuantity(document, lines, evidence['totals.subtotal'], style)
  const { doubts, evidence: headEvidence, ...head } = invoiceHead
  return prove({
    ...draft,
    ...head,
    totals: { ...totals, ...(counted && { quantity: counted.quantity }) },
    review: {
      needed: true,
      reasons: [
        ...doubts,
        ...(guess ? tableReasons(lines, guess) : []),
        ...unnamed.map(chargeReason),
        ...unexplained.map(amountReason),
        ...missedItems(document, bottom),
      ],
    },
    evidence: {
      ...headEvidence,
      ...asGeneric(table.evidence),
      ...evidence,
      ...(counted && { 'totals.quantity': counted.evidence }),
    },
  })
}

function topOf(head: Head | undefined): number {
  return Math.min(Infinity, ...(head?.cells ?? []).map(({ box }) => box[1]))
}

function wordsOf(heads: Head[], bodies: Body[]): Set<Word> {
  const cells = heads.flatMap((head) => head.cells)
  const segments = bodies.flatMap(({ lines }) => lines.flatMap((line) => line.segments))
  return new Set([...cells, ...segments].flatMap(({ words }) => words))
}

/** Where the currency may be named: with the totals, in the table's head, anywhere. */
function moneyTexts(
  document: TextDocument,
  heads: Head[],
  vocabulary: InvoiceVocabulary,
): string[][] {
  const { totals } = indexVocabulary(vocabulary)
  return [
    document.lines.filter((line) => isTotal(line, totals)).map(({ text }) => text),
    heads.flatMap(({ cells }) => cells.map(({ text }) => text)),
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

function bottomOf(evidence: Record<string, Evidence>): Bottom {
  const places = Object.entries(evidence).filter(([path]) =>
    /\.(amount|quantity|unit_price)$/.test(path),
  )
  const page = Math.max(0, ...places.map(([, place]) => place.page ?? 0))
  const onPage = places.filter(([, place]) => place.page === page)
  return { page, y: Math.max(0, ...onPage.map(([, { box }]) => box?.[3] ?? 0)) }
}

function asGeneric(evidence: Record<string, Evidence>): Record<string, Evidence> {
  return Object.fromEntries(
    Object.entries(evidence).map(([path, place]) => [
      path,
      { ...place, source: 'generic' as const },
    ]),
  )
}
