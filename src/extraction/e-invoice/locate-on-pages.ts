import type { InvoiceLine } from '../../domain/invoice/invoice.ts'
import type { Evidence } from '../../domain/reading/evidence.ts'
import { ColumnName } from '../../domain/mapping/invoice-layout.ts'
import { datePattern } from './date-pattern.ts'
import type { InvoiceFacts } from './facts.ts'
import { findPattern, findText, type PageText, type Place } from './page-text.ts'

/** Where the pages show what the XML says, by the value's path. */
export type Placed = ReadonlyMap<string, Place>

type Found = [path: string, place: Place | undefined]

/** A row is looked for only so far among those that show the amount of a line. */
const mostRows = 50

export function placeValues(facts: InvoiceFacts, pages: PageText): Placed {
  const found: Found[] = [
    ...Object.entries(headOf(facts)).map(([path, value]): Found => [path, placeText(value, pages)]),
    ['date', facts.date === null ? undefined : findPattern(pages.pieces, datePattern(facts.date))],
    // Totals come last.
    ...Object.entries(totalsOf(facts)).map(
      ([path, value]): Found => [path, placesOf(value, facts, pages).at(-1)],
    ),
    ...placeLines(facts, pages),
  ]
  return new Map(found.flatMap(([path, place]) => (place ? [[path, place] as const] : [])))
}

/** Each value with its place; one that no page shows stands nowhere, and is a little less sure. */
export function evidenceOf(facts: InvoiceFacts, placed: Placed): Record<string, Evidence> {
  const lines = facts.lines.flatMap((line, index) =>
    Object.entries(cellsOf(line)).map(([key, value]) => [`lines.${index}.${key}`, value] as const),
  )
  const values = { ...headOf(facts), date: facts.date, ...totalsOf(facts) }
  const entries = [...Object.entries(values), ...lines].flatMap(([path, value]) => {
    if (value === null) return []
    const { page, box, text } = placed.get(path) ?? { page: null, box: null, text: value }
    const confidence = page === null ? 0.8 : 1
    return [[path, { page, box, text, confidence, source: 'embedded' as const }]]
  })
  return Object.fromEntries(entries)
}

function headOf({ number, currency, seller, buyer }: InvoiceFacts) {
  return {
    number,
    currency,
    'seller.name': seller.name,
    'seller.tin': seller.tin,
    'buyer.name': buyer.name,
    'buyer.code': buyer.code,
    'buyer.address': buyer.address,
    'buyer.tin': buyer.tin,
  }
}

function totalsOf({ totals }: InvoiceFacts): Record<string, string | null> {
  const charges = totals.charges.map(({ amount }, index) => [
    `totals.charges.${index}.amount`,
    amount,
  ])
  const taxes = (totals.taxes ?? []).flatMap(({ tax_base, tax }, index) => [
    [`totals.taxes.${index}.tax_base`, tax_base],
    [`totals.taxes.${index}.tax`, tax],
  ])
  return {
    'totals.subtotal': totals.subtotal,
    'totals.tax_base': totals.tax_base,
    'totals.tax': totals.tax,
    'totals.grand_total': totals.grand_total,
    'totals.payment.due': totals.payment?.due ?? null,
    ...Object.fromEntries([...charges, ...taxes]),
  }
}

function cellsOf(line: InvoiceLine) {
  return Object.fromEntries(ColumnName.options.map((column) => [column, line[column]]))
}

/** Line by line down the pages, each in a row that shows its amount and something else of it. */
function placeLines(facts: InvoiceFacts, pages: PageText): Found[] {
  let after = -1
  return facts.lines.flatMap((line, index): Found[] => {
    const amounts = placesOf(line.amount, facts, pages)
    const row = amounts
      .filter((place) => place.line > after)
      .slice(0, mostRows)
      .map((place) => placeCells(line, place, pages))
      .find((cells) => cells.length > 1)
    if (!row) return [[`lines.${index}.amount`, amounts[0]]]
    after = row[0]?.[1]?.line ?? after
    return row.map(([key, place]): Found => [`lines.${index}.${key}`, place])
  })
}

/** The amount, and what else of the line stands in the same row or, where cells are set higher or lower, next to it. */
function placeCells(line: InvoiceLine, amount: Place, pages: PageText): Found[] {
  const rows = [amount.line, amount.line - 1, amount.line + 1]
  const pieces = rows.flatMap((row) => pages.pieces_by_line[row] ?? [])
  const numberIn = (value: string | null) => {
    const places = pages.numbers.get(value ?? '') ?? []
    return rows.flatMap((row) => places.find((place) => place.line === row) ?? [])[0]
  }
  const cells: Found[] = [
    ['quantity', numberIn(line.quantity)],
    ['unit_price', line.unit_price === line.amount ? undefined : numberIn(line.unit_price)],
    ['sku', findText(pieces, line.sku ?? '')],
    ['description', findText(pieces, line.description)],
  ]
  return [['amount', amount], ...cells.filter(([, place]) => place !== undefined)]
}

/** A credit note may print as less than nothing what its XML gives as amounts to pay back. */
function placesOf(value: string | null, { credit_note }: InvoiceFacts, pages: PageText): Place[] {
  if (value === null) return []
  const places = pages.numbers.get(value) ?? []
  return credit_note && places.length === 0 ? (pages.numbers.get(`-${value}`) ?? []) : places
}

function placeText(value: string | null, { pieces }: PageText): Place | undefined {
  return value === null ? undefined : findText(pieces, value)
}
