import { describe, expect, it } from 'vitest'
import { createLine, createInvoice } from '../../../../../test/support/readings/invoice.ts'
import type { Evidence } from '../../../../domain/reading/evidence.ts'
import { boxesByPage } from '../pdf/evidence-boxes.ts'
import { locateValue } from './locate-value.ts'
import { allFields, fieldLabel, findField, findKind } from './fields.ts'

const charges = [{ name: 'Freight', amount: '5' }]
const invoice = createInvoice({ lines: [createLine(), createLine()], totals: { charges } })

describe('invoice fields', () => {
  it('are all reachable, with the lines last', () => {
    const fields = allFields(invoice)
    expect(new Set(fields).size).toBe(fields.length)
    expect(fields).toContain('totals.charges.0.amount')
    expect(fields).not.toContain('totals.instalment')
    expect(fields.at(-1)).toBe('lines.1.goods_code')
  })

  it('include the PPnBM rate of each line only for luxury goods', () => {
    const rates = (reading: typeof invoice) =>
      allFields(reading).filter((path) => path.endsWith('luxury_rate'))
    const filing = {
      transaction_code: { value: '01', source: 'typed' },
      lines: [],
    } as unknown as NonNullable<typeof invoice.filing>
    const listed = {
      transaction_code: { value: '04', source: 'typed' },
      lines: [{ luxury_rate: { value: '20', source: 'directory' } }],
    } as unknown as typeof filing
    const both = ['lines.0.luxury_rate', 'lines.1.luxury_rate']
    expect(rates(invoice)).toEqual([])
    expect(rates({ ...invoice, filing })).toEqual(both)
    expect(rates({ ...invoice, filing: listed })).toEqual(both)
    expect(rates({ ...invoice, lines: [createLine({ luxury_rate: '20' }), createLine()] })).toEqual(
      both,
    )
    expect(findKind({ ...invoice, filing }, 'lines.0.luxury_rate')).toBe('amount')
    expect(fieldLabel('lines.0.luxury_rate')).toBe('Line 1: PPnBM rate (%)')
  })

  it('have unique readable labels', () => {
    const labels = allFields(invoice).map(fieldLabel)
    expect(new Set(labels).size).toBe(labels.length)
    expect(labels.filter((label) => label.includes('.'))).toEqual([])
    expect(fieldLabel('lines.2')).toBe('Line 3')
    expect(fieldLabel('lines.2.amount')).toBe('Line 3: Amount')
    expect(fieldLabel('')).toBe('Whole document')
  })

  it('are found for every position on the page', () => {
    const fields = allFields(invoice)
    expect(findField('lines.1.amount', fields)).toBe('lines.1.amount')
    expect(findField('lines.1', fields)).toBe('lines.1.description')
    expect(findField('lines.1.hs_code', fields)).toBe('lines.1.description')
    expect(findField('buyer', fields)).toBe('buyer.name')
    expect(findField('nowhere', fields)).toBeUndefined()
  })
})

describe('page boxes', () => {
  const createEvidence = (page: number | null, box: Evidence['box']): Evidence => ({
    page,
    box,
    text: '',
    confidence: 1,
    source: 'rule',
  })
  const evidence = {
    'lines.0.amount': createEvidence(2, [10, 10, 20, 20]),
    'lines.0': createEvidence(2, [0, 0, 100, 20]),
    number: createEvidence(1, [0, 0, 5, 5]),
    currency: createEvidence(null, null),
  }

  it('are stacked with small boxes on top', () => {
    const pages = boxesByPage(evidence)
    expect(pages.get(2)?.map(({ path }) => path)).toEqual(['lines.0', 'lines.0.amount'])
    expect([...pages.keys()]).toEqual([2, 1])
  })

  it("use the parent's box for values without a position", () => {
    const reading = createInvoice({ evidence })
    expect(locateValue(reading, 'lines.0.unit')).toMatchObject({ path: 'lines.0', page: 2 })
    expect(locateValue(reading, 'currency')).toBeUndefined()
  })
})
