import { describe, expect, it } from 'vitest'
import {
  createFiling,
  createFilingLine,
  createFilingParty,
} from '../../../test/support/readings/filing.ts'
import { createInvoice } from '../../../test/support/readings/invoice.ts'
import { approve } from '../review/correct.ts'
import { toFilingReason } from '../invoice/review-reasons.ts'
import { message } from '../messages/message.ts'
import { exportFilename } from './export-filename.ts'
import { type FilingCandidate, preflight, preflightTotals, mostCommonPeriod } from './preflight.ts'

const today = '2025-03-20'

function candidate(values: Partial<FilingCandidate> = {}): FilingCandidate {
  return {
    id: '1',
    filename: 'a.pdf',
    reading: createInvoice(),
    filing: createFiling(),
    messages: [],
    duplicate: null,
    exported: null,
    is_confirmed: false,
    ...values,
  }
}

const check = (values: Partial<FilingCandidate> = {}) => {
  const [document] = preflight([candidate(values)], { today })
  return [document?.status, document?.rules.map(({ code }) => code)]
}

const currency = message('filing_currency', 'currency', { currency: 'USD', week: null })
const branch = message('filing_npwp_branch', 'buyer.tin', { role: 'buyer', npwp: '1' })
const unit = message('filing_unit_assumed', 'lines.0.unit', {})
const doubt = message('row_differs', 'lines.0.amount', {
  quantity: '1',
  unit_price: '2',
  discount: null,
  expected: '2',
  amount: '3',
})
const doubtful = createInvoice({ review: { needed: true, reasons: [doubt] } })

describe('the preflight for a document', () => {
  it('is ready if no rules are open', () => {
    expect(check()).toEqual(['ready', []])
    expect(check({ messages: [unit] })).toEqual(['ready', ['filing_unit_assumed']])
  })

  it('is blocked by an error, even if confirmed or approved', () => {
    const reading = approve(createInvoice({ review: { needed: true, reasons: [currency] } }))
    expect(check({ messages: [currency], reading, is_confirmed: true })[0]).toBe('blocked')
  })

  it('asks for confirmation', () => {
    expect(check({ messages: [branch] })[0]).toBe('confirm')
    expect(check({ messages: [branch], is_confirmed: true })[0]).toBe('ready')
    expect(check({ duplicate: 'b.pdf' })).toEqual(['confirm', ['filing_duplicate']])
    const exported = { file: 'coretax.xml', date: today }
    expect(check({ exported })).toEqual(['confirm', ['filing_exported']])
  })

  it('treats approval of the same reason as a confirmation', () => {
    const reasons = [toFilingReason(branch)]
    const approved = approve(createInvoice({ review: { needed: true, reasons } }))
    expect(check({ messages: [branch], reading: approved })[0]).toBe('ready')
    const other = { ...branch, params: { role: 'buyer', npwp: '2' } }
    expect(check({ messages: [other], reading: approved })[0]).toBe('confirm')
  })

  it('includes open review reasons', () => {
    expect(check({ reading: doubtful })).toEqual(['confirm', ['row_differs']])
    expect(check({ reading: approve(doubtful) })).toEqual(['ready', []])
    const errors = [{ ...currency, path: 'lines.0.amount' }]
    expect(check({ reading: doubtful, messages: errors })[1]).toEqual(['filing_currency'])
  })

  it('reports an instalment once', () => {
    const part = message('instalment', 'totals.instalment', {
      instalment: '5',
      percent: null,
      whole: null,
    })
    const reading = createInvoice({ review: { needed: true, reasons: [part] } })
    const rule = message('filing_instalment', 'totals', { amount: '5', percent: null })
    expect(check({ reading, messages: [rule] })).toEqual(['blocked', ['filing_instalment']])
  })
})

describe('the preflight for a file', () => {
  const dated = (...dates: (string | null)[]) =>
    dates.map((date, index) => candidate({ id: `${index}`, filing: createFiling({ date }) }))

  it('asks about invoices that are not from the most common month', () => {
    const three = dated('2025-02-28', '2025-03-01', '2025-03-02')
    expect(preflight(three, { today }).map(({ status }) => status)).toEqual([
      'confirm',
      'ready',
      'ready',
    ])
    expect(preflight(three, { today, period: '2025-02' })[0]?.status).toBe('ready')
    expect(mostCommonPeriod(dated('2025-02-28', '2025-03-01'))).toBe('2025-03')
    expect(mostCommonPeriod(dated(null))).toBeNull()
  })

  it('adds up the amounts by seller and month', () => {
    const two = {
      ...createFiling(),
      lines: [createFilingLine(), createFilingLine({ tax_base: '0.5' })],
    }
    const other = createFiling({ seller: createFilingParty() })
    const filings = [createFiling(), two, other, createFiling({ date: '2025-02-28' })]
    const documents = preflight(
      filings.map((filing) => candidate({ filing })),
      { today },
    )
    expect(preflightTotals(documents)).toMatchObject([
      { period: '2025-03', invoices: 2, tax_base: '2000000.5', tax: '330000', luxury_tax: '0' },
      { seller: 'PT Pembeli Setia', invoices: 1, other_tax_base: '916666.67' },
      { period: '2025-02', invoices: 1 },
    ])
  })

  it('totals only amounts in rupiah', () => {
    const filings = [createFiling(), createFiling({ currency: 'USD' })]
    const documents = preflight(
      filings.map((filing) => candidate({ filing })),
      { today },
    )
    expect(documents.map(({ currency }) => currency)).toEqual(['IDR', 'USD'])
    expect(preflightTotals(documents)).toMatchObject([{ invoices: 1, tax_base: '1000000' }])
  })

  it('does not count the whole contract of an instalment', () => {
    const part = message('filing_instalment', 'totals', { amount: '300000', percent: '30' })
    const documents = preflight([candidate({}), candidate({ messages: [part] })], { today })
    expect(preflightTotals(documents)).toMatchObject([{ invoices: 1, tax_base: '1000000' }])
  })

  it('names the file after the seller and month', () => {
    const march = preflight(dated('2025-03-01'), { today })
    expect(exportFilename(march)).toBe('coretax-PT-Contoh-Makmur-2025-03')
    const both = preflight(dated('2025-03-01', '2025-02-01'), { today })
    expect(exportFilename(both)).toBe('coretax-PT-Contoh-Makmur-2025-02_2025-03')
    expect(exportFilename([])).toBe('coretax')
  })
})
