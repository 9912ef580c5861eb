import { expect, it } from 'vitest'
import { parsePrintedDate, toPickedValue } from './picked-value.ts'

it.each([
  ['2026-11-05', '2026-11-05'],
  ['5/11/2026', '2026-11-05'],
  ['05.11.2026', '2026-11-05'],
  ['Jakarta, 5 Agustus 2026', '2026-08-05'],
  ['5-Nov-2026', '2026-11-05'],
  ['November 5, 2026', '2026-11-05'],
  ['31/02/2026', undefined],
  ['Total', undefined],
])('reads the date %s', (text, date) => {
  expect(parsePrintedDate(text)).toBe(date)
})

it('reads amounts with a currency, and keeps other text as it is', () => {
  expect(toPickedValue('Rp1,524,324.24', 'amount')).toBe('1524324.24')
  expect(toPickedValue('Rp 1.500.000,-', 'amount')).toBe('1500000')
  expect(toPickedValue('Total', 'amount')).toBeUndefined()
  expect(toPickedValue('01.234.567.4-901.000', 'text')).toBe('01.234.567.4-901.000')
})
