import { expect, it } from 'vitest'
import type { InvoiceLine } from '../../../domain/invoice/invoice.ts'
import { tableReasons } from './review-reasons.ts'
import type { TableGuess } from './guess-tables.ts'

const line: InvoiceLine = {
  no: '1',
  sku: null,
  hs_code: null,
  description: 'Lantern',
  quantity: '2',
  unit: null,
  unit_price: '5',
  discount: null,
  amount: '10',
  taxable: true,
}
const guess = {
  roles: new Set(['description', 'quantity', 'unit_price', 'amount']),
  isSure: true,
} as unknown as TableGuess

it('doubts no line that is full and counts', () => {
  expect(tableReasons([line], guess)).toEqual([])
})

it('doubts a line that no sum can prove, because it adds nothing', () => {
  const paths = tableReasons([line, { ...line, quantity: '0', amount: '0' }], guess).map(
    ({ path }) => path,
  )
  expect(paths).toEqual(['lines.1.amount'])
})

it('doubts a line that has nothing under a head', () => {
  const paths = tableReasons([{ ...line, unit_price: null }], guess).map(({ path }) => path)
  expect(paths).toEqual(['lines.0.unit_price'])
})
