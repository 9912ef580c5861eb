import type { ColumnName, TableLayout } from '../../domain/mapping/invoice-layout.ts'
import type { InvoiceLine } from '../../domain/invoice/invoice.ts'
import type { Evidence } from '../../domain/reading/evidence.ts'
import { decimal, formatDecimal, multiply, percentOf } from '../../domain/values/decimal.ts'
import { type ItemCell, type ItemCells, listColumnEntries, readCells } from './cells.ts'
import { toCellEvidence } from './evidence.ts'
import { isCurrency, type NumberStyle, parseNumber } from '../values/numbers.ts'
import { compile } from './pattern.ts'
import type { TableRegion } from './table-regions.ts'
import { readRows } from './item-rows.ts'
import { restoreSpaces } from '../values/spaced-numbers.ts'
import { joinWords } from '../text/text-lines.ts'
import type { Trace } from './trace.ts'

/** Reads line items, with evidence keyed by path. */
export function readLines(
  layout: TableLayout,
  regions: TableRegion[],
  style: NumberStyle,
  trace?: Trace,
): { lines: InvoiceLine[]; evidence: Record<string, Evidence> } {
  const items = readRows(layout, regions, trace).map((row) => readCells(layout, row))
  const evidence = items.flatMap((cells, index) =>
    Object.entries(cells).map(([column, cell]) => [
      `lines.${index}.${column}`,
      toCellEvidence(cell),
    ]),
  )
  return {
    lines: items.map((cells) => toInvoiceLine(layout, cells, style)),
    evidence: Object.fromEntries(evidence) as Record<string, Evidence>,
  }
}

function toInvoiceLine(layout: TableLayout, cells: ItemCells, style: NumberStyle): InvoiceLine {
  const { defaults, untaxed } = layout
  const text = (column: ColumnName) => {
    const written = cells[column]?.text
    return written ? restoreSpaces(written) : (defaults[column] ?? null)
  }
  const number = (column: ColumnName) => {
    const cell = cells[column]
    return (cell && parseCellNumber(cell, style)) ?? defaults[column] ?? null
  }
  const [quantity, unit_price] = [number('quantity'), number('unit_price')]
  return {
    no: text('no'),
    sku: text('sku'),
    hs_code: text('hs_code'),
    description: text('description') ?? '',
    quantity,
    unit: text('unit'),
    unit_price,
    discount:
      number('discount') ?? computePercentDiscount(quantity, unit_price, cells.discount, style),
    amount: number('amount'),
    taxable: !listColumnEntries(untaxed).some(([column, pattern]) =>
      compile(pattern).test(text(column) ?? ''),
    ),
  }
}

/** Converts a percentage discount to an exact amount, because only the line amount is rounded. */
function computePercentDiscount(
  quantity: string | null,
  unit_price: string | null,
  discount: ItemCell | undefined,
  style: NumberStyle,
): string | null {
  const [, written] = /^(.+?)\s*%$/.exec(discount?.text ?? '') ?? []
  const percent = written && parseNumber(written, style)
  if (!percent || quantity === null || unit_price === null) return null
  const whole = multiply(decimal(quantity), decimal(unit_price))
  return formatDecimal(percentOf(whole, percent))
}

function parseCellNumber({ words, text }: ItemCell, style: NumberStyle): string | undefined {
  const withoutCurrency = joinWords(words.filter((word) => !isCurrency(word.text)))
  return parseNumber(withoutCurrency, style) ?? parseNumber(text, style)
}
