import { expect, it } from 'vitest'
import { drawnPages } from '../../../../test/fixtures/drawn-page.ts'
import { readTextDocument } from '../../text/text-document.ts'
import { readNumerals } from './read-numerals.ts'

function listNumbersWithCurrency(drawing: string): string[] {
  const { lines } = readTextDocument(drawnPages(drawing))
  return readNumerals(lines, { mark: '.', joinsGroups: false })
    .flat()
    .filter(({ hasCurrency }) => hasCurrency)
    .map(({ text }) => text)
}

it.each([
  ['belongs to the number beside it', 'Fee      3    USD 35.00', ['35']],
  ['belongs to the number before it', 'Fee   35.00 EUR     3', ['35']],
  ['in its own column belongs to neither number', 'Fee      3  USD          35.00', []],
])('a currency between two numbers %s', (_where, drawing, expected) => {
  expect(listNumbersWithCurrency(drawing)).toEqual(expected)
})
