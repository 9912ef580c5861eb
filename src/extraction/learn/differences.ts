import type { InvoiceReading } from '../../domain/invoice/invoice.ts'
import type { ExampleReading } from './example/example-reading.ts'
import { isSameAmount, isSameText } from './example/same-value.ts'

/** A value that a layout reads differently from the example. */
export interface Difference {
  path: string
  expected: string
  read: string | null
}

/** Compares a reading with the example. Ignores values that the example does not have. */
export function findDifferences(wanted: ExampleReading, read: InvoiceReading): Difference[] {
  const texts = [
    compare('number', wanted.number, read.number, isSameText),
    compare('date', wanted.date, read.date, isEqual),
    compare('currency', wanted.currency, read.currency, isEqual),
    compare('buyer.name', wanted.buyer.name, read.buyer.name, isSameText),
  ]
  const totals = (['subtotal', 'tax_base', 'tax', 'grand_total'] as const).map((name) =>
    isUnprintedZero(wanted.totals[name], read.totals[name]) ||
    isBaseEqualToSubtotal(name, wanted, read)
      ? []
      : compare(`totals.${name}`, wanted.totals[name], read.totals[name], isSameAmount),
  )
  return [...texts, ...totals, compareLines(wanted, read)].flat()
}

function compareLines(wanted: ExampleReading, read: InvoiceReading): Difference[] {
  if (wanted.lines.length !== read.lines.length) {
    return [
      { path: 'lines', expected: String(wanted.lines.length), read: String(read.lines.length) },
    ]
  }
  return wanted.lines.flatMap((line, index) => {
    const own = read.lines[index]
    const path = (key: string) => `lines.${index}.${key}`
    return [
      compare(path('description'), line.description, own?.description, isSameText),
      compare(path('quantity'), line.quantity, own?.quantity, isSameAmount),
      compare(path('unit'), line.unit, own?.unit, isSameText),
      compare(path('unit_price'), line.unit_price, own?.unit_price, isSameAmount),
      compare(path('amount'), line.amount, own?.amount, isSameAmount),
    ].flat()
  })
}

function compare(
  path: string,
  expected: string | null | undefined,
  read: string | null | undefined,
  isSame: (one: string, other: string) => boolean,
): Difference[] {
  if (!expected || (read && isSame(expected, read))) return []
  return [{ path, expected, read: read ?? null }]
}

/** True for a zero tax, which is often not printed. */
function isUnprintedZero(wanted: string | null | undefined, read: string | null): boolean {
  return read === null && !!wanted && isSameAmount(wanted, '0')
}

/** True for a tax base that equals the subtotal, because it often has no label. */
function isBaseEqualToSubtotal(
  name: string,
  { totals }: ExampleReading,
  read: InvoiceReading,
): boolean {
  const isBase = name === 'tax_base' && read.totals.tax_base === null
  return isBase && isSameAmount(totals.tax_base ?? '', totals.subtotal ?? '')
}

function isEqual(one: string, other: string): boolean {
  return one === other
}
