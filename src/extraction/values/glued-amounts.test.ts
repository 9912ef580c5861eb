import { expect, it } from 'vitest'
import { drawnPages } from '../../../test/fixtures/drawn-page.ts'
import { splitGluedAmounts } from './glued-amounts.ts'

const split = (text: string) =>
  splitGluedAmounts(drawnPages(text)).flatMap(({ words }) => words.map((word) => word.text))

it.each([
  ['Tagihan4.430.996', ['Tagihan', '4.430.996']],
  ['TOTAL:1,250,000.00', ['TOTAL:', '1,250,000.00']],
  ['JumlahRp175.000', ['Jumlah', 'Rp175.000']],
])('separates the label from the amount in %s', (text, words) => {
  expect(split(text)).toEqual(words)
})

it.each([
  'INV2.025',
  'IDR1.250.000',
  'Rp1.250.000',
  'A4.500',
  'PO2025.001',
  'Pasal23',
  '1.250.000',
])('leaves %s as it is', (text) => {
  expect(split(text)).toEqual([text])
})

it('gives both words their share of the box', () => {
  const [page] = splitGluedAmounts(drawnPages('Tagihan4.430.996'))
  const [label, amount] = page?.words ?? []
  expect(label?.box[2]).toBe(amount?.box[0])
  expect(label?.box[0]).toBeLessThan(amount?.box[0] ?? 0)
})
