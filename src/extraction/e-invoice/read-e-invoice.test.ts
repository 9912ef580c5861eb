import { describe, expect, it } from 'vitest'
import {
  ciiXml,
  eInvoicePage,
  eInvoiceParties,
  eInvoicePdf,
  type EInvoicePdf,
  zugferd1Xml,
} from '../../../test/fixtures/e-invoice.ts'
import type { InvoiceReading } from '../../domain/invoice/invoice.ts'
import { extract } from '../extract.ts'
import { loadReferenceData } from '../reference-data/reference-data.ts'
import { render } from '../../domain/i18n/render.ts'

const referenceData = loadReferenceData({ folder: '.' })

async function read(pdf: EInvoicePdf = {}, mapping = 'auto'): Promise<InvoiceReading> {
  const { reading } = await extract(await eInvoicePdf(pdf), mapping, referenceData)
  if (reading.kind !== 'invoice') throw new Error('Not read as an invoice')
  return reading
}

const readXml = (xml: string) => read({ files: { 'factur-x.xml': xml } })
const messages = ({ review }: InvoiceReading) => review.reasons.map((reason) => render(reason))

const facts = {
  kind: 'invoice',
  number: 'RE-2026-0815',
  date: '2026-03-09',
  currency: 'EUR',
  ...eInvoiceParties,
  lines: [
    {
      no: '1',
      sku: 'LAT-01',
      hs_code: null,
      description: 'Laterne, Messing & Glas',
      quantity: '12',
      unit: 'C62',
      unit_price: '18.5',
      discount: '12',
      amount: '210',
      taxable: true,
      tax_class: { category: 'S', rate: '19' },
    },
    // The XML states the price per 100.
    { no: '2', sku: 'DO-7', quantity: '250', unit: 'MTR', unit_price: '0.08', amount: '20' },
    { no: '3', sku: 'BU-3', quantity: '3', amount: '29.97', tax_class: { rate: '7' } },
  ],
  totals: {
    subtotal: '259.97',
    tax_base: '254.87',
    tax: '44.83',
    grand_total: '299.7',
    charges: [
      { name: 'Treuerabatt', amount: '-10' },
      { name: 'Versand', amount: '4.9' },
    ],
    withheld: [],
    taxes: [
      { category: 'S', rate: '19', tax_base: '224.9', tax: '42.73' },
      { category: 'S', rate: '7', tax_base: '29.97', tax: '2.1' },
    ],
    payment: { prepaid: '50', rounding: '0', due: '249.7' },
  },
}

describe('readEInvoice', () => {
  it('reads the XML, checks it and locates its values on the page', async () => {
    const reading = await read()
    expect(reading).toMatchObject(facts)
    expect(reading.checks.map(({ name, passed }) => [name, passed])).toEqual(
      ['rows', 'sum', 'tax_base', 'tax', 'grand_total', 'due'].map((name) => [name, true]),
    )
    expect(reading.review).toEqual({ needed: false, reasons: [] })
  })

  it('locates matching values and reports values that no page shows', async () => {
    const { evidence } = await read()
    expect(evidence['totals.grand_total']).toMatchObject({
      page: 1,
      box: expect.any(Array),
      text: '299,70',
      confidence: 1,
      source: 'embedded',
    })
    expect(evidence['totals.charges.1.amount']?.text).toBe('4,90')
    expect(evidence['date']?.text).toBe('9. März 2026')
    expect(evidence['lines.2.description']?.text).toBe('Das kleine Lampenbuch')
    const tops = ['amount', 'description'].map((key) => evidence[`lines.1.${key}`]?.box?.[1] ?? 0)
    expect(tops[0]).toBeCloseTo(tops[1] ?? 0, 0)
    expect(evidence['lines.1.unit']).toEqual({
      page: null,
      box: null,
      text: 'MTR',
      confidence: 0.8,
      source: 'embedded',
    })
  })

  it('reads ZUGFeRD 1 element names', async () => {
    const reading = await read({ files: { 'ZUGFeRD-invoice.xml': zugferd1Xml } }, 'e_invoice_v1')
    expect(reading).toMatchObject(facts)
    expect(reading.review.needed).toBe(false)
  })

  it('reports missing lines in the smallest profiles', async () => {
    const noLines = ciiXml.replace(
      /<ram:IncludedSupplyChainTradeLineItem>[^]*<\/ram:IncludedSupplyChainTradeLineItem>/,
      '',
    )
    const reading = await readXml(noLines)
    expect(reading).toMatchObject({ ...facts, lines: [] })
    expect(reading.checks.every(({ passed }) => passed)).toBe(true)
    expect(messages(reading)).toEqual(['Line items not found on the invoice.'])
  })

  it('accepts a missing prepaid amount in the smallest profile', async () => {
    const minimum = ciiXml.replace(/<ram:(LineTotal|TotalPrepaid)Amount>(259.97|50.00)<.*/g, '')
    const { totals, checks } = await readXml(minimum)
    expect(totals.payment).toEqual({ prepaid: null, rounding: '0', due: '249.7' })
    expect(checks.map(({ name }) => name)).not.toContain('due')
  })

  it('skips headings and remarks between items, which no sum includes', async () => {
    const remark = `<ram:IncludedSupplyChainTradeLineItem>
      <ram:AssociatedDocumentLineDocument><ram:LineID>0</ram:LineID><ram:LineStatusReasonCode>GROUP</ram:LineStatusReasonCode></ram:AssociatedDocumentLineDocument>
      <ram:SpecifiedTradeProduct><ram:Name>Licht</ram:Name></ram:SpecifiedTradeProduct>
      <ram:SpecifiedLineTradeSettlement><ram:SpecifiedTradeSettlementLineMonetarySummation><ram:LineTotalAmount>230</ram:LineTotalAmount></ram:SpecifiedTradeSettlementLineMonetarySummation></ram:SpecifiedLineTradeSettlement>
    </ram:IncludedSupplyChainTradeLineItem>`
    const reading = await readXml(
      ciiXml.replace('<ram:IncludedSupplyChainTradeLineItem>', `${remark}$&`),
    )
    expect(reading.lines.map(({ no }) => no)).toEqual(['1', '2', '3'])
    expect(reading.review.needed).toBe(false)
  })

  it('keeps the signs of a credit note and labels it', async () => {
    const page = eInvoicePage.map((line) => line.replace('299,70', '-299,70'))
    const xml = ciiXml.replace('<ram:TypeCode>380', '<ram:TypeCode>381')
    const reading = await read({ files: { 'factur-x.xml': xml }, page })
    expect(reading).toMatchObject({ credit_note: true, totals: { grand_total: '299.7' } })
    expect(messages(reading)).toEqual(['This is a credit note: the buyer gets these amounts back.'])
  })

  it('prefers the tax in the invoice currency', async () => {
    const reading = await readXml(
      ciiXml.replace(
        '<ram:TaxTotalAmount',
        '<ram:TaxTotalAmount currencyID="CHF">9.99</ram:TaxTotalAmount>$&',
      ),
    )
    expect(reading.totals.tax).toBe('44.83')
  })
})

