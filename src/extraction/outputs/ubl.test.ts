import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLine, createInvoice, anyInvoice } from '../../../test/support/readings/invoice.ts'
import { ublSchemaSkipReason, findUblError } from '../../../test/support/readings/ubl-schema.ts'
import { findXmlError } from '../../../test/support/docket/well-formed.ts'
import { loadTemplate } from '../formats/xml-template.ts'
import { renderUbl } from './ubl.ts'

const template = loadTemplate('mappings/outputs/ubl.yaml')

/** Returns the names of the root's child elements, each once. */
function listTopElements(xml: string): string[] {
  return [...new Set([...xml.matchAll(/^ {2}<([\w:]+)/gm)].map(([, name = '']) => name))]
}

describe('renderUbl', () => {
  it('writes elements in schema order', async () => {
    const invoice = createInvoice({
      currency: 'EUR',
      buyer: { name: 'Sample & Co', code: 'C-7', address: 'High Street 1', tin: 'GB123' },
      lines: [
        createLine({ discount: '10', hs_code: '9401' }),
        createLine({ taxable: false, unit: null }),
      ],
      totals: {
        charges: [{ name: 'Freight', amount: '50.5' }],
        withheld: [{ name: 'Tax', amount: '5' }],
      },
    })
    const xml = renderUbl(invoice, template)
    expect(listTopElements(xml)).toEqual([
      'cbc:UBLVersionID',
      'cbc:ID',
      'cbc:IssueDate',
      'cbc:InvoiceTypeCode',
      'cbc:DocumentCurrencyCode',
      'cac:AccountingSupplierParty',
      'cac:AccountingCustomerParty',
      'cac:AllowanceCharge',
      'cac:TaxTotal',
      'cac:WithholdingTaxTotal',
      'cac:LegalMonetaryTotal',
      'cac:InvoiceLine',
    ])
    await expect(xml).toMatchFileSnapshot('ubl.golden.xml')
  })

  it('omits unknown values instead of writing empty elements', () => {
    const lines = [createLine({ sku: null, unit: null, quantity: null, unit_price: null })]
    const totals = { tax: null, tax_base: null, grand_total: null }
    const xml = renderUbl(createInvoice({ lines, totals }), template)
    expect(xml).not.toContain('/>')
    expect(listTopElements(xml)).not.toContain('cac:TaxTotal')
    expect(xml).toContain('<cbc:PayableAmount currencyID="IDR">1000000</cbc:PayableAmount>')
  })

  it('writes allowances, stated taxes and the amount due', () => {
    const full = { category: 'S', rate: '19' }
    const xml = renderUbl(
      createInvoice({
        currency: 'EUR',
        lines: [createLine({ unit: 'C62', tax_class: full })],
        totals: {
          charges: [
            { name: 'Rebate', amount: '-10', tax_class: full },
            { name: 'Freight', amount: '4' },
          ],
          tax_base: '999994',
          taxes: [{ ...full, tax_base: '999994', tax: '110000' }],
          payment: { prepaid: '100000', rounding: '0.01', due: '1009994.01' },
        },
      }),
      template,
    )
    const amounts = (name: string) =>
      [...xml.matchAll(new RegExp(`<cbc:${name}[^>]*>([^<]*)<`, 'g'))].map(([, value]) => value)
    expect(amounts('ChargeIndicator')).toEqual(['false', 'true'])
    expect(amounts('Amount')).toEqual(['10', '4'])
    expect(amounts('Percent')).toEqual(['19', '19', '19'])
    expect(amounts('AllowanceTotalAmount')).toEqual(['10'])
    expect(amounts('TaxExclusiveAmount')).toEqual(['999994'])
    expect(amounts('PrepaidAmount')).toEqual(['100000'])
    expect(amounts('PayableRoundingAmount')).toEqual(['0.01'])
    expect(amounts('PayableAmount')).toEqual(['1009994.01'])
    expect(xml).toContain('<cbc:InvoicedQuantity unitCode="C62">2</cbc:InvoicedQuantity>')
    expect(xml).not.toContain('cbc:Note')
  })

  it('writes a CreditNote document for a credit note', () => {
    const xml = renderUbl(createInvoice({ credit_note: true }), template)
    expect(xml).toContain(
      '<CreditNote xmlns="urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2"',
    )
    expect(xml).toContain('<cbc:CreditNoteTypeCode>381</cbc:CreditNoteTypeCode>')
    expect(xml).toContain('<cbc:CreditedQuantity>2</cbc:CreditedQuantity>')
    expect(xml).not.toContain('Invoice')
  })

  it('writes valid UBL 2.1 for a reading with a date and lines', ({ skip }) => {
    skip(ublSchemaSkipReason !== undefined, ublSchemaSkipReason)
    const complete = anyInvoice.filter(({ date, lines }) => date !== null && lines.length > 0)
    fc.assert(
      fc.property(complete, (reading) => {
        expect(findUblError(renderUbl(reading, template))).toBeUndefined()
      }),
    )
    expect(findUblError(renderUbl(createInvoice({ date: null }), template))).toContain('IssueDate')
    expect(findUblError(renderUbl(createInvoice({ lines: [] }), template))).toContain('InvoiceLine')
  })

  it('writes well-formed XML for any reading', () => {
    fc.assert(
      fc.property(anyInvoice, (reading) => {
        expect(findXmlError(renderUbl(reading, template))).toBeUndefined()
      }),
    )
  })
})
