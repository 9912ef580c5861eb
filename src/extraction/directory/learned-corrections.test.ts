import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLine, createInvoice, anyInvoice } from '../../../test/support/readings/invoice.ts'
import type { Change } from '../../domain/review/change.ts'
import { checkInvoice } from '../../domain/invoice/check-invoice.ts'
import { correct } from '../../domain/review/correct.ts'
import { applyLearnedCorrections, findLearnedCorrections } from './learned-corrections.ts'

const set = (path: string, value: unknown): Change => ({ op: 'set', path, value })
const invoice = createInvoice({
  lines: [createLine({ unit: 'KRG' }), createLine({ unit: 'krg.' })],
})
const teach = (...changes: Change[]) => findLearnedCorrections(correct(invoice, changes).reading)

describe('findLearnedCorrections', () => {
  it('learns which party or unit a printed string means', () => {
    expect(
      teach(
        set('buyer.name', 'PT Lain'),
        set('buyer.tin', '0000000000000001'),
        set('lines.0.unit', 'Bag'),
        set('lines.1.unit', 'Bag'),
        set('lines.0.goods_code', 'A940100'),
        set('lines.1.goods_code', 'A940100'),
        set('number', 'X'),
      ),
    ).toEqual([
      {
        path: 'buyer.name',
        about: 'PT PEMBELISETIA',
        printed: 'PT Pembeli Setia',
        value: 'PT Lain',
      },
      { path: 'buyer.tin', about: 'PT PEMBELISETIA / ', printed: '', value: '0000000000000001' },
      { path: 'lines.unit', about: 'KRG', printed: 'KRG', value: 'Bag' },
      { path: 'lines.goods_code', about: 'sku KR01', printed: '', value: 'A940100' },
    ])
  })

  it('does not learn from text that another line still has, a reverted change or a confirmed value', () => {
    expect(teach(set('lines.0.unit', 'Bag'))).toEqual([])
    expect(teach(set('lines.0.unit', 'Bag'), set('lines.1.unit', 'Box'))).toEqual([])
    expect(teach(set('buyer.name', 'X'), { op: 'revert', path: 'buyer.name' })).toEqual([])
    expect(teach(set('buyer.name', 'PT Pembeli Setia'))).toEqual([])
    expect(teach(set('buyer.tin', null))).toEqual([])
  })
})

describe('applyLearnedCorrections', () => {
  const learned = teach(
    set('buyer.name', 'PT Lain'),
    set('lines.0.unit', 'Bag'),
    set('lines.1.unit', 'Bag'),
  )

  it('ignores a tax number that is not an NPWP', () => {
    const about = 'PT PEMBELISETIA / '
    const apply = (value: string) => {
      const correction = { path: 'buyer.tin' as const, about, printed: '', value }
      return applyLearnedCorrections(createInvoice(), [correction]).buyer.tin
    }
    expect(apply('123')).toBeNull()
    expect(apply('0012345674901000')).toBe('0012345674901000')
  })

  it('fills in the next reading with the same text and marks the value', () => {
    const evidence = {
      'buyer.name': {
        page: 1,
        box: [1, 2, 3, 4] as [number, number, number, number],
        text: 'PT. PEMBELI SETIA',
        confidence: 0.9,
        source: 'rule' as const,
      },
    }
    const buyer = { ...invoice.buyer, name: 'PT. PEMBELI SETIA' }
    const next = createInvoice({
      number: 'next',
      buyer,
      evidence,
      lines: [createLine({ unit: 'Krg' })],
    })
    const reading = applyLearnedCorrections(next, learned)
    expect(reading).toMatchObject({ buyer: { name: 'PT Lain' }, lines: [{ unit: 'Bag' }] })
    expect(reading.evidence['buyer.name']).toEqual({
      ...evidence['buyer.name'],
      source: 'learned',
      was: [{ value: 'PT. PEMBELI SETIA', confidence: 0.9, source: 'rule' }],
    })
    expect(applyLearnedCorrections(reading, learned)).toEqual(reading)
    const other = createInvoice({ buyer: { ...buyer, name: 'PT Sama Sekali Lain' } })
    expect(applyLearnedCorrections(other, learned)).toBe(other)
  })

  it("keeps the user's value and is undone by a revert", () => {
    const next = applyLearnedCorrections(checkInvoice(invoice), learned)
    const { reading, inverse } = correct(next, [set('buyer.name', 'PT Ketiga')])
    expect(reading.evidence['buyer.name']?.was?.map(({ source }) => source)).toEqual([
      null,
      'learned',
    ])
    expect(applyLearnedCorrections(reading, learned).buyer.name).toBe('PT Ketiga')
    expect(findLearnedCorrections(reading)).toMatchObject([
      { path: 'buyer.name', about: 'PT PEMBELISETIA', value: 'PT Ketiga' },
    ])
    expect(correct(reading, inverse).reading).toEqual(next)
  })

  it('reproduces the corrected values on any document', () => {
    fc.assert(
      fc.property(anyInvoice, fc.constantFrom('PT A', 'B'), (printed, name) => {
        const changes = [set('buyer.name', name), set('seller.name', name)]
        const { reading } = correct(printed, changes)
        const again = applyLearnedCorrections(printed, findLearnedCorrections(reading))
        const isKnown = (it: string | null) => /[\p{L}\p{N}]/u.test(it?.normalize('NFKC') ?? '')
        if (isKnown(printed.buyer.name)) expect(again.buyer.name).toBe(name)
        else expect(again.buyer).toEqual(printed.buyer)
      }),
    )
  })
})
