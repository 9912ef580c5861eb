import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createInvoice, anyInvoice } from '../../../test/support/readings/invoice.ts'
import { loadReferenceData } from '../reference-data/reference-data.ts'
import { renderInvoice } from './render-invoice.ts'
import { checkInvoice } from '../../domain/invoice/check-invoice.ts'
import { writeInvoice } from './write-outputs.ts'
import { renderWithEvidence } from './json.ts'
import { convertReadingToXml } from './convert-reading.ts'
import type { Message } from '../../domain/messages/message.ts'

const parties = 'directory/parties.example.yaml'
const referenceData = loadReferenceData({ folder: path.resolve('.'), parties })
const mapping = { reader: 'invoice' as const, outputs: ['xml' as const] }
const today = '2026-11-17'

describe('convertReadingToXml', () => {
  it('writes the same XML as the original extraction, or none while a rule is open', () => {
    fc.assert(
      fc.property(anyInvoice, (invoice) => {
        const write = () =>
          convertReadingToXml(renderWithEvidence(invoice), referenceData, { today })
        const { filing } = writeInvoice(checkInvoice(invoice), mapping, referenceData, {
          today,
        }).reading
        if (filing?.status !== 'ready') {
          expect(write).toThrow(expect.objectContaining({ code: 'NOT_FILEABLE' }))
          return
        }
        expect(write().outputs.map(({ body }) => body)).toEqual([
          renderInvoice(invoice, 'xml', referenceData),
        ])
      }),
    )
  })

  it('writes the XML for an invoice that passes every rule', () => {
    const invoice = createInvoice()
    const { outputs } = convertReadingToXml(renderWithEvidence(invoice), referenceData, { today })
    expect(outputs.map(({ body }) => body)).toEqual([renderInvoice(invoice, 'xml', referenceData)])
  })

  it('repeats the checks and ignores checks in the input', () => {
    const forged = createInvoice({
      totals: { grand_total: '9' },
      checks: [{ name: 'grand_total', passed: true, code: 'trust_me', path: null, params: {} }],
    })
    const confirmed = { is_confirmed: true, today }
    const { review_reasons } = convertReadingToXml(JSON.stringify(forged), referenceData, confirmed)
    const codes = (reasons: Message[]) => reasons.map(({ code }) => code)
    expect(codes(review_reasons)).toContain('grand_total_differs')
    const again = convertReadingToXml(JSON.stringify(createInvoice()), referenceData)
    expect(codes(again.review_reasons)).not.toContain('grand_total_differs')
  })

  it('accepts JSON without computed values', () => {
    const { checks: _, review: __, evidence: ___, ...bare } = createInvoice()
    const [xml] = convertReadingToXml(JSON.stringify(bare), referenceData).outputs
    expect(xml?.body).toContain('<RefDesc>INV/2025/001</RefDesc>')
  })

  it.each([
    ['{', 'not valid JSON'],
    ['[]', 'The document: '],
    [JSON.stringify({ kind: 'text' }), 'kind: '],
    [JSON.stringify(createInvoice({ date: '2025-02-30' })), 'date: '],
    [
      JSON.stringify({ ...createInvoice(), lines: [{ description: 'x', amount: '1,5' }] }),
      'lines.0.no: ',
    ],
    [JSON.stringify(createInvoice({ totals: { tax: '1e9' } })), 'totals.tax: '],
  ])('rejects %s and reports its path: %s', (json, place) => {
    expect(() => convertReadingToXml(json, referenceData)).toThrow(
      expect.objectContaining({ code: 'INVALID_READING', message: expect.stringContaining(place) }),
    )
  })
})
