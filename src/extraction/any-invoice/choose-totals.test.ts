import { describe, expect, it } from 'vitest'
import { decimal } from '../../domain/values/decimal.ts'
import type { TotalName } from '../../domain/mapping/invoice-vocabulary.ts'
import { chooseTotals } from './choose-totals.ts'
import type { Candidate } from './find-totals.ts'

/** A right-aligned amount below the table. */
function candidate(label: string, amount: string, ...roles: TotalName[]): Candidate {
  const box: [number, number, number, number] = [400, 0, 500, 10]
  const words = [{ text: amount, box, baseline: 10, font_size: 10 }]
  const segment = {
    page: 1,
    words,
    box,
    baseline: 10,
    font_size: 10,
    text: amount,
    label_key: amount,
  }
  return { roles, label, value: decimal(amount), text: amount, segment }
}

describe('chooseTotals', () => {
  it('lets the sum of the lines tell which total is meant', () => {
    const { totals } = chooseTotals(
      [
        candidate('Total', '100', 'subtotal', 'grand_total'),
        candidate('PPN', '11', 'tax'),
        candidate('Total', '111', 'subtotal', 'grand_total'),
      ],
      decimal('100'),
    )
    expect(totals).toMatchObject({ subtotal: '100', tax: '11', grand_total: '111', charges: [] })
  })

  it('adds taxes of several rates', () => {
    const { totals } = chooseTotals(
      [
        candidate('7 % MwSt.', '7', 'tax'),
        candidate('19 % MwSt.', '19', 'tax'),
        candidate('Brutto', '226', 'grand_total'),
      ],
      decimal('200'),
    )
    expect(totals).toMatchObject({ tax: '26', grand_total: '226' })
  })

  it('does not stop at a total that leaves the tax out', () => {
    const { totals } = chooseTotals(
      [
        candidate('Total', '100', 'subtotal', 'grand_total'),
        candidate('ASF 10%', '10'),
        candidate('Sub total', '110', 'subtotal'),
        candidate('PPN', '12', 'tax'),
        candidate('Sub total', '122', 'subtotal'),
      ],
      decimal('100'),
    )
    expect(totals.grand_total).toBe('122')
  })

  it('takes an amount of unknown name for a charge if the total adds up only with it, and says so', () => {
    const { totals, inferred_charges } = chooseTotals(
      [candidate('Wrapping', '5'), candidate('Total', '105', 'grand_total')],
      decimal('100'),
    )
    expect(totals.charges).toEqual([{ name: 'Wrapping', amount: '5' }])
    expect(inferred_charges).toEqual(['Wrapping'])
  })

  it('takes a discount off, however its sign is printed', () => {
    for (const amount of ['5', '-5']) {
      const { totals } = chooseTotals(
        [candidate('Discount', amount, 'discount'), candidate('Total', '95', 'grand_total')],
        decimal('100'),
      )
      expect(totals.charges).toEqual([{ name: 'Discount', amount: '-5' }])
    }
  })

  it('names the amounts that nothing accounts for', () => {
    const { unexplained } = chooseTotals(
      [
        candidate('Total', '100', 'subtotal'),
        candidate('Klimabeitrag', '42'),
        candidate('Grand total', '100', 'grand_total'),
      ],
      decimal('100'),
    )
    expect(unexplained.map(({ label }) => label)).toEqual(['Klimabeitrag'])
  })

  it('goes by the labels where nothing adds up', () => {
    const { totals } = chooseTotals(
      [candidate('VAT', '11', 'tax'), candidate('Grand total', '999', 'grand_total')],
      decimal('100'),
    )
    expect(totals).toMatchObject({ tax: '11', grand_total: '999' })
  })
})
