import { expect, it } from 'vitest'
import { createLine, createInvoice } from '../../../../../test/support/readings/invoice.ts'
import type { Evidence } from '../../../../domain/reading/evidence.ts'
import type { Box } from '../../../../domain/reading/reading.ts'
import { locateValue } from './locate-value.ts'

const at = (box: Box, page = 1): Evidence => ({
  page,
  box,
  text: '',
  confidence: 1,
  source: 'generic',
})
const evidenceWithoutBox: Evidence = {
  page: null,
  box: null,
  text: '',
  confidence: 1,
  source: 'human',
}

const invoice = createInvoice({
  lines: [createLine(), createLine(), createLine()],
  evidence: {
    'seller.name': at([10, 10, 90, 20]),
    'lines.0.description': at([10, 100, 80, 110]),
    'lines.0.quantity': at([100, 100, 110, 110]),
    'lines.1.description': at([10, 120, 80, 140]),
    'lines.2': evidenceWithoutBox,
    'totals.subtotal': at([200, 300, 260, 310]),
    'totals.tax': at([210, 320, 260, 330]),
    'totals.grand_total': at([200, 10, 260, 20], 2),
  },
  alternatives: { number: [{ value: 'A-1', page: 2, box: [1, 2, 3, 4], text: 'No. A-1' }] },
})
const locate = (path: string) => locateValue(invoice, path)

it('finds a value in its own box', () => {
  expect(locate('totals.tax')).toEqual({ path: 'totals.tax', page: 1, box: [210, 320, 260, 330] })
})

it('points to the most likely candidate for a missing value', () => {
  expect(locate('number')).toEqual({ page: 2, box: [1, 2, 3, 4] })
})

it('points to the empty cell in a line', () => {
  expect(locate('lines.1.quantity')).toEqual({ page: 1, box: [100, 120, 110, 140] })
  expect(locate('lines.1.unit')).toEqual({ page: 1, box: [10, 120, 80, 140] })
})

it('points to a whole line, table or block', () => {
  expect(locate('lines.0')).toEqual({ page: 1, box: [10, 100, 110, 110] })
  expect(locate('lines')).toEqual({ page: 1, box: [10, 100, 110, 140] })
  expect(locate('totals')).toEqual({ page: 1, box: [200, 300, 260, 330] })
  expect(locate('totals.tax_base')).toEqual({ page: 1, box: [200, 300, 260, 330] })
  expect(locate('seller.tin')).toEqual({ page: 1, box: [10, 10, 90, 20] })
})

it('does not point anywhere for a new line or a value without any evidence', () => {
  expect(locate('lines.2.amount')).toBeUndefined()
  expect(locate('date')).toBeUndefined()
  expect(locate('buyer.tin')).toBeUndefined()
})
