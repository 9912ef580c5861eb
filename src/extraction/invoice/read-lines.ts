import type { ColumnName, TableLayout } from '../../domain/invoice-layout.ts'
import type { Evidence, InvoiceLine } from '../../domain/invoice.ts'
import { type Cell, type Cells, readCells } from './cells.ts'
import { cellEvidence } from './evidence.ts'
import { isCurrency, type NumberStyle, parseNumber } from './numbers.ts'
import type { Region } from './regions.ts'
import { readRows } from './rows.ts'
import { textOf } from './text-lines.ts'

/** The invoice's lines, and the evidence of each of their values by its path. */
export function readLines(
  layout: TableLayout,
  regions: Region[],
  style: NumberStyle,
): { lines: InvoiceLine[]; evidence: Record<string, Evidence> } {
  const items = readRows(layout, regions).map((row) => readCells(layout, row))
  const evidence = items.flatMap((cells, index) =>
    Object.entries(cells).map(([column, cell]) => [`lines.${index}.${column}`, cellEvidence(cell)]),
  )
  return {
    lines: items.map((cells) => toInvoiceLine(layout, cells, style)),
    evidence: Object.fromEntries(evidence) as Record<string, Evidence>,
  }
}

function toInvoiceLine({ defaults }: TableLayout, cells: Cells, style: NumberStyle): InvoiceLine {
  const text = (column: ColumnName) => cells[column]?.text || defaults[column] || null
  const number = (column: ColumnName) => {
    const cell = cells[column]
    return (cell && numberIn(cell, style)) ?? defaults[column] ?? null
  }
  return {
    no: text('no'),
    sku: text('sku'),
    hs_code: text('hs_code'),
    description: text('description') ?? '',
    quantity: number('quantity'),
    unit: text('unit'),
    unit_price: number('unit_price'),
    discount: number('discount'),
    amount: number('amount'),
    taxable: true,
  }
}

function numberIn({ words, text }: Cell, style: NumberStyle): string | undefined {
  const withoutCurrency = textOf(words.filter((word) => !isCurrency(word.text)))
  return parseNumber(withoutCurrency, style) ?? parseNumber(text, style)
}
