import { expect, it } from 'vitest'
import {
  type CorpusReading,
  corpusReadings,
  corpusSkipReason,
} from '../../../test/support/corpus/corpus-readings.ts'
import { checkInvoice } from './check-invoice.ts'
import type { Check, InvoiceReading } from './invoice.ts'

type Listed = CorpusReading['checks']

/** The checks in manifest order, with their names in the manifest. */
const names: [keyof Listed, Check['name']][] = [
  ['rows', 'rows'],
  ['sum', 'sum'],
  ['qty', 'quantity'],
  ['tax_base', 'tax_base'],
  ['vat', 'tax'],
  ['grand', 'grand_total'],
]

const failuresIn = (listed: Listed) =>
  names.filter(([key]) => listed[key] === false).map(([, name]) => name)

it('passes correct real invoices and flags the others for the right reason', ({ skip }) => {
  skip(corpusSkipReason !== undefined, corpusSkipReason)
  const invoices = corpusReadings()
  const found = invoices.map(({ id, reading }) => {
    const { checks, review } = checkInvoice(reading)
    const failed = checks.filter(({ passed }) => !passed).map(({ name }) => name)
    return { id, failed, flagged: review.needed }
  })
  const expected = invoices.map(({ id, checks }) => {
    const failed = failuresIn(checks)
    return { id, failed, flagged: failed.length > 0 }
  })
  expect(found).toEqual(expected)
  expect(found.filter(({ flagged }) => !flagged).length).toBeGreaterThan(40)
})

it('detects any misread digit in a quantity, an amount or a total', ({ skip }) => {
  skip(corpusSkipReason !== undefined, corpusSkipReason)
  const short = corpusReadings().filter(({ reading }) => reading.lines.length <= 10)
  const proved = short.filter(({ reading }) => !checkInvoice(reading).review.needed)
  const misread = proved.flatMap(({ id, reading }) => misreadings(id, reading))
  expect(misread.length).toBeGreaterThan(1000)
  const unnoticed = misread.filter(({ reading }) => !checkInvoice(reading).review.needed)
  expect(unnoticed.map(({ what }) => what)).toEqual([])
})

/**
 * For each digit, returns a copy of the reading with that digit increased. Rounding may hide an error in the tax base
 * or a price.
 */
function misreadings(id: string, reading: InvoiceReading) {
  const { lines, totals } = reading
  const inLines = lines.flatMap((line, index) =>
    (['quantity', 'amount'] as const).flatMap((key) =>
      misreadDigits(line[key]).map((text) => ({
        what: `${id} lines.${index}.${key} ${text}`,
        reading: { ...reading, lines: lines.with(index, { ...line, [key]: text }) },
      })),
    ),
  )
  const inTotals = (['subtotal', 'tax', 'grand_total'] as const).flatMap((key) =>
    misreadDigits(totals[key]).map((text) => ({
      what: `${id} totals.${key} ${text}`,
      reading: { ...reading, totals: { ...totals, [key]: text } },
    })),
  )
  return [...inLines, ...inTotals]
}

function misreadDigits(text: string | null): string[] {
  const digits = [...(text ?? '').matchAll(/\d/g)]
  return digits.map(({ 0: digit, index }) => {
    const before = (text ?? '').slice(0, index)
    return `${before}${(Number(digit) + 1) % 10}${(text ?? '').slice(index + 1)}`
  })
}
