import { describe, expect, it } from 'vitest'
import { checkInvoice } from '../../domain/invoice/check-invoice.ts'
import type { InvoiceReading } from '../../domain/invoice/invoice.ts'
import type { Page, PageOcr } from '../../domain/reading/reading.ts'
import { repairDigits } from './repair-digits.ts'

const scan: PageOcr = { outcome: 'read', confidence: 0.9, turned: 0, straightened: 0 }
const page: Page = { number: 1, width: 595, height: 842, text: '', words: [], ocr: scan }

interface Printed {
  rows: [quantity: string, unit_price: string, amount: string][]
  subtotal?: string
  grand_total?: string
}

/** Creates a euro invoice's reading, whose page contains this text. */
function reading({ rows, subtotal, grand_total }: Printed): InvoiceReading {
  const evidence: InvoiceReading['evidence'] = {}
  const value = (path: string, text: string | undefined) => {
    if (text === undefined) return null
    evidence[path] = { page: 1, box: null, text, confidence: 1, source: 'generic' }
    return text.replaceAll('.', '').replace(',', '.').replace(/\.00$/, '')
  }
  const lines = rows.map(([quantity, unit_price, amount], index) => ({
    no: null,
    sku: null,
    hs_code: null,
    description: 'Lantern',
    unit: null,
    discount: null,
    taxable: true,
    quantity: value(`lines.${index}.quantity`, quantity),
    unit_price: value(`lines.${index}.unit_price`, unit_price),
    amount: value(`lines.${index}.amount`, amount),
  }))
  const totals = {
    subtotal: value('totals.subtotal', subtotal),
    grand_total: value('totals.grand_total', grand_total),
    tax_base: null,
    tax: null,
    charges: [],
    withheld: [],
  }
  const party = { name: 'Paper Moon Inc.', address: null }
  return checkInvoice({
    kind: 'invoice',
    number: '1',
    date: '2026-01-05',
    currency: 'EUR',
    seller: party,
    buyer: party,
    lines,
    totals,
    checks: [],
    review: { needed: false, reasons: [] },
    evidence,
  } as unknown as InvoiceReading)
}

const rows: Printed['rows'] = [
  ['3', '1.250,50', '3.751,50'],
  ['2', '80,00', '160,00'],
]

describe('repairDigits', () => {
  it.each([
    ['two digits of an amount', { rows: [['3', '1.250,50', '3.157,50'], rows[1]] }, undefined],
    ['a digit of an amount', { rows: [['3', '1.250,50', '3.151,50'], rows[1]] }, '3751.50'],
    ['a digit of a price', { rows: [['3', '1.260,50', '3.751,50'], rows[1]] }, '1250.50'],
    ['a quantity', { rows: [['8', '1.250,50', '3.751,50'], rows[1]] }, '3'],
  ])('corrects one wrong digit: %s', (_, printed, value) => {
    const wrong = reading({ subtotal: '3.911,50', ...printed } as Printed)
    const { lines, review } = repairDigits(wrong, [page])
    const reasons = review.reasons.filter(({ code }) => code === 'ocr_repaired')
    expect(reasons.map(({ params }) => Number(params['value']))).toEqual(
      value === undefined ? [] : [Number(value)],
    )
    const cells = lines.flatMap((line) => [line.quantity, line.unit_price, line.amount])
    if (value !== undefined) expect(cells.map(Number)).toEqual([3, 1250.5, 3751.5, 2, 80, 160])
  })

  it('corrects a total and a separator', () => {
    const total = repairDigits(reading({ rows, subtotal: '8.911,50' }), [page])
    expect(Number(total.totals.subtotal)).toBe(3911.5)
    const separator = reading({ rows, subtotal: '3.911.50' })
    expect(Number(repairDigits(separator, [page]).totals.subtotal)).toBe(3911.5)
  })

  it('reports the recognised text once every check passes', () => {
    const { checks, review } = repairDigits(reading({ rows, subtotal: '3.917,50' }), [page])
    expect(checks.every(({ passed }) => passed)).toBe(true)
    expect(review.reasons).toContainEqual({
      code: 'ocr_repaired',
      path: 'totals.subtotal',
      params: { text: '3.917,50', value: '3911.5' },
    })
  })

  it('keeps the reading if two corrections are possible', () => {
    // Both 1 × 6 = 6 and 1 × 5 = 5 would be correct.
    const ambiguous = reading({ rows: [['1', '5,00', '6,00']] })
    expect(repairDigits(ambiguous, [page])).toBe(ambiguous)
  })

  it('does not change a consistent reading or a reading from a text page', () => {
    const right = reading({ rows, subtotal: '3.911,50' })
    expect(repairDigits(right, [page])).toBe(right)
    const wrong = reading({ rows, subtotal: '3.917,50' })
    const { ocr: _, ...text } = page
    expect(repairDigits(wrong, [text])).toBe(wrong)
  })
})
