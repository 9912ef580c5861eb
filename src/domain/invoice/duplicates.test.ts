import { expect, it } from 'vitest'
import { createInvoice } from '../../../test/support/readings/invoice.ts'
import { findDuplicateNumbers } from './duplicates.ts'

it('finds invoices that repeat an earlier number, ignoring case and spaces', () => {
  const numbers = ['A/1', 'B/2', null, 'a / 1', null, 'A/1', 'B/20']
  expect(findDuplicateNumbers(numbers.map((number) => createInvoice({ number })))).toEqual([
    [3, 0],
    [5, 0],
  ])
})
