import { describe, expect, it } from 'vitest'
import type { InvoiceReading } from '../../src/domain/invoice/invoice.ts'
import { extract } from '../../src/extraction/extract.ts'
import { loadReferenceData } from '../../src/extraction/reference-data/reference-data.ts'
import { exampleInvoice } from '../fixtures/invoices/any-invoice.ts'
import { invoicePdf } from '../fixtures/invoices/draw.ts'
import { layouts } from '../fixtures/invoices/layouts.ts'
import { rechnung } from '../fixtures/invoices/other-languages.ts'
import { scanPdf } from '../fixtures/scans.ts'
import { readByMapping } from '../support/corpus/read-by-mapping.ts'

const style = {
  numbers: '1.234,56',
  dates: '05/01/2026',
  per_page: 20,
  hasTotalsApart: false,
} as const

/** Returns the values that the checks can verify. */
function readAmounts({ lines, totals }: InvoiceReading) {
  return {
    lines: lines.map(({ quantity, unit_price, amount }) => ({ quantity, unit_price, amount })),
    totals,
  }
}

describe.each(layouts.filter((layout) => layout !== rechnung))(
  'a scan in the layout $name',
  (layout) => {
    it("has the invoice's amounts and needs review", { timeout: 180_000 }, async () => {
      const pdf = await invoicePdf(exampleInvoice(layout, 6), layout, style)
      const drawn = await readByMapping(pdf, layout)
      const scanned = await readByMapping(await scanPdf(pdf, { dpi: 200, degrees: -1 }), layout)
      expect(readAmounts(scanned)).toEqual(readAmounts(drawn))
      expect(scanned.review.reasons[0]).toMatchObject({ code: 'scan_read', params: { pages: [1] } })
    })
  },
)

describe('a scan in a language that is not installed', () => {
  it('is read as far as possible and needs review', { timeout: 180_000 }, async () => {
    const pdf = await invoicePdf(exampleInvoice(rechnung, 6), rechnung, style)
    const scan = await scanPdf(pdf, { dpi: 200 })
    const { reading, review_reasons } = await extract(
      scan,
      'auto',
      loadReferenceData({ folder: '.' }),
    )
    expect(reading.kind).toBe('invoice')
    expect(review_reasons[0]).toMatchObject({ code: 'scan_read', params: { pages: [1] } })
  })
})
