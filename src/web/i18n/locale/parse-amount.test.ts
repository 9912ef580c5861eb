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

describe.each(['en', 'id'])('in %s', (language) => {
  it.each([
    ['1250.5', '1250.5'],
    ['1.250.000,50', '1250000.50'],
    ['1,250,000.50', '1250000.50'],
    ['12,5', '12.5'],
    [' − 3 ', '-3'],
    ['12x', undefined],
    ['1.25.000', undefined],
    ['', undefined],
    ['-', undefined],
  ])('parses %j as %s', (typed, amount) => {
    setLocale(language)
    expect(parseAmount(typed)).toBe(amount)
  })
})

it.each([
  ['en', '1,250', '1250'],
  ['en', '1.250', '1.250'],
  ['id', '1,250', '1.250'],
  ['id', '1.250', '1250'],
])('follows the separators of %s: %s is %s', (language, typed, amount) => {
  setLocale(language)
  expect(parseAmount(typed)).toBe(amount)
})
