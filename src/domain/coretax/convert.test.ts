import { describe, expect, it } from 'vitest'
import { createLine, createInvoice } from '../../../test/support/readings/invoice.ts'
import type { ExchangeRate } from '../invoice/exchange-rate.ts'
import { findRate, rateWeek } from '../invoice/to-rupiah.ts'
import { convertToRupiah } from './convert.ts'

const usd: ExchangeRate = { currency: 'USD', valid_from: '2026-11-11', units: 1, rate: '15875.5' }

describe('convertToRupiah', () => {
  it('rounds prices and derives amounts from them', () => {
    const lines = [
      createLine({ quantity: '3', unit_price: '10.333', amount: '31.00' }),
      createLine({ quantity: null, unit_price: null, amount: '0.015' }),
      createLine({ quantity: '2', unit_price: '5', discount: '1', amount: '4' }),
    ]
    const charges = [{ name: 'Freight', amount: '2' }]
    const withheld = [{ name: 'PPh 23', amount: '0.7' }]
    const sums = { subtotal: '35', tax_base: null, tax: '3.85', grand_total: '38.15' }
    const totals = { ...sums, charges, withheld }
    const {
      currency,
      lines: filed,
      totals: converted,
    } = convertToRupiah(createInvoice({ currency: 'USD', lines, totals }), usd)
    expect(currency).toBe('IDR')
    expect(filed.map(({ unit_price, discount, amount }) => [unit_price, discount, amount])).toEqual(
      [
        ['164041.54', null, '492124.62'],
        [null, null, '238.13'],
        ['79377.5', '15875.5', '63502'],
      ],
    )
    expect(converted).toMatchObject({ tax: '61120.68', tax_base: null })
    expect(converted.charges).toEqual([{ name: 'Freight', amount: '31751' }])
    expect(converted.withheld).toEqual([{ name: 'PPh 23', amount: '11112.85' }])
  })

  it("divides by the rate's units", () => {
    const yen = { ...usd, currency: 'JPY', units: 100, rate: '10650' }
    const lines = [createLine({ quantity: '1', unit_price: '200', amount: '200' })]
    expect(convertToRupiah(createInvoice({ lines }), yen).lines[0]?.amount).toBe('21300')
  })
})

describe('findRate', () => {
  it('returns the rate for the week', () => {
    const next = { ...usd, valid_from: '2026-11-18', rate: '16000' }
    const found = (date: string, currency = 'USD') => findRate([usd, next], currency, date)
    expect(found('2026-11-10')).toBeUndefined()
    expect(found('2026-11-11')).toBe(usd)
    expect(found('2026-11-17')).toBe(usd)
    expect(found('2026-11-18')).toBe(next)
    expect(found('2026-11-25')).toBeUndefined()
    expect(found('2026-11-11', 'EUR')).toBeUndefined()
  })

  it('identifies weeks by their Wednesday', () => {
    expect(['2026-11-11', '2026-11-17', '2026-11-10'].map(rateWeek)).toEqual([
      '2026-11-11',
      '2026-11-11',
      '2026-11-04',
    ])
  })
})
