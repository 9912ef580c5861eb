import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findTaxRule } from '../invoice/tax.ts'
import { decimal, formatDecimal, sum } from '../values/decimal.ts'
import { toLineAmounts } from './filed-amounts.ts'
import { distributeTotal, toTaxAmounts } from './filed-taxes.ts'
import { daysBetween, jakartaDay, taxPeriod, uploadDeadline } from './tax-period.ts'

const filed = (quantity: string | null, unit_price: string | null, amount: string | null) => {
  const {
    price,
    quantity: count,
    discount,
    tax_base,
    adjusted,
  } = toLineAmounts({
    quantity,
    unit_price,
    discount: null,
    amount,
  })
  return [count, price, discount, tax_base, adjusted]
}

describe('toLineAmounts', () => {
  it('keeps printed amounts that fit', () => {
    expect(filed('2', '500000', '1000000')).toEqual(['2', '500000', '0', '1000000', null])
    expect(filed('1.5', '10.01', '15.02')).toEqual(['1.5', '10.01', '0', '15.02', null])
    expect(filed(null, null, '7.5')).toEqual(['1', '7.5', '0', '7.5', null])
    expect(filed('2', '5', null)).toEqual(['2', '5', '0', null, null])
  })

  it('computes a quantity or price that is not printed', () => {
    expect(filed('3', null, '7.5')).toEqual(['3', '2.5', '0', '7.5', null])
    expect(filed('3', null, '1000000')).toEqual(['3', '333333.34', '0.02', '1000000', 'price'])
    expect(filed('0.125', null, '1000000')).toEqual(['1', '1000000', '0', '1000000', 'quantity'])
    expect(filed('0', null, '5')).toEqual(['0', null, '0', '5', null])
    expect(filed(null, '2.5', '7.5')).toEqual(['3', '2.5', '0', '7.5', null])
    // 7 is not a multiple of 3, so the line differs until the user enters its quantity.
    expect(filed(null, '3', '7')).toEqual(['1', '3', '0', '7', null])
    // An unread discount must not turn into a fraction of a piece.
    expect(filed(null, '1000000', '900000')).toEqual(['1', '1000000', '0', '900000', null])
    expect(filed(null, '100', '150')).toEqual(['1', '100', '0', '150', null])
    expect(filed(null, '5', '0')).toEqual(['1', '5', '0', '0', null])
    expect(filed(null, '5', '-10')).toEqual(['1', '5', '0', '-10', null])
    const discounted = { quantity: '3', unit_price: null, discount: '10', amount: '80' }
    expect(toLineAmounts(discounted)).toMatchObject({ price: '30', discount: '10' })
  })

  it.each<{ name: string; printed: Parameters<typeof filed>; expected: (string | null)[] }>([
    {
      name: 'files one piece if the quantity has more decimals',
      printed: ['0.125', '8000000', '1000000'],
      expected: ['1', '1000000', '0', '1000000', 'quantity'],
    },
    {
      name: 'raises the price and adds a discount if the price has more decimals',
      printed: ['3', '333333.333', '1000000'],
      expected: ['3', '333333.34', '0.02', '1000000', 'price'],
    },
    {
      name: 'does not adjust inconsistent amounts',
      printed: ['3', '5', '1000'],
      expected: ['3', '5', '0', '1000', null],
    },
  ])('$name', ({ printed, expected }) => {
    expect(filed(...printed)).toEqual(expected)
  })

  it('adds a discount if the price was rounded down', () => {
    expect(filed('3', '333333.33', '1000000')[2]).toBe('0.02')
  })

  it('keeps the printed discount', () => {
    const printed = { quantity: '3', unit_price: '33.333', discount: '10', amount: '90' }
    expect(toLineAmounts(printed)).toMatchObject({ price: '33.34', discount: '10.02' })
  })
})

describe('toTaxAmounts', () => {
  const rule = findTaxRule('2025-03-14')
  const tax = (code: '01' | '04' | '05' | '07', luxury_rate: string | null = null) =>
    toTaxAmounts('1000000', { code, rule, luxury_rate })

  it('follows the transaction code', () => {
    expect(tax('04')).toMatchObject({ other_tax_base: '916666.67', vat: '110000', stlg: '0' })
    expect(tax('07')).toMatchObject({ other_tax_base: '916666.67', vat: '110000' })
    expect(tax('01')).toMatchObject({ other_tax_base: '1000000', vat: '120000' })
    expect(tax('05')).toMatchObject({ other_tax_base: '1000000', vat: null })
  })

  it('includes the luxury tax on the full amount', () => {
    expect(tax('01', '20')).toMatchObject({ vat: '120000', stlg_rate: '20', stlg: '200000' })
    expect(tax('04', '20')).toMatchObject({ other_tax_base: '1000000', stlg: '200000' })
  })
})

describe('distributeTotal', () => {
  it('gives the missing cents to the largest remainders', () => {
    expect(distributeTotal('10', ['1', '1', '1'])).toEqual(['3.34', '3.33', '3.33'])
    expect(distributeTotal('10', ['0', null])).toEqual([null, null])
  })

  it('adds up to the total', () => {
    const cents = fc.integer({ min: 1, max: 10 ** 9 }).map((it) => `${it}.25`)
    fc.assert(
      fc.property(cents, fc.array(cents, { minLength: 1, maxLength: 9 }), (total, weights) => {
        const parts = distributeTotal(total, weights).map((part) => decimal(part ?? '0'))
        expect(formatDecimal(sum(parts))).toBe(formatDecimal(decimal(total)))
      }),
    )
  })
})

describe('tax periods', () => {
  it("follow Jakarta's calendar", () => {
    expect(jakartaDay(new Date('2026-11-16T16:59:59Z'))).toBe('2026-11-16')
    expect(jakartaDay(new Date('2026-11-16T17:00:00Z'))).toBe('2026-11-17')
    expect(taxPeriod('2026-11-16')).toBe('2026-11')
    expect(uploadDeadline('2026-12-31')).toBe('2027-01-20')
    expect(daysBetween('2026-11-16', '2026-12-01')).toBe(15)
  })
})
