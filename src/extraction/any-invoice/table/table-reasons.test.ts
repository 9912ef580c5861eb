import { expect, it } from 'vitest'
import type { InvoiceLine } from '../../../domain/invoice/invoice.ts'
import { listTableReasons } from './table-reasons.ts'
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
const roles: TableGuess['roles'] = new Set(['description', 'quantity', 'unit_price', 'amount'])
const guess = { roles, named_roles: roles }

it('accepts a complete line with an amount', () => {
  expect(listTableReasons([line], guess)).toEqual([])
})

it('flags a line with a zero amount, which no sum confirms', () => {
  const paths = listTableReasons([line, { ...line, quantity: '0', amount: '0' }], guess).map(
    ({ path }) => path,
  )
  expect(paths).toEqual(['lines.1.amount'])
})

it('flags an empty cell below a header', () => {
  const paths = listTableReasons([{ ...line, unit_price: null }], guess).map(({ path }) => path)
  expect(paths).toEqual(['lines.0.unit_price'])
})

it('accepts an empty column whose header has another meaning too', () => {
  const lines = [{ ...line, quantity: null }]
  expect(listTableReasons(lines, { roles, named_roles: new Set(['amount']) })).toEqual([])
})