describe('comparing the XML with the page', () => {
  it.each([
    ['number', 'RE-2026-0815', 'RE-2026-0816', 'the invoice number as RE-2026-0815'],
    ['date', '9. März', '8. März', 'the date as 2026-03-09'],
    ['totals.subtotal', '259,97', '259,79', 'the subtotal as 259.97'],
    ['totals.tax_base', '254,87', '245,87', 'the tax base as 254.87'],
    ['totals.tax', '44,83', '44,38', 'the tax as 44.83'],
    ['totals.grand_total', '299,70', '299,07', 'the grand total as 299.7'],
    ['totals.payment.due', '249,70', '294,70', 'the amount due as 249.7'],
    ['lines.2.amount', '29,97', '29,79', 'the amount of line 3 as 29.97'],
  ])('flags a different %s on the page', async (path, from, to, says) => {
    const reading = await read({ page: eInvoicePage.map((line) => line.replace(from, to)) })
    expect(reading.review.reasons.map((reason) => reason.path)).toEqual([path])
    expect(messages(reading)).toEqual([`The e-invoice gives ${says}, but no page shows it.`])
  })

  it('flags altered XML by its sums and by the page', async () => {
    const reading = await readXml(ciiXml.replace('299.70', '399.70'))
    expect(messages(reading)).toEqual([
      'The e-invoice gives the grand total as 399.7, but no page shows it.',
      'The grand total should be 299.7, but is 399.7 (100 more).',
      'The amount due should be 349.7, but is 249.7 (100 less).',
    ])
  })

  it('reports missing line amounts in one sentence', async () => {
    const line = (no: number) =>
      `${/<ram:IncludedSupplyChainTradeLineItem>[^]*?<\/ram:IncludedSupplyChainTradeLineItem>/.exec(ciiXml)?.[0] ?? ''}`.replace(
        '210.00',
        `${no}.11`,
      )
    const reading = await readXml(
      ciiXml.replace(
        '<ram:ApplicableHeaderTradeAgreement>',
        `${[1, 2, 3, 4].map(line).join('')}$&`,
      ),
    )
    expect(messages(reading)).toContain(
      'The amounts on 4 e-invoice lines do not appear on any page, including lines 4, 5, 6.',
    )
  })

  it('reports that a page without text cannot be compared', async () => {
    const reading = await read({ page: [] })
    expect(reading).toMatchObject(facts)
    expect(messages(reading)).toEqual([
      'The pages in this PDF have no text, so the embedded e-invoice could not be compared with them.',
    ])
  })
})
