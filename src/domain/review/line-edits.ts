import type { Change } from './change.ts'
import { toDecimal } from '../invoice/amounts.ts'
import { add, type Decimal, formatDecimal, subtract, zero } from '../values/decimal.ts'
import type { InvoiceLine, InvoiceReading } from '../invoice/invoice.ts'

/**
 * Returns the changes that split a line. The new line follows it and takes the given part of its quantity, amount and
 * discount.
 */
export function splitLine(
  { lines }: InvoiceReading,
  index: number,
  taken: { quantity: string | null; amount: string | null },
): Change[] {
  const line = lines[index]
  if (!line) return []
  const part: InvoiceLine = { ...line, no: null, discount: null, ...taken }
  return [
    ...createSetChanges(index, line, {
      quantity: subtractFrom(line.quantity, taken.quantity),
      amount: subtractFrom(line.amount, taken.amount),
    }),
    { op: 'insert', path: `lines.${index + 1}`, value: part },
  ]
}

/**
 * Returns the changes that merge a line with the next one. Joins text, adds amounts and, if the prices are equal, adds
 * quantities.
 */
export function mergeLines({ lines }: InvoiceReading, index: number): Change[] {
  const [first, second] = lines.slice(index, index + 2)
  if (!first || !second) return []
  const isSamePrice = first.unit_price === second.unit_price && first.unit === second.unit
  const isText = second.quantity === null && second.amount === null
  const both = {
    description: [first.description, second.description].filter(Boolean).join(' '),
    amount: sum(first.amount, second.amount),
    discount: sum(first.discount, second.discount),
    ...(isSamePrice && { quantity: sum(first.quantity, second.quantity) }),
    ...(!isSamePrice && !isText && { quantity: null, unit_price: null }),
  }
  return [...createSetChanges(index, first, both), { op: 'remove', path: `lines.${index + 1}` }]
}

function createSetChanges(
  index: number,
  line: InvoiceLine,
  values: Partial<InvoiceLine>,
): Change[] {
  return (Object.keys(values) as (keyof InvoiceLine)[])
    .filter((key) => values[key] !== line[key])
    .map((key) => ({ op: 'set', path: `lines.${index}.${key}`, value: values[key] ?? null }))
}

function subtractFrom(whole: string | null, part: string | null): string | null {
  return combineAmounts(whole, part, subtract)
}

function sum(one: string | null, other: string | null): string | null {
  return combineAmounts(one, other, add)
}

function combineAmounts(
  one: string | null,
  other: string | null,
  combine: (a: Decimal, b: Decimal) => Decimal,
): string | null {
  const [a, b] = [toDecimal(one), toDecimal(other)]
  return a || b ? formatDecimal(combine(a ?? zero, b ?? zero)) : null
}
