import { expect, it } from 'vitest'
import { setLocale } from './locale.ts'
import { formatDecimalText, formatMoney, sumAmounts } from './decimal-text.ts'

it('keeps every digit of a long decimal', () => {
  setLocale('id')
  expect(formatDecimalText('12345678901234567890.50')).toBe('12.345.678.901.234.567.890,50')
  setLocale('en')
  expect(formatDecimalText('-1234.5')).toBe('-1,234.5')
})

it('pads the fraction of an amount to two decimals', () => {
  setLocale('en')
  expect(['1611.5', '1611', '0.125'].map(formatMoney)).toEqual(['1,611.50', '1,611', '0.125'])
})

it('sums amounts exactly and skips unknown ones', () => {
  expect(sumAmounts(['0.1', null, '0.2'])).toBe('0.3')
  expect(sumAmounts([null])).toBeNull()
})
