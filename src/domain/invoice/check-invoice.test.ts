import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createLine,
  createInvoice,
  anyInvoice,
  reasonsFor,
} from '../../../test/support/readings/invoice.ts'
import { checkInvoice } from './check-invoice.ts'
import { render } from '../i18n/render.ts'

/** Totals for lines that add up to 1,000,000, under the tax rules of 2023. */
const totalsOf2023 = { tax_base: '1000000', tax: '110000' }
const totals2021 = { tax_base: '1000000', tax: '100000', grand_total: '1100000' }

describe('checkInvoice', () => {
  it('passes a consistent invoice and lists its checks', () => {
    const { checks, review } = checkInvoice(createInvoice())
    expect(review).toEqual({ needed: false, reasons: [] })
    expect(checks.map((check) => [check.name, check.passed, render(check)])).toEqual([
      ['rows', true, 'Quantity × price matches the amount.'],
      ['sum', true, 'The lines add up to the subtotal of 1,000,000.'],
      ['tax_base', true, 'The tax base of 916,666.67 matches the amounts.'],
      ['tax', true, 'The tax of 110,000 is 12% of the tax base.'],
      ['grand_total', true, 'Amounts and tax add up to the grand total of 1,110,000.'],
    ])
  })

  it.each([
    ['2025-01-01', '2024-12-31', {}],
    ['2022-04-01', '2022-03-31', totalsOf2023],
    ['2022-03-31', '2022-04-01', totals2021],
  ])('applies the tax rule for %s, not the one for %s', (date, otherDate, totals) => {
    expect(reasonsFor({ date, totals })).toEqual([])
    expect(reasonsFor({ date: otherDate, totals })).not.toEqual([])
  })

  it('keeps reasons from other sources and is idempotent', () => {
    const foreign = { code: 'two_layouts', path: null, params: {} }
    const review = { needed: true, reasons: [foreign] }
    const proved = checkInvoice(createInvoice({ review, totals: { tax: '1' } }))
    expect(proved.review.reasons.map(({ code }) => code)).toEqual([
      'two_layouts',
      'tax_differs',
      'grand_total_differs',
    ])
    expect(checkInvoice(proved)).toEqual(proved)
    expect(checkInvoice({ ...proved, totals: createInvoice().totals }).review.reasons).toEqual([
      foreign,
    ])
  })

  it('never changes values and requires review exactly when there is a reason', () => {
    fc.assert(
      fc.property(anyInvoice, (reading) => {
        const { checks, review, ...read } = checkInvoice(reading)
        const { checks: _checks, review: _review, ...before } = reading
        expect(read).toEqual(before)
        expect(review.needed).toBe(review.reasons.length > 0)
        if (checks.some(({ passed }) => !passed)) expect(review.needed).toBe(true)
      }),
    )
  })
})

describe('a missing value', () => {
  it.each([
    [{ number: null }, 'field_missing number'],
    [{ date: null }, 'field_missing date'],
    [{ currency: null }, 'field_missing currency'],
    [{ totals: { grand_total: null } }, 'field_missing totals.grand_total'],
  ])('is reported: %j', (values, reason) => {
    expect(reasonsFor(values)).toEqual([reason])
  })

  it('is reported when there are no lines', () => {
    expect(reasonsFor({ lines: [], totals: { subtotal: null } })).toContain('field_missing lines')
  })

  it('is reported for a line without a quantity when other lines have one', () => {
    const lines = [createLine({ unit_price: '200000', amount: '400000' })]
    const other = createLine({ quantity: null, unit_price: '300000', amount: '600000' })
    expect(reasonsFor({ lines: [...lines, other] })).toEqual([
      'line_value_missing lines.1.quantity',
    ])
  })

  it('is accepted for quantities when no line has a quantity', () => {
    expect(reasonsFor({ lines: [createLine({ quantity: null, unit_price: null })] })).toEqual([])
  })

  it('is reported when there is no total to check against', () => {
    const totals = { subtotal: null, tax_base: null, tax: null, grand_total: null }
    expect(reasonsFor({ totals })).toEqual([
      'field_missing totals.grand_total',
      'total_missing totals',
    ])
  })
})
