import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  absolute,
  add,
  compare,
  type Decimal,
  decimal,
  divide,
  equals,
  formatDecimal,
  multiply,
  parseDecimal,
  percentOf,
  round,
  subtract,
  sum,
  truncate,
} from './decimal.ts'

/** An exact expected result, as a fraction with a positive denominator. */
interface Rational {
  top: bigint
  bottom: bigint
}

const decimals: fc.Arbitrary<Decimal> = fc.record({
  units: fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }),
  scale: fc.integer({ min: 0, max: 9 }),
})
const places = fc.integer({ min: 0, max: 8 })
const rational = ({ units, scale }: Decimal): Rational => ({
  top: units,
  bottom: 10n ** BigInt(scale),
})
const isSame = (a: Rational, b: Rational) => a.top * b.bottom === b.top * a.bottom
const size = (value: bigint) => (value < 0n ? -value : value)

/** Returns |rounded − exact| × 2 × 10^places as a fraction. 1 means exactly half a unit in the last place. */
function halves(rounded: Decimal, exact: Rational, places: number): Rational {
  const { top, bottom } = rational(rounded)
  const difference = size(top * exact.bottom - exact.top * bottom)
  return { top: difference * 2n * 10n ** BigInt(places), bottom: size(bottom * exact.bottom) }
}

function expectRoundedHalfAwayFromZero(rounded: Decimal, exact: Rational, places: number) {
  const { top, bottom } = halves(rounded, exact, places)
  expect(top <= bottom).toBe(true)
  const grew =
    size(rounded.units) * size(exact.bottom) > size(exact.top) * 10n ** BigInt(rounded.scale)
  if (top === bottom) expect(grew).toBe(true)
}

describe('decimals', () => {
  it.each([
    ['-1234.50', '-1234.5'],
    ['007', '7'],
    ['-0', '0'],
    ['0.000', '0'],
    ['-0.05', '-0.05'],
    ['100', '100'],
  ])('formats %s as %s', (text, written) => {
    expect(formatDecimal(decimal(text))).toBe(written)
  })

  it.each(['', '.5', '5.', '+1', '1e3', '1,000', '1 000', '٣', '--1', '1.2.3', ' 1', '1\n'])(
    'rejects %j',
    (text) => {
      expect(parseDecimal(text)).toBeUndefined()
      expect(() => decimal(text)).toThrow('Not a decimal number')
    },
  )

  it('parses what it formats, with one notation per number', () => {
    fc.assert(
      fc.property(decimals, fc.integer({ min: 0, max: 5 }), (a, zeros) => {
        const text = formatDecimal(a)
        expect(compare(decimal(text), a)).toBe(0)
        const padded = { units: a.units * 10n ** BigInt(zeros), scale: a.scale + zeros }
        expect(formatDecimal(padded)).toBe(text)
        expect(text).toMatch(/^(0|-?(0|[1-9]\d*)(\.\d*[1-9])?)$/)
      }),
    )
  })

  it('adds, subtracts, multiplies and compares like fractions', () => {
    fc.assert(
      fc.property(decimals, decimals, (a, b) => {
        const [x, y] = [rational(a), rational(b)]
        const bottom = x.bottom * y.bottom
        const top = x.top * y.bottom + y.top * x.bottom
        expect(isSame(rational(add(a, b)), { top, bottom })).toBe(true)
        expect(isSame(rational(multiply(a, b)), { top: x.top * y.top, bottom })).toBe(true)
        expect(compare(subtract(add(a, b), b), a)).toBe(0)
        const difference = x.top * y.bottom - y.top * x.bottom
        expect(compare(a, b)).toBe(difference < 0n ? -1 : difference > 0n ? 1 : 0)
        expect(equals(a, b)).toBe(difference === 0n)
      }),
    )
  })

  it('computes a percentage without rounding', () => {
    expect(formatDecimal(percentOf(decimal('0.1'), '12.5'))).toBe('0.0125')
    expect(formatDecimal(percentOf(decimal('-200'), '3'))).toBe('-6')
  })

  it('rounds to the nearest, half away from zero', () => {
    expect(['0.125', '-0.125', '0.1249', '2.5'].map((text) => round(decimal(text), 2))).toEqual(
      ['0.13', '-0.13', '0.12', '2.5'].map(decimal),
    )
    fc.assert(
      fc.property(decimals, places, (a, places) => {
        const rounded = round(a, places)
        expect(rounded.scale).toBeLessThanOrEqual(Math.max(places, 0))
        expectRoundedHalfAwayFromZero(rounded, rational(a), places)
      }),
    )
  })

  it('rounds a quotient once, from the exact fraction', () => {
    const divisors = decimals.filter(({ units }) => units !== 0n)
    fc.assert(
      fc.property(decimals, divisors, places, (a, b, places) => {
        const [x, y] = [rational(a), rational(b)]
        const sign = y.top < 0n ? -1n : 1n
        const exact = { top: sign * x.top * y.bottom, bottom: sign * x.bottom * y.top }
        expectRoundedHalfAwayFromZero(divide(a, b, places), exact, places)
      }),
    )
  })

  it('truncates towards zero', () => {
    expect(['1.999', '-1.999', '3'].map((text) => truncate(decimal(text), 2))).toEqual(
      ['1.99', '-1.99', '3'].map(decimal),
    )
  })

  it('sums an empty list to zero and returns absolute values', () => {
    expect(formatDecimal(sum([]))).toBe('0')
    expect(formatDecimal(sum(['0.1', '0.2', '-5'].map(decimal)))).toBe('-4.7')
    expect(formatDecimal(absolute(decimal('-4.7')))).toBe('4.7')
  })
})
