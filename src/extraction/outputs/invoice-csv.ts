import type { InvoiceReading } from '../../domain/invoice/invoice.ts'
import { ColumnName } from '../../domain/mapping/invoice-layout.ts'
import { resolveBuyer, resolveSeller } from '../coretax/filing-parties.ts'
import type { Directory } from '../directory/directory.ts'
import { type CsvCell, toCsv } from '../formats/write-csv.ts'

const lineColumns = [...ColumnName.options, 'taxable'] as const
const totalColumns = ['subtotal', 'tax_base', 'tax', 'grand_total'] as const
const columns = [
  'number',
  'date',
  'currency',
  'seller',
  'seller_npwp',
  'buyer',
  'buyer_npwp',
  ...totalColumns,
  'needs_review',
  ...lineColumns,
]

/** Excel reads a CSV file as UTF-8 only if it begins with a byte order mark. */
const byteOrderMark = '\ufeff'

/** Writes one row per line item. An invoice without lines gets one row. Tax numbers may come from the directory. */
export function renderCsv(readings: readonly InvoiceReading[], directory: Directory): string {
  const rows = readings.flatMap((reading) => toRows(reading, directory))
  return byteOrderMark + toCsv(columns, rows)
}

function toRows(reading: InvoiceReading, directory: Directory): CsvCell[][] {
  const { number, date, currency, seller, buyer, totals, review, lines } = reading
  const head = [
    number,
    date,
    currency,
    seller.name,
    resolveSeller(reading, directory).filed.tin ?? seller.tin,
    buyer.name,
    resolveBuyer(reading, directory).filed.tin ?? buyer.tin,
    ...totalColumns.map((column) => totals[column]),
    review.needed,
  ]
  if (lines.length === 0) return [[...head, ...lineColumns.map(() => null)]]
  return lines.map((line) => [...head, ...lineColumns.map((column) => line[column])])
}
