import type { InvoiceReading } from '../../domain/invoice/invoice.ts'
import { ColumnName } from '../../domain/mapping/invoice-layout.ts'
import { xmlText } from '../pdf/xml-text.ts'

type Cell = string | number | boolean | null

const lineColumns = [...ColumnName.options, 'taxable'] as const
const columns = ['number', 'date', 'currency', 'seller', 'buyer', 'needs_review', ...lineColumns]

/** One row per line of each invoice. An invoice without lines keeps a row of its own. */
export function renderCsv(readings: readonly InvoiceReading[]): string {
  return toCsv(columns, readings.flatMap(rowsOf))
}

/** A table after RFC 4180. */
export function toCsv(columns: readonly string[], rows: Cell[][]): string {
  return [columns, ...rows].map((row) => `${row.map(toField).join(',')}\r\n`).join('')
}

function rowsOf(reading: InvoiceReading): Cell[][] {
  const { number, date, currency, seller, buyer, review, lines } = reading
  const head = [number, date, currency, seller.name, buyer.name, review.needed]
  if (lines.length === 0) return [[...head, ...lineColumns.map(() => null)]]
  return lines.map((line) => [...head, ...lineColumns.map((column) => line[column])])
}

/** A text that a spreadsheet would run as a formula gets an apostrophe; numbers below zero are none. */
function toField(cell: Cell): string {
  const text = xmlText(String(cell ?? ''))
  const isFormula =
    /^\s*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text)
  const safe = isFormula ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
