import type { InvoiceLine } from '../../domain/invoice/invoice.ts'
import type { Evidence } from '../../domain/reading/evidence.ts'
import { ColumnName } from '../../domain/mapping/invoice-layout.ts'
import { datePattern } from './date-pattern.ts'
import type { InvoiceFacts } from './facts.ts'
import { findPattern, findText, type PageText, type PageLocation } from './page-text.ts'

/** The location of each XML value on the pages, by path. */
export type LocatedValues = ReadonlyMap<string, PageLocation>

type LocatedPath = [path: string, location: PageLocation | undefined]

/** Maximum number of rows to search for one line, among those that contain its amount. */
const maxRows = 50

export function locateValues(facts: InvoiceFacts, pages: PageText): LocatedValues {
  const found: LocatedPath[] = [
    ...Object.entries(headerValues(facts)).map(
      ([path, value]): LocatedPath => [path, locateText(value, pages)],
    ),
    [
      'date',
      facts.date === null ? undefined : findPattern(pages.segments, datePattern(facts.date)),
    ],
    // Uses the last occurrence, because totals are at the end of an invoice.
    ...Object.entries(totalValues(facts)).map(
      ([path, value]): LocatedPath => [path, findAmounts(value, facts, pages).at(-1)],
    ),
    ...locateLines(facts, pages),
  ]
  return new Map(found.flatMap(([path, location]) => (location ? [[path, location] as const] : [])))
}

/**
 * Returns the evidence for each value by path. A value that no page shows gets neither page nor box, and a lower
 * confidence.
 */
export function collectEvidence(
  facts: InvoiceFacts,
  located: LocatedValues,
): Record<string, Evidence> {
  const lines = facts.lines.flatMap((line, index) =>
    Object.entries(lineValues(line)).map(
      ([key, value]) => [`lines.${index}.${key}`, value] as const,
    ),
  )
  const values = { ...headerValues(facts), date: facts.date, ...totalValues(facts) }
  const entries = [...Object.entries(values), ...lines].flatMap(([path, value]) => {
    if (value === null) return []
    const { page, box, text } = located.get(path) ?? { page: null, box: null, text: value }
    const confidence = page === null ? 0.8 : 1
    return [[path, { page, box, text, confidence, source: 'embedded' as const }]]
  })
  return Object.fromEntries(entries)
}

function headerValues({ number, currency, seller, buyer }: InvoiceFacts) {
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

function totalValues({ totals }: InvoiceFacts): Record<string, string | null> {
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

function lineValues(line: InvoiceLine) {
  return Object.fromEntries(ColumnName.options.map((column) => [column, line[column]]))
}

/** Assigns lines in page order, each to a row with its amount and at least one of its other values. */
function locateLines(facts: InvoiceFacts, pages: PageText): LocatedPath[] {
  let after = -1
  return facts.lines.flatMap((line, index): LocatedPath[] => {
    const amounts = findAmounts(line.amount, facts, pages)
    const row = amounts
      .filter((location) => location.line > after)
      .slice(0, maxRows)
      .map((location) => locateCells(line, location, pages))
      .find((cells) => cells.length > 1)
    if (!row) return [[`lines.${index}.amount`, amounts[0]]]
    after = row[0]?.[1]?.line ?? after
    return row.map(([key, location]): LocatedPath => [`lines.${index}.${key}`, location])
  })
}

/** Searches the amount's row and the rows next to it, because cells may be slightly higher or lower. */
function locateCells(line: InvoiceLine, amount: PageLocation, pages: PageText): LocatedPath[] {
  const rows = [amount.line, amount.line - 1, amount.line + 1]
  const segments = rows.flatMap((row) => pages.segments_by_line[row] ?? [])
  const findNumber = (value: string | null) => {
    const locations = pages.numbers.get(value ?? '') ?? []
    return rows.flatMap((row) => locations.find((location) => location.line === row) ?? [])[0]
  }
  const cells: LocatedPath[] = [
    ['quantity', findNumber(line.quantity)],
    ['unit_price', line.unit_price === line.amount ? undefined : findNumber(line.unit_price)],
    ['sku', findText(segments, line.sku ?? '')],
    ['description', findText(segments, line.description)],
  ]
  return [['amount', amount], ...cells.filter(([, location]) => location !== undefined)]
}

/** Finds an amount on the pages. A credit note may show negative amounts that its XML states as positive. */
function findAmounts(
  value: string | null,
  { credit_note }: InvoiceFacts,
  pages: PageText,
): PageLocation[] {
  if (value === null) return []
  const locations = pages.numbers.get(value) ?? []
  return credit_note && locations.length === 0 ? (pages.numbers.get(`-${value}`) ?? []) : locations
}

function locateText(value: string | null, { segments }: PageText): PageLocation | undefined {
  return value === null ? undefined : findText(segments, value)
}
