import { describe, expect, it } from 'vitest'
import { type Decimal, decimal, formatDecimal, round } from '../values/decimal.ts'
import { computeTaxBase, computeTaxOnBase, computeTax, taxPlaces, findTaxRule } from './tax.ts'

const money = (value: Decimal) => formatDecimal(round(value, taxPlaces))

function computeTaxes(amount: string, date: string): { base: string; tax: string } {
  const rule = findTaxRule(date)
  return {
    base: money(computeTaxBase(decimal(amount), rule)),
    tax: money(computeTax(decimal(amount), rule)),
  }
}

describe('tax rules', () => {
  it.each([
    ['2022-03-31', '01', { base: '1000000', tax: '100000' }],
    ['2022-04-01', '01', { base: '1000000', tax: '110000' }],
    ['2024-12-31', '01', { base: '1000000', tax: '110000' }],
    ['2025-01-01', '04', { base: '916666.67', tax: '110000' }],
  ])('apply on %s with code %s', (date, code, expected) => {
    expect(findTaxRule(date).transaction_code).toBe(code)
    expect(computeTaxes('1000000', date)).toEqual(expected)
  })

  it('do not round the base before computing the tax', () => {
    expect(computeTaxes('2.68', '2025-06-01')).toEqual({ base: '2.46', tax: '0.29' })
    expect(computeTaxes('0.5', '2025-06-01')).toEqual({ base: '0.46', tax: '0.06' })
    expect(money(computeTaxOnBase(decimal('2.46'), findTaxRule('2025-06-01')))).toBe('0.3')
  })

  it('round half away from zero, including credit notes', () => {
    expect(computeTaxes('0.06', '2025-06-01').base).toBe('0.06')
    expect(computeTaxes('-0.06', '2025-06-01').base).toBe('-0.06')
    expect(computeTaxes('-2.68', '2025-06-01').tax).toBe('-0.29')
  })
})
