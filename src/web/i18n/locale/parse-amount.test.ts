import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { setLocale } from './locale.ts'
import { formatDecimalText } from './decimal-text.ts'
import { parseAmount } from './parse-amount.ts'

afterEach(() => setLocale('en'))

describe.each(['en', 'id', 'de-CH', 'fr'])('in %s', (language) => {
  it('parses every number that the page formats', () => {
    setLocale(language)
    const amounts = fc.tuple(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), fc.nat(9999))
    fc.assert(
      fc.property(amounts, fc.boolean(), ([whole, decimals], isWhole) => {
        const text = isWhole ? `${whole}` : `${whole}.${decimals}`
        expect(parseAmount(formatDecimalText(text))).toBe(text)
      }),
      { numRuns: 50 },
    )
  })
})

it.each([
  ['1250.5', '1250.5', '1250.5'],
  ['1,250', '1250', '1.250'],
  ['1.250', '1.250', '1250'],
  ['1.250.000,50', '1250000.50', '1250000.50'],
  ['1,250,000.50', '1250000.50', '1250000.50'],
  ['12,5', '12.5', '12.5'],
  [' − 3 ', '-3', '-3'],
  ['12x', undefined, undefined],
  ['1.25.000', undefined, undefined],
  ['', undefined, undefined],
  ['-', undefined, undefined],
])('parses %s', (typed, inEnglish, inIndonesian) => {
  setLocale('en')
  expect(parseAmount(typed)).toBe(inEnglish)
  setLocale('id')
  expect(parseAmount(typed)).toBe(inIndonesian)
})
