import type { Readable } from 'node:stream'
import type { InvoiceReading } from '../../domain/invoice/invoice.ts'
import { type SheetColumn, type Sheet, writeWorkbook } from '../formats/workbook.ts'
import type { CsvCell } from '../formats/write-csv.ts'

export interface NamedReading {
  filename: string
  reading: InvoiceReading
}

const text = (name: string, width = 14): SheetColumn => ({ name, kind: 'text', width })
const amount = (name: string): SheetColumn => ({ name, kind: 'number', width: 16 })
const date: SheetColumn = { name: 'date', kind: 'date', width: 12 }

const invoiceColumns: readonly SheetColumn[] = [
  text('file', 30),
  text('number', 22),
  date,
  text('currency', 10),
  text('seller', 32),
  text('seller_npwp', 20),
  text('buyer', 32),
  text('buyer_npwp', 20),
  amount('subtotal'),
  amount('tax_base'),
  amount('tax'),
  amount('grand_total'),
  text('needs_review'),
]

const lineColumns: readonly SheetColumn[] = [
  text('file', 30),
  text('number', 22),
  text('no', 6),
  text('sku', 18),
  text('hs_code', 12),
  text('description', 48),
  amount('quantity'),
  text('unit', 8),
  amount('unit_price'),
  amount('discount'),
  amount('amount'),
  text('taxable', 9),
]

/**
 * Writes invoices as an XLSX file with one sheet of invoices and one of lines. Iterates over `documents` once per
 * sheet.
 */
export function renderWorkbook(documents: () => AsyncIterable<NamedReading>): Readable {
  const sheet = (
    name: string,
    columns: readonly SheetColumn[],
    toRows: (document: NamedReading) => CsvCell[][],
  ): Sheet => ({
    name,
    columns,
    async *rows() {
      for await (const document of documents()) yield* toRows(document)
    },
  })
  return writeWorkbook([
    sheet('Invoices', invoiceColumns, (document) => [toInvoiceRow(document)]),
    sheet('Lines', lineColumns, toLineRows),
  ])
}

/** Converts an invoice to a row. The tax numbers are those that would be filed, which may come from the directory. */
function toInvoiceRow({ filename, reading }: NamedReading): CsvCell[] {
  const { number, date: day, currency, seller, buyer, totals, review, filing } = reading
  return [
    filename,
    number,
    day,
    currency,
    seller.name,
    filing?.seller.tin ?? seller.tin,
    buyer.name,
    filing?.buyer.tin ?? buyer.tin,
    totals.subtotal,
    totals.tax_base,
    totals.tax,
    totals.grand_total,
    review.needed,
  ]
}

function toLineRows({ filename, reading: { number, lines } }: NamedReading): CsvCell[][] {
  return lines.map((line) => [
    filename,
    number,
    line.no,
    line.sku,
    line.hs_code,
    line.description,
    line.quantity,
    line.unit,
    line.unit_price,
    line.discount,
    line.amount,
    line.taxable,
  ])
}
