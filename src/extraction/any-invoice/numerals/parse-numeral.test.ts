import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseNumeral } from './parse-numeral.ts'

const value = (text: string, mark: ',' | '.') => parseNumeral(text, mark)?.value

describe('parseNumeral', () => {
  it('parses a number with the given decimal mark', () => {
    expect(value('1.234', ',')).toBe(1234)
    expect(value('1.234', '.')).toBe(1.234)
    expect(value("1'920.50", '.')).toBe(1920.5)
    expect(value('1 234,56', ',')).toBe(1234.56)
    expect(value('12,34,567.00', '.')).toBe(1234567)
    expect(value('12,5', '.')).toBeUndefined()
  })

  it('parses an unambiguous number with either decimal mark', () => {
    expect(value('16,041,667.00', ',')).toBe(16041667)
    expect(value('1.234.567', '.')).toBe(1234567)
  })

  it('parses signs, currencies, percentages and units', () => {
    expect(value('(1,200.00)', '.')).toBe(-1200)
    expect(value('12.00-', '.')).toBe(-12)
    expect(parseNumeral('₹1,200.00', '.')).toMatchObject({ value: 1200, hasCurrency: true })
    expect(parseNumeral('Rp50.000,-', ',')).toMatchObject({ value: 50000, hasCurrency: true })
    expect(parseNumeral('7,5%', ',')).toMatchObject({ value: 7.5, isPercent: true })
    expect(parseNumeral('20Stk', ',')).toMatchObject({ value: 20, unit: 'Stk' })
  })

  it('marks codes and three-decimal numbers, which are rarely amounts', () => {
    expect(parseNumeral('00123', '.')).toMatchObject({ hasLeadingZero: true })
    expect(parseNumeral('1.234', '.')).toMatchObject({ isThousandth: true, decimals: 3 })
    expect(value('A-1001', '.')).toBeUndefined()
    expect(value('12.03.2025', ',')).toBeUndefined()
  })

  it('round-trips every amount in both styles', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e11 }), (cents) => {
        const amount = cents / 100
        const english = amount.toLocaleString('en-US', { minimumFractionDigits: 2 })
        const german = amount.toLocaleString('de-DE', { minimumFractionDigits: 2 })
        expect(value(english, '.')).toBe(amount)
        expect(value(german, ',')).toBe(amount)
      }),
    )
  })
})
