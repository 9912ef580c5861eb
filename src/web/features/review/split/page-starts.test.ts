import { expect, it } from 'vitest'
import { addStart, moveStart, removeStart, toRanges, toStarts } from './page-starts.ts'

it('converts the starts of invoices to ranges of pages and back', () => {
  const ranges = toRanges([1, 3, 4], 6)
  expect(ranges).toEqual([
    [1, 2],
    [3, 3],
    [4, 6],
  ])
  expect(toStarts(ranges)).toEqual([1, 3, 4])
})

it('adds and removes an invoice, but never the first', () => {
  expect(addStart([1, 4], 3)).toEqual([1, 3, 4])
  expect(addStart([1, 3], 3)).toEqual([1, 3])
  expect(removeStart([1, 3, 4], 1)).toEqual([1, 4])
  expect(removeStart([1, 3], 0)).toEqual([1, 3])
})

it('moves the start of an invoice while both neighbours keep a page', () => {
  expect(moveStart([1, 3], 1, -1, 4)).toEqual([1, 2])
  expect(moveStart([1, 2], 1, -1, 4)).toBeUndefined()
  expect(moveStart([1, 3], 1, 1, 4)).toEqual([1, 4])
  expect(moveStart([1, 4], 1, 1, 4)).toBeUndefined()
  expect(moveStart([1, 2, 3], 1, 1, 4)).toBeUndefined()
  expect(moveStart([1, 3], 0, 1, 4)).toBeUndefined()
})
