import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isCurrency, isPercent, parseNumber, voteNumberStyle } from './numbers.ts'

/** Formats 1234567 and 89 as 1.234.567,89 or 1,234,567.89. */
function write(whole: number, decimals: string, [group, mark]: [string, string]): string {
  const grouped = String(whole).replace(/\B(?=(\d{3})+$)/g, group)
  return decimals === '' ? grouped : `${grouped}${mark}${decimals}`
}

describe('parseNumber', () => {
  it.each([
    ['1.234.567,89', '1234567.89'],
    ['1,234,567.89', '1234567.89'],
    ['1307.451.960,00', '1307451960'],
    ['1.234.567', '1234567'],
    ['0,500', '0.5'],
    ['12,5', '12.5'],
    ['007', '7'],
    ['-4', '-4'],
    ['(3.165.313)', '-3165313'],
    ['(-) 60,000', '-60000'],
    ['-0,00', '0'],
    ['IDR6,870,000', '6870000'],
    ['Rp. 6.870.000,-', '6870000'],
    ['1.500,00 EUR', '1500'],
    ['-Rp 1.500,00', '-1500'],
    ['-$12.50', '-12.5'],
    ['($12.50)', '-12.5'],
  ])('parses %s', (text, number) => {
    expect(parseNumber(text, undefined)).toBe(number)
  })

  it.each(['', 'abc', '12.05.2025', '1.00.000.900', '10%', '5 kg', '1,2.3', '--1', 'PT 5'])(
    'rejects %j',
    (text) => {
      expect(parseNumber(text, undefined)).toBeUndefined()
    },
  )

  it("interprets three digits after a separator in the document's style, otherwise as thousands", () => {
    expect(parseNumber('50.000', undefined)).toBe('50000')
    expect(parseNumber('50.000', '1.234,56')).toBe('50000')
    expect(parseNumber('50.000', '1,234.56')).toBe('50')
    expect(parseNumber('50,000', '1,234.56')).toBe('50000')
    expect(parseNumber('50,000', '1.234,56')).toBe('50')
  })

  it('parses any number in either style', () => {
    const decimals = fc.stringMatching(/^\d{0,4}$/)
    fc.assert(
      fc.property(fc.nat(), decimals, (whole, written) => {
        const significant = written.replace(/0+$/, '')
        const exact = significant === '' ? String(whole) : `${whole}.${significant}`
        expect(parseNumber(write(whole, written, ['.', ',']), '1.234,56')).toBe(exact)
        expect(parseNumber(write(whole, written, [',', '.']), '1,234.56')).toBe(exact)
      }),
    )
  })
})

describe('isPercent', () => {
  it('recognises percentages and a lone percent sign', () => {
    expect(['10%', '2,5%', '%', 'a%', '10'].map(isPercent)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
  })
})

describe('voteNumberStyle', () => {
  it('uses numbers with only one interpretation', () => {
    expect(voteNumberStyle(['50.000', '1,611.50'])).toBe('1,234.56')
    expect(voteNumberStyle(['50,000', '1.611,50'])).toBe('1.234,56')
  })

  it('uses the majority in a document with mixed styles', () => {
    expect(voteNumberStyle(['1.500,00', '2.500,00', '4,000.00'])).toBe('1.234,56')
  })

  it('returns undefined if there is no evidence', () => {
    expect(voteNumberStyle(['50.000', '7', 'Total', '12.05.2025'])).toBeUndefined()
  })
})

describe('isCurrency', () => {
  it('recognises currency names and symbols only', () => {
    expect(['Rp', 'Rp.', 'IDR', '€'].every(isCurrency)).toBe(true)
    expect(['PCS', '5', 'Rp5', ''].some(isCurrency)).toBe(false)
  })
})
