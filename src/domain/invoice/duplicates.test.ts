import { expect, it } from 'vitest'
import { anInvoice } from '../../../test/support/invoice.ts'
import { findSameNumbers } from './duplicates.ts'

it('finds invoices that repeat an earlier number, ignoring case and spaces', () => {
  const numbers = ['A/1', 'B/2', null, 'a / 1', null, 'A/1', 'B/20']
  expect(findSameNumbers(numbers.map((number) => anInvoice({ number })))).toEqual([
    [3, 0],
    [5, 0],
  ])
})
