import { describe, expect, it } from 'vitest'
import { createLine, createInvoice, messagesFor } from '../../../test/support/readings/invoice.ts'
import { checkInvoice } from './check-invoice.ts'
import { render } from '../i18n/render.ts'

describe('checkRows', () => {
  const totals = { subtotal: null, tax_base: null, tax: null }
  const checkRow = (line: Parameters<typeof createLine>[0]) =>
    messagesFor({
      lines: [createLine(line)],
      totals: { ...totals, grand_total: line?.amount ?? null },
    })

  it('reports the line and the difference', () => {
    const lines = [
      createLine(),
      createLine({ quantity: '12', discount: '5000', amount: '5995500' }),
    ]
    const proved = checkInvoice(createInvoice({ lines }))
    const row = {
      quantity: '12',
      unit_price: '500000',
      discount: '5000',
      expected: '5995000',
      amount: '5995500',
    }
    const reason = { code: 'row_differs', path: 'lines.1.amount', params: row }
    expect(proved.review.reasons[0]).toEqual(reason)
    const rows = [{ line: 2, ...row }]
    const check = { name: 'rows', passed: false, code: 'rows_differ', path: null, params: { rows } }
    expect(proved.checks[0]).toEqual(check)
    const text = 'Line 2: 12 × 500,000 − 5,000 = 5,995,000, but the amount is 5,995,500 (500 more).'
    expect([reason, check].map((one) => render(one))).toEqual([text, text])
  })

  it.each([
    ['an amount rounded to cents', { quantity: '3', unit_price: '0.125', amount: '0.38' }],
    ['an amount rounded to whole units', { quantity: '3', unit_price: '0.5', amount: '2' }],
    ['a credit', { quantity: '-2', unit_price: '50', amount: '-100' }],
  ])('passes for %s', (_what, line) => {
    expect(checkRow(line)).toEqual([])
  })

  it.each([
    ['a difference beyond rounding', { amount: '1000001' }],
    ['a misread quantity of a cheap item', { quantity: '1090', unit_price: '5', amount: '5000' }],
    ['a missing discount', { discount: '1', quantity: '2', unit_price: '50', amount: '100' }],
    ['a price without its decimals', { quantity: '10', unit_price: '88', amount: '888.2' }],
    ['a quantity of zero', { quantity: '0', unit_price: '50', amount: '100' }],
  ])('fails for %s', (_what, line) => {
    expect(checkRow(line)).toHaveLength(1)
  })

  it('accepts a rounded price only if a total confirms the amount', () => {
    const lines = [
      createLine({ quantity: '3', unit_price: '33.33', amount: '100' }),
      createLine({ quantity: '1', unit_price: '0.25', amount: '0.25' }),
    ]
    const rowsBeside = (subtotal: string) =>
      checkInvoice(createInvoice({ lines, totals: { subtotal } })).checks[0]
    expect(rowsBeside('100.25')).toMatchObject({ name: 'rows', passed: true })
    expect(rowsBeside('101')).toMatchObject({ name: 'rows', passed: false })
  })
})
