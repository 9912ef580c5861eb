import { describe, expect, it } from 'vitest'
import {
  createLine,
  createInvoice,
  type InvoiceValues,
} from '../../../test/support/readings/invoice.ts'
import { checkInvoice } from './check-invoice.ts'
import type { InvoiceTotals } from './invoice.ts'
import { render } from '../i18n/render.ts'
import { assertPresent } from '../../../test/support/processes/assert-present.ts'

const full = { category: 'S', rate: '19' }
const reduced = { category: 'S', rate: '7' }
const exempt = { category: 'E', rate: '0' }

const lines = [
  createLine({ quantity: '2', unit_price: '100.05', amount: '200.1', tax_class: full }),
  createLine({ quantity: '1', unit_price: '50', amount: '50', tax_class: reduced }),
  createLine({ quantity: '1', unit_price: '10', amount: '10', taxable: false, tax_class: exempt }),
]

const totals: InvoiceTotals = {
  subtotal: '260.1',
  tax_base: '255.1',
  tax: '40.57',
  grand_total: '295.67',
  charges: [{ name: 'Allowance', amount: '-5', tax_class: full }],
  withheld: [],
  taxes: [
    // Rounded from 37.069.
    { ...full, tax_base: '195.1', tax: '37.07' },
    { ...reduced, tax_base: '50', tax: '3.5' },
    { ...exempt, tax_base: '10', tax: '0' },
  ],
  payment: { prepaid: '95', rounding: '-0.07', due: '200.6' },
}

const proved = (values: InvoiceValues = {}) =>
  checkInvoice(
    createInvoice({ currency: 'EUR', lines, ...values, totals: { ...totals, ...values.totals } }),
  )

const failures = (values: InvoiceValues) => proved(values).review.reasons

describe('checkStatedTaxes', () => {
  it('uses the stated taxes, not a national rule', () => {
    const { checks, review } = proved({ currency: 'IDR' })
    expect(checks.map(({ name, passed }) => [name, passed])).toEqual(
      ['rows', 'sum', 'tax_base', 'tax', 'grand_total', 'due'].map((name) => [name, true]),
    )
    expect(review.needed).toBe(false)
  })

  it('accepts tax rounded per line', () => {
    const three = [1, 2, 3].map(() =>
      createLine({ quantity: '1', unit_price: '0.03', amount: '0.03', tax_class: full }),
    )
    const stated = {
      subtotal: '0.09',
      tax_base: '0.09',
      charges: [],
      payment: { prepaid: '0', rounding: '0', due: '0.12' },
    }
    const byLine = {
      ...stated,
      tax: '0.03',
      grand_total: '0.12',
      taxes: [{ ...full, tax_base: '0.09', tax: '0.03' }],
    }
    expect(failures({ lines: three, totals: byLine })).toEqual([])
  })

  it('accepts a currency without decimals', () => {
    const yen = [createLine({ quantity: '1', unit_price: '1006', amount: '1006', tax_class: full })]
    const stated = {
      subtotal: '1006',
      tax_base: '1006',
      tax: '191',
      grand_total: '1197',
      charges: [],
      taxes: [{ ...full, tax_base: '1006', tax: '191' }],
      payment: { prepaid: '0', rounding: '0', due: '1197' },
    }
    expect(failures({ currency: 'JPY', lines: yen, totals: stated })).toEqual([])
    expect(failures({ currency: 'EUR', lines: yen, totals: stated })).toMatchObject([
      {
        code: 'stated_amounts_differ',
        params: { amounts: [{ field: 'totals.tax', expected: '191.14', stated: '191' }] },
      },
    ])
  })

  it('checks an invoice without lines as far as its profile allows', () => {
    const sums = { subtotal: null, charges: [], taxes: [] }
    const { checks } = proved({ lines: [], totals: sums })
    expect(checks.map(({ name, passed }) => [name, passed])).toEqual([
      ['tax_base', true],
      ['grand_total', true],
      ['due', true],
    ])
  })

  it.each([
    ['tax_base', { tax_base: '256.1' }, 'The tax base should be 255.1, but is 256.1 (1 more).'],
    ['tax', { tax: '40.58' }, 'The tax should be 40.57, but is 40.58 (0.01 more).'],
    [
      'grand_total',
      { grand_total: '296.67' },
      'The grand total should be 295.67, but is 296.67 (1 more).',
    ],
    [
      'due',
      { payment: { prepaid: '95', rounding: '0', due: '200.6' } },
      'The amount due should be 200.67, but is 200.6 (0.07 less).',
    ],
  ])('flags a wrong %s', (name, wrong, message) => {
    const failed = proved({ totals: wrong }).checks.find((check) => check.name === name)
    expect(failed).toMatchObject({ passed: false, code: 'stated_amounts_differ' })
    expect(render(assertPresent(failed))).toContain(message)
  })

  it('flags a tax that does not follow from its rate, even if the sums agree', () => {
    const taxes = [
      { ...full, tax_base: '195.1', tax: '38.07' },
      { ...reduced, tax_base: '50', tax: '2.5' },
      { ...exempt, tax_base: '10', tax: '0' },
    ]
    const [reason, ...others] = failures({ totals: { taxes } })
    expect(others).toEqual([])
    expect(reason).toMatchObject({ code: 'stated_amounts_differ', path: 'totals.tax' })
    expect(render(assertPresent(reason))).toBe(
      'The tax at 19% should be 37.07, but is 38.07 (1 more). The tax at 7% should be 3.5, but is 2.5 (1 less).',
    )
  })

  it('flags a line taxed at a rate that the totals do not state', () => {
    const [first, ...others] = lines
    const moved = [{ ...createLine(), ...first, tax_class: reduced }, ...others]
    expect(render(assertPresent(failures({ lines: moved })[0]))).toBe(
      'The tax base at 19% should be -5, but is 195.1 (200.1 more). The tax base at 7% should be 250.1, but is 50 (200.1 less).',
    )
  })
})
