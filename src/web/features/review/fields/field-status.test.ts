import { describe, expect, it } from 'vitest'
import { createLine, createInvoice } from '../../../../../test/support/readings/invoice.ts'
import type { Change } from '../../../../domain/review/change.ts'
import { checkInvoice } from '../../../../domain/invoice/check-invoice.ts'
import { correct } from '../../../../domain/review/correct.ts'
import type { InvoiceReading } from '../../../../domain/invoice/invoice.ts'
import { toReview } from '../../../../domain/invoice/review-reasons.ts'
import {
  documentPath,
  findFiledNumber,
  findOpen,
  isConfirmable,
  findNextStop,
  openReasonsByField,
  fieldStatus,
} from './field-status.ts'

const set = (path: string, value: unknown): Change => ({ op: 'set', path, value })
const doubt = { code: 'buyer_assumed', path: 'buyer.name', params: { name: 'PT Lain' } }
const read = checkInvoice(createInvoice({ review: toReview([doubt]) }))
const statusAt = (reading: InvoiceReading, path: string) =>
  fieldStatus(reading, path, openReasonsByField(reading).get(path) ?? [])

describe("a value's status", () => {
  it('is verified if a sum confirms it, and otherwise only read', () => {
    expect(statusAt(read, 'lines.0.amount')).toBe('proved')
    expect(statusAt(read, 'totals.grand_total')).toBe('proved')
    expect(statusAt(read, 'number')).toBe('read')
  })

  it('is never "as printed" for an empty field, which the directory may fill', () => {
    expect(statusAt(read, 'buyer.tin')).toBe('empty')
    const filed = (source: 'directory' | 'typed') => ({
      tin: '0012345674901000',
      idtku: '0012345674901000000000',
      source,
    })
    const amounts = { tax_base: '0', other_tax_base: '0', tax: '0' }
    const filing = {
      seller: filed('typed'),
      buyer: filed('directory'),
      transaction_code: null,
      ...amounts,
      lines: [],
    }
    const known = { ...read, filing }
    expect(statusAt(known, 'buyer.tin')).toBe('directory')
    expect(findFiledNumber(known, 'buyer.tin')).toEqual(filing.buyer)
    expect(findFiledNumber(known, 'buyer.name')).toBeUndefined()
    const typed = (tin: string) => correct(known, [set('seller.tin', tin)]).reading
    expect(findFiledNumber(typed('01.234.567.4-901.000'), 'seller.tin')).toEqual(filing.seller)
    expect(findFiledNumber(typed('01.234.567.5-901.000'), 'seller.tin')).toBeUndefined()
  })

  it('is uncertain until the user confirms it', () => {
    expect(statusAt(read, 'buyer.name')).toBe('to_check')
    expect(isConfirmable(openReasonsByField(read).get('buyer.name') ?? [])).toBe(true)
    const evidence = {
      'buyer.name': { page: 1, box: null, text: '', confidence: 0.5, source: 'generic' as const },
    }
    const found = { ...read, evidence }
    const same = correct(found, [set('buyer.name', read.buyer.name)]).reading
    expect(statusAt(same, 'buyer.name')).toBe('confirmed')
    const other = correct(found, [set('buyer.name', 'PT Lain')]).reading
    expect(statusAt(other, 'buyer.name')).toBe('changed')
  })

  it('is wrong as long as a check fails', () => {
    const wrong = correct(read, [set('lines.0.amount', '7')]).reading
    expect(statusAt(wrong, 'lines.0.amount')).toBe('failed')
    expect(isConfirmable(openReasonsByField(wrong).get('lines.0.amount') ?? [])).toBe(false)
    const right = correct(wrong, [set('lines.0.amount', '1000000')]).reading
    expect(statusAt(right, 'lines.0.amount')).toBe('confirmed')
  })

  it('shows that the value was learned', () => {
    const known = { page: null, box: null, text: '', confidence: 1, source: 'learned' as const }
    expect(statusAt({ ...read, evidence: { 'lines.0.unit': known } }, 'lines.0.unit')).toBe(
      'learned',
    )
  })
})

describe('fields to check', () => {
  const reasons = ['lines.1', 'totals', 'lines', null, 'buyer'].map((path) => ({
    ...doubt,
    path,
  }))
  const reading = {
    ...createInvoice({ lines: [createLine(), createLine()] }),
    review: toReview(reasons),
  }

  it('are single fields, even if a reason concerns a group', () => {
    expect([...openReasonsByField(reading).keys()]).toEqual([
      'lines.1.description',
      'totals.grand_total',
      'lines.0.description',
      documentPath,
      'buyer.name',
    ])
  })

  it('follow page order, from any starting field', () => {
    const fields = ['buyer.name', 'totals.tax', 'lines.0.amount', 'lines.1.amount']
    const isStop = (path: string) => path !== 'totals.tax'
    const next = (from: string, by: 1 | -1) => findNextStop(fields, isStop, from, by)
    expect(next('', 1)).toBe('buyer.name')
    expect(next('buyer.name', 1)).toBe('lines.0.amount')
    expect(next('totals.tax', 1)).toBe('lines.0.amount')
    expect(next('totals.tax', -1)).toBe('buyer.name')
    expect(next('lines.0.amount', -1)).toBe('buyer.name')
    expect(next('lines.1.amount', 1)).toBeUndefined()
  })
})

describe('the next open field', () => {
  it('wraps around in both directions', () => {
    const fields = ['number', 'date', 'buyer.name', 'currency']
    const open = new Map(['number', 'buyer.name'].map((path) => [path, []]))
    const next = (from: string, by: 1 | -1 = 1) => findOpen(fields, open, from, by)
    expect([next(''), next('number'), next('buyer.name'), next('currency')]).toEqual([
      'number',
      'buyer.name',
      'number',
      'number',
    ])
    expect([next('number', -1), next('currency', -1)]).toEqual(['buyer.name', 'buyer.name'])
    expect(findOpen(fields, new Map(), 'date', 1)).toBeUndefined()
  })
})
