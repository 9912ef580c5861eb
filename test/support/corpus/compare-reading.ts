import { compare, parseDecimal } from '../../../src/domain/values/decimal.ts'
import type { InvoiceLine, InvoiceReading } from '../../../src/domain/invoice/invoice.ts'

export type Value = string | number | boolean | null | undefined

/** A path, the expected value and the actual one. */
export type Pair = [path: string, wanted: Value, read: Value]

/** The expected values in a corpus, under the names it uses. */
export interface Expected {
  fields: Record<string, Value>
  totals: Record<string, Value>
  items: Record<string, Value>[]
}

export interface Comparison {
  fields: { right: number; total: number }
  lines: { right: number; total: number }
  mistakes: string[]
}

const lineNames: [Exclude<keyof InvoiceLine, 'tax_class'>, string][] = [
  ['sku', 'sku'],
  ['hs_code', 'hsCode'],
  ['description', 'description'],
  ['quantity', 'qty'],
  ['unit', 'uom'],
  ['unit_price', 'unitPrice'],
  ['discount', 'discount'],
  ['amount', 'amount'],
  ['taxable', 'taxable'],
]

/** Compares numbers as decimals and text without white space. Some paths can be excluded. */
export function compareReading(
  expected: Expected,
  reading: InvoiceReading,
  isLeftOut: (path: string, read: Value) => boolean,
): Comparison {
  const isWrong = ([path, wanted, read]: Pair) => !isSame(wanted, read) && !isLeftOut(path, read)
  const pairs = fieldPairs(expected, reading)
  const wrong = pairs.filter(isWrong)
  const byLine = expected.items.map((item, index) =>
    linePairs(item, reading.lines[index], `lines.${index}`).filter(isWrong),
  )
  const extraLines = reading.lines.length - expected.items.length
  return {
    fields: { right: pairs.length - wrong.length, total: pairs.length },
    lines: {
      right: byLine.filter((mistakes) => mistakes.length === 0).length,
      total: byLine.length,
    },
    mistakes: [
      ...[...wrong, ...byLine.flat()].map(toMistake),
      ...(extraLines > 0 ? [`${extraLines} lines too many`] : []),
    ],
  }
}

function fieldPairs({ fields, totals }: Expected, reading: InvoiceReading): Pair[] {
  return [
    ['number', fields.invoiceNumber, reading.number],
    ['date', fields.invoiceDate, reading.date],
    ['currency', fields.currency, reading.currency],
    ['seller.name', fields.sellerName, reading.seller.name],
    ['buyer.name', fields.buyerName, reading.buyer.name],
    ['totals.subtotal', totals.subtotal, reading.totals.subtotal],
    ['totals.tax_base', totals.taxBase, reading.totals.tax_base],
    ['totals.tax', totals.vat, reading.totals.tax],
    ['totals.grand_total', totals.grandTotal, reading.totals.grand_total],
    ['totals.quantity', totals.total_qty, reading.totals.quantity],
    ['totals.charges', totals.asf, reading.totals.charges[0]?.amount],
  ]
}

/**
 * Pairs the values of a line. The corpus numbers lines even if the invoice does not, so numbers that are not on the
 * page are not compared.
 */
function linePairs(
  item: Record<string, Value>,
  line: InvoiceLine | undefined,
  path: string,
): Pair[] {
  const number: Pair[] = line?.no ? [[`${path}.no`, item.no, Number(line.no)]] : []
  return [
    ...number,
    ...lineNames.map(([ours, theirs]): Pair => [`${path}.${ours}`, item[theirs], line?.[ours]]),
  ]
}

export function isSame(expected: Value, read: Value): boolean {
  const numbers = [parseDecimal(String(expected)), parseDecimal(String(read))]
  if (numbers[0] && numbers[1]) return compare(numbers[0], numbers[1]) === 0
  return removeSpaces(expected) === removeSpaces(read)
}

function removeSpaces(value: Value): string {
  return String(value ?? '')
    .normalize('NFKC')
    .replace(/\s/g, '')
}

export function toMistake([path, expected, read]: Pair): string {
  return `${path}: expected ${JSON.stringify(expected)}, read ${JSON.stringify(read ?? null)}`
}
