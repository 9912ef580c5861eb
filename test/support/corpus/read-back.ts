import fc from 'fast-check'
import { expect } from 'vitest'
import type { InvoiceLine, InvoiceReading } from '../../../src/domain/invoice/invoice.ts'
import { anyInvoice } from '../../fixtures/invoices/any-invoice.ts'
import { invoicePdf } from '../../fixtures/invoices/draw.ts'
import { type Invoice, completeInvoice } from '../../fixtures/invoices/invoice.ts'
import type { Layout } from '../../fixtures/invoices/layout.ts'
import { render } from '../../../src/domain/i18n/render.ts'
import { isFilingReason } from '../../../src/domain/invoice/review-reasons.ts'

/** Reads a PDF with its layout's mapping, or without one. */
type ReadPdf = (pdf: Uint8Array, layout: Layout) => Promise<InvoiceReading>

type Values = Pick<InvoiceReading, 'number' | 'date' | 'currency' | 'lines' | 'totals'> & {
  seller: string | null
  buyer: string | null
}

interface ReadBackOptions {
  numRuns: number
  seed?: number
  /** True for a reader that infers values. Flagged values may then be wrong, but no value may be silently wrong. */
  mayFlag?: boolean
  /** Justified warnings about correct values. */
  mayDoubt?: RegExp
}

/** Expects any invoice in this layout to be read exactly as drawn, without warnings. */
export async function expectReadBack(
  layout: Layout,
  read: ReadPdf,
  terms: ReadBackOptions,
): Promise<void> {
  const { numRuns, seed = 7, mayFlag = false, mayDoubt = /(?!)/ } = terms
  const property = fc.asyncProperty(anyInvoice(layout), async ({ facts, style }) => {
    const invoice = completeInvoice(facts)
    const reading = await read(await invoicePdf(invoice, layout, style), layout)
    if (mayFlag && listDoubts(reading).length > 0) return
    expect(actualValues(reading)).toEqual(expectedValues(invoice, layout))
    expect(listDoubts(reading).filter((message) => !mayDoubt.test(message))).toEqual([])
    expectFound(reading, invoice)
  })
  await fc.assert(property, { seed, numRuns })
}

/** The invoice values that the layout prints. */
function expectedValues(invoice: Invoice, layout: Layout): Values {
  const { number, date, currency, seller, buyer, totals } = invoice
  const { subtotal, tax_base, tax, grand_total } = totals
  const charges = (['freight', 'discount'] as const).flatMap((name) => {
    const amount = totals[name]
    return amount === null ? [] : [{ name, amount }]
  })
  return {
    number,
    date,
    currency,
    seller: seller.name,
    buyer: buyer.name,
    lines: expectedLines(invoice, layout),
    totals: { subtotal, tax_base, tax, grand_total, charges, withheld: [] },
  }
}

function expectedLines({ lines }: Invoice, { table }: Layout): InvoiceLine[] {
  const shown = new Set(table.columns.flatMap(({ key, also = [] }) => [key, ...also]))
  return lines.map((line) => ({
    no: shown.has('no') ? line.no : null,
    sku: shown.has('sku') ? line.sku : null,
    hs_code: null,
    description: line.description,
    quantity: line.quantity,
    unit: shown.has('unit') ? line.unit : null,
    unit_price: line.unit_price,
    discount: line.discount,
    amount: line.amount,
    taxable: true,
  }))
}

function actualValues({
  number,
  date,
  currency,
  seller,
  buyer,
  lines,
  totals,
}: InvoiceReading): Values {
  return { number, date, currency, seller: seller.name, buyer: buyer.name, lines, totals }
}

/** Lists the reasons for review, except filing reasons, which do not concern the reading itself. */
function listDoubts({ review }: InvoiceReading): string[] {
  return review.reasons.filter(({ code }) => !isFilingReason(code)).map((reason) => render(reason))
}

/** Compares the values that not every mapping reads. */
function expectFound({ buyer }: InvoiceReading, { buyer: { code, address } }: Invoice): void {
  if (buyer.code !== null) expect(buyer.code).toBe(code)
  if (buyer.address !== null) expect(buyer.address).toBe(address.join(' '))
}
