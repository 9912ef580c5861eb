import { expect, it } from 'vitest'
import { findWeek, parseRate } from './typed-rate.ts'

const typed = { currency: 'usd', date: '2026-11-15', units: '1', rate: '15,875.50' }

it('reads a rate and the week to which its day belongs', () => {
  expect(parseRate(typed)).toEqual({
    currency: 'USD',
    valid_from: '2026-11-11',
    units: 1,
    rate: '15875.50',
  })
  expect(findWeek('2026-11-15')).toEqual({ first: 'Nov 11, 2026', last: 'Nov 17, 2026' })
})

it.each([
  { currency: 'IDR' },
  { currency: 'US' },
  { date: '' },
  { units: '0' },
  { rate: '0' },
  { rate: '-5' },
  { rate: 'x' },
])('rejects %o', (wrong) => {
  expect(parseRate({ ...typed, ...wrong })).toBeUndefined()
})
