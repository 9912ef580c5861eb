import { describe, expect, it } from 'vitest'
import { createInvoice, type InvoiceValues } from '../../../test/support/readings/invoice.ts'
import { checkInvoice } from '../../domain/invoice/check-invoice.ts'
import { approve } from '../../domain/review/correct.ts'
import { loadDirectory } from '../directory/load.ts'
import { clearFiling } from './open-rules.ts'
import { reviewFiling } from './review-filing.ts'

const directory = loadDirectory({
  parties: 'directory/parties.example.yaml',
  units: 'directory/units.yaml',
})

function clear(values: InvoiceValues, { isApproved = false, today = '2025-03-20' } = {}) {
  const reviewed = reviewFiling(checkInvoice(createInvoice(values)), directory)
  const reading = isApproved ? approve(reviewed) : reviewed
  const { status, open_rules } = clearFiling(reading, directory, { today, is_confirmed: false })
  return [status, ...open_rules.map(({ code }) => code)]
}

const unknownBuyer = { buyer: { ...createInvoice().buyer, name: 'PT Entah Siapa' } }
const doubtful = { totals: { ...createInvoice().totals, grand_total: '9' } }

describe('clearFiling', () => {
  it('clears an invoice that passes every rule', () => {
    expect(clear({})).toEqual(['ready'])
  })

  it('withholds an uncertain invoice until it is approved', () => {
    expect(clear(doubtful)).toEqual(['confirm', 'grand_total_differs'])
    expect(clear(doubtful, { isApproved: true })).toEqual(['ready'])
  })

  it('withholds an invoice that fails a rule, approved or not', () => {
    for (const isApproved of [false, true]) {
      expect(clear(unknownBuyer, { isApproved })).toEqual(['blocked', 'filing_buyer_npwp_missing'])
    }
  })

  it('withholds an invoice with a future date, but not one past the filing deadline', () => {
    expect(clear({}, { today: '2025-03-01' })).toEqual(['blocked', 'filing_date_future'])
    expect(clear({}, { today: '2026-11-17' })).toEqual(['ready'])
  })
})
