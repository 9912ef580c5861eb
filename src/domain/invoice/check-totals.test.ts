import { describe, expect, it } from 'vitest'
import {
  createLine,
  createInvoice,
  reasonsFor,
  messagesFor,
} from '../../../test/support/readings/invoice.ts'
import { checkInvoice } from './check-invoice.ts'

describe('total checks', () => {
  it.each([
    ['a wrong tax base', { tax_base: '807363.33' }, ['tax_base_differs totals.tax_base']],
    ['a wrong tax', { tax: '120000', grand_total: '1120000' }, ['tax_differs totals.tax']],
    ['a wrong grand total', { grand_total: '1110001' }, ['grand_total_differs totals.grand_total']],
    ['a missing amount', { subtotal: '1000001' }, ['sum_differs totals.subtotal']],
  ])('fail for %s', (_what, totals, reasons) => {
    expect(reasonsFor({ totals }).slice(0, 1)).toEqual(reasons)
  })

  it('report the difference', () => {
    expect(messagesFor({ totals: { tax_base: '816666.67' } })).toEqual([
      'The tax base should be 11/12 of 1,000,000 = 916,666.67, but is 816,666.67 (100,000 less).',
    ])
  })

  it('recognise a down payment and tax-inclusive lines, and flag both', () => {
    const part = { tax_base: '275000', tax: '33000', grand_total: '333000' }
    expect(messagesFor({ totals: part })[0]).toContain(
      'The printed amount is 30% of the expected one, so this may be a down payment.',
    )
    const lines = [createLine({ quantity: '1', unit_price: '1110000', amount: '1110000' })]
    expect(messagesFor({ lines })).toEqual([
      'The lines add up to 1,110,000, but the subtotal is 1,000,000 (110,000 less). They add up to the grand total, so they probably include tax.',
    ])
  })

  it.each([
    ['whole units', { tax_base: '916667' }],
    ['whole units, truncated', { tax_base: '916666' }],
    ['cents, truncated', { tax_base: '916666.66' }],
  ])('accept rounding to %s', (_how, totals) => {
    expect(reasonsFor({ totals })).toEqual([])
  })

  it.each(['916668', '916665', '916666.65', '916666.68'])(
    'reject differences larger than rounding: %s',
    (tax_base) => {
      expect(reasonsFor({ totals: { tax_base } })).toEqual(['tax_base_differs totals.tax_base'])
    },
  )

  it('accept tax in whole units alongside amounts with cents', () => {
    const lines = [createLine({ quantity: '1', unit_price: '1000000.6', amount: '1000000.6' })]
    const totals = { subtotal: '1000000.6', tax_base: '916667', grand_total: '1110000.6' }
    expect(reasonsFor({ lines, totals })).toEqual([])
  })

  it('accept the whole amount as the tax base if the tax is right, but no other base', () => {
    expect(reasonsFor({ totals: { tax_base: '1000000' } })).toEqual([])
    expect(reasonsFor({ totals: { tax_base: '990000' } })).not.toEqual([])
  })

  it('accept a tax base that excludes one of the charges, such as rounding', () => {
    const lines = [createLine({ quantity: '1', unit_price: '8520', amount: '8520' })]
    const charges = [
      { name: 'Discount', amount: '-255.6' },
      { name: 'Rounding', amount: '-0.02' },
    ]
    const totals = {
      subtotal: '8520',
      tax_base: '8264.4',
      tax: '669.42',
      grand_total: '8933.8',
      charges,
    }
    expect(reasonsFor({ currency: 'CHF', lines, totals })).toEqual([])
  })

  it.each([
    ['accept a tax that the lines include', '36.6', []],
    ['reject a tax that is no usual rate', '37.6', ['grand_total_differs totals.grand_total']],
  ])('%s', (_what, tax, reasons) => {
    const lines = [createLine({ quantity: '1', unit_price: '402.6', amount: '402.6' })]
    const totals = { subtotal: null, tax_base: null, tax, grand_total: '402.6' }
    expect(reasonsFor({ currency: 'AUD', lines, totals })).toEqual(reasons)
  })

  it('do not accept whole units alongside cents as rounding', () => {
    const totals = { tax: '110000.04', tax_base: '916667', grand_total: '1110000.04' }
    const lines = [createLine({ quantity: '1', unit_price: '1000000.4', amount: '1000000.4' })]
    expect(reasonsFor({ lines, totals: { ...totals, subtotal: '1000000.4' } })).toContain(
      'tax_base_differs totals.tax_base',
    )
    const proved = { subtotal: '1000000.4', tax_base: '916667.03', tax: '110000.04' }
    expect(reasonsFor({ lines, totals: { ...proved, grand_total: '1110000.44' } })).toEqual([])
    expect(reasonsFor({ lines, totals: { ...proved, grand_total: '1110000' } })).toEqual([
      'grand_total_differs totals.grand_total',
    ])
  })

  it('accept tax rounded per line', () => {
    const lines = Array.from({ length: 3 }, () =>
      createLine({ quantity: '1', unit_price: '0.5', amount: '0.5' }),
    )
    const totals = { subtotal: '1.5', tax_base: '1.38', tax: '0.18', grand_total: '1.68' }
    expect(reasonsFor({ lines, totals })).toEqual([])
    expect(reasonsFor({ lines, totals: { ...totals, tax: '0.19', grand_total: '1.69' } })).toEqual([
      'tax_differs totals.tax',
    ])
  })

  it.each([
    ['11000', '1.2'],
    ['22000', '2.4'],
  ])('accept a tax of %s, as on freight and brokerage', (tax, rate) => {
    const totals = { tax_base: null, tax, grand_total: `${1_000_000 + Number(tax)}` }
    expect(reasonsFor({ totals })).toEqual([])
    expect(checkInvoice(createInvoice({ totals })).checks).toContainEqual(
      expect.objectContaining({ code: 'tax_matches', params: { tax, rate } }),
    )
    expect(reasonsFor({ totals: { ...totals, tax: `${Number(tax) + 2}` } })).toContain(
      'tax_differs totals.tax',
    )
  })

  it('accept a tax on a single charge, such as a fee, but not on one of several taxed lines', () => {
    const wages = createLine({ quantity: '1', unit_price: '10000000', amount: '10000000' })
    const totals = { tax: '110000', grand_total: '11110000' }
    const charges = [{ name: 'Management fee', amount: '1000000' }]
    const onCharge = { ...totals, subtotal: '10000000', charges }
    expect(reasonsFor({ lines: [wages], totals: onCharge })).toEqual([])
    const onLine = { ...totals, subtotal: '11000000' }
    expect(reasonsFor({ lines: [wages, createLine()], totals: onLine })).toContain(
      'tax_differs totals.tax',
    )
  })

  it('accept a tax of zero only if the grand total is without tax and no base is printed', () => {
    const untaxed = { tax_base: null, tax: '0', grand_total: '1000000' }
    expect(reasonsFor({ totals: untaxed })).toEqual([])
    expect(reasonsFor({ totals: { ...untaxed, tax_base: '916666.67' } })).toEqual([
      'tax_differs totals.tax',
    ])
    expect(reasonsFor({ totals: { ...untaxed, grand_total: '1110000' } })).toContain(
      'tax_differs totals.tax',
    )
  })

  it('accept taxed and untaxed charges', () => {
    const charges = [{ name: 'Service', amount: '200000' }]
    const taxed = { charges, tax_base: '1100000', tax: '132000', grand_total: '1332000' }
    expect(reasonsFor({ totals: taxed })).toEqual([])
    expect(reasonsFor({ totals: { charges, grand_total: '1310000' } })).toEqual([])
    expect(reasonsFor({ totals: { charges } })).toEqual(['grand_total_differs totals.grand_total'])
  })

  it('accept a grand total before or after withholding', () => {
    const withheld = [{ name: 'PPh 23', amount: '20000' }]
    expect(reasonsFor({ totals: { withheld } })).toEqual([])
    expect(reasonsFor({ totals: { withheld, grand_total: '1090000' } })).toEqual([])
    expect(reasonsFor({ totals: { withheld, grand_total: '1100000' } })).not.toEqual([])
  })

  it.each(['1300000', '1000000'])('expect no tax on untaxed lines; subtotal %s', (subtotal) => {
    const refund = createLine({
      quantity: '1',
      unit_price: '300000',
      amount: '300000',
      taxable: false,
    })
    const totals = { subtotal, grand_total: '1410000' }
    expect(reasonsFor({ lines: [createLine(), refund], totals })).toEqual([])
  })

  it.each([
    ['100', '20', []],
    ['110', '22', [{ name: 'Delivery', amount: '10' }]],
  ])('reject a grand total of %s without the tax of %s', (grand_total, tax, charges) => {
    // 20% of this total is also 25% of the total less the tax.
    const lines = [createLine({ quantity: '1', unit_price: '100', amount: '100' })]
    const totals = { subtotal: '100', tax_base: null, tax, grand_total, charges }
    expect(reasonsFor({ currency: 'EUR', lines, totals })).toContain(
      'grand_total_differs totals.grand_total',
    )
  })

  it('check only the grand total for other currencies', () => {
    const totals = { tax_base: '1000000', tax: '190000', grand_total: '1190000' }
    expect(reasonsFor({ currency: 'EUR', totals })).toEqual([])
    expect(reasonsFor({ currency: 'EUR', totals: { ...totals, tax: '190001' } })).toEqual([
      'grand_total_differs totals.grand_total',
    ])
  })

  it('accept lines without a subtotal or tax', () => {
    const totals = { subtotal: null, tax_base: null, tax: null, grand_total: '1000000' }
    expect(reasonsFor({ totals })).toEqual([])
    expect(reasonsFor({ totals: { ...totals, grand_total: '1110000' } })).not.toEqual([])
  })

  it('compare the sum of quantities with a printed total', () => {
    const lines = [createLine({ quantity: '1.5', unit_price: '400000', amount: '600000' })]
    const half = createLine({ quantity: '0.5', unit_price: '800000', amount: '400000' })
    const values = { lines: [...lines, half], totals: { quantity: '2' } }
    expect(reasonsFor(values)).toEqual([])
    expect(checkInvoice(createInvoice(values)).checks).toContainEqual({
      name: 'quantity',
      passed: true,
      code: 'quantity_matches',
      path: 'totals.quantity',
      params: { quantity: '2' },
    })
    expect(messagesFor({ ...values, totals: { quantity: '3' } })).toEqual([
      'The quantities add up to 2, but the printed total is 3 (1 more).',
    ])
  })
})

describe('an instalment', () => {
  it('is checked with its own tax and always flagged', () => {
    const totals = {
      instalment: '300000',
      tax_base: '275000',
      tax: '33000',
      grand_total: '333000',
    }
    expect(messagesFor({ totals })).toEqual([
      'This invoice bills an instalment of 300,000 (30% of 1,000,000). Enter it in Coretax by hand: the XML would report the full amount.',
    ])
    expect(reasonsFor({ totals: { ...totals, tax: '33001', grand_total: '333001' } })).toEqual([
      'tax_differs totals.tax',
      'instalment totals.instalment',
    ])
  })

  it('may be part of the grand total, which is still checked', () => {
    expect(reasonsFor({ totals: { instalment: '555000' } })).toEqual([
      'instalment totals.instalment',
    ])
    expect(messagesFor({ totals: { instalment: '555000' } })[0]).toContain('50% of 1,110,000')
    expect(reasonsFor({ totals: { instalment: '555000', grand_total: '1110001' } })).toEqual([
      'grand_total_differs totals.grand_total',
      'instalment totals.instalment',
    ])
  })

  it('is ignored if it equals the full amount', () => {
    expect(reasonsFor({ totals: { instalment: '1110000' } })).toEqual([])
  })
})
