import type { InvoiceReading } from '../../domain/invoice/invoice.ts'
import { ColumnName } from '../../domain/mapping/invoice-layout.ts'
import { type Cell, toCsv } from '../formats/write-csv.ts'

const lineColumns = [...ColumnName.options, 'taxable'] as const
const columns = ['number', 'date', 'currency', 'seller', 'buyer', 'needs_review', ...lineColumns]

/** Writes one row per line item; an invoice without lines keeps one row. */
export function renderCsv(readings: readonly InvoiceReading[]): string {
  return toCsv(columns, readings.flatMap(toRows))
}

function toRows(reading: InvoiceReading): Cell[][] {
  const { number, date, currency, seller, buyer, review, lines } = reading
  const head = [number, date, currency, seller.name, buyer.name, review.needed]
  if (lines.length === 0) return [[...head, ...lineColumns.map(() => null)]]
  return lines.map((line) => [...head, ...lineColumns.map((column) => line[column])])
}
