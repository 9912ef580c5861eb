import { expect, it } from 'vitest'
import { readRatesCsv } from './exchange-rates-csv.ts'

const usd = { currency: 'USD', valid_from: '2026-11-11', units: 1, rate: '15875.50' }

it('reads English and Indonesian headers, any separator, and numbers in both notations', () => {
  for (const csv of [
    'currency,valid_from,rate\nUSD,2026-11-11,15875.50',
    'Currency;Valid from;Rate;Units\nUSD;2026-11-11;15,875.50;1',
    'Mata uang;Berlaku sejak;Kurs;Satuan\nUSD;2026-11-11;15.875,50;',
  ]) {
    expect(readRatesCsv(csv), csv).toEqual([usd])
  }
})

it('names the lines and columns that it cannot read', () => {
  expect(() => readRatesCsv('Kota,Kurs\nSurabaya,1')).toThrow()
  expect(() => readRatesCsv('currency,valid_from,rate\nUSD,2026-11-11,15.875.50')).toThrow()
})
