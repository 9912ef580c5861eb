import { describe, expect, it } from 'vitest'
import { createInvoice } from '../../../test/support/readings/invoice.ts'
import { checkInvoice } from '../invoice/check-invoice.ts'
import type { Change } from './change.ts'
import { correct } from './correct.ts'

const printed = {
  page: 1,
  box: [10, 20, 30, 40] as [number, number, number, number],
  text: 'PT. Pembeli',
  confidence: 0.9,
  source: 'rule' as const,
}
const set = (path: string, value: unknown): Change => ({ op: 'set', path, value })
const revert = (path: string): Change => ({ op: 'revert', path })

describe('a corrected value', () => {
  const invoice = checkInvoice(createInvoice({ evidence: { 'buyer.name': printed } }))

  it('is located where the user found it on the page', () => {
    const elsewhere = (at: number) => ({
      page: 2,
      box: [at, at, 9, 9] as [number, number, number, number],
      text: `found at ${at}`,
    })
    const pick = (value: string, at: number): Change => ({
      ...set('buyer.name', value),
      location: elsewhere(at),
    })
    const first = correct(invoice, [pick('PT Lain', 1)])
    expect(first.reading.evidence['buyer.name']).toEqual({
      ...elsewhere(1),
      confidence: 1,
      source: 'human',
      was: [
        {
          value: 'PT Pembeli Setia',
          confidence: 0.9,
          source: 'rule',
          location: { page: 1, box: [10, 20, 30, 40], text: 'PT. Pembeli' },
        },
      ],
    })
    expect(correct(first.reading, first.inverse).reading).toEqual(invoice)
    const second = correct(first.reading, [pick('PT Ketiga', 2)])
    expect(second.reading.evidence['buyer.name']).toMatchObject({ page: 2, text: 'found at 2' })
    expect(correct(second.reading, second.inverse).reading).toEqual(first.reading)
    expect(correct(second.reading, [revert('buyer.name')]).reading).toEqual(invoice)
    const typed = correct(second.reading, [set('buyer.name', 'PT Ketik')]).reading
    expect(typed.evidence['buyer.name']).toMatchObject({ page: 1, text: 'PT. Pembeli' })
  })
})
