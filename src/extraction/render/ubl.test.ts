import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aLine, anInvoice, anyInvoice } from '../../../test/support/invoice.ts'
import { whyNotWellFormed } from '../../../test/support/well-formed.ts'
import { loadTemplate } from './template.ts'
import { renderUbl } from './ubl.ts'

const template = loadTemplate('mappings/outputs/ubl.yaml')

/** The names of the elements directly below the root, once each. */
function topElements(xml: string): string[] {
  return [...new Set([...xml.matchAll(/^ {2}<([\w:]+)/gm)].map(([, name = '']) => name))]
}

describe('the UBL file', () => {
  it('has the elements of the schema in its order', async () => {
    const invoice = anInvoice({
      currency: 'EUR',
      buyer: { name: 'Sample & Co', code: 'C-7', address: 'High Street 1', tin: 'GB123' },
      lines: [aLine({ discount: '10', hs_code: '9401' }), aLine({ taxable: false, unit: null })],
      totals: {
        charges: [{ name: 'Freight', amount: '50.5' }],
        withheld: [{ name: 'Tax', amount: '5' }],
      },
    })
    const xml = renderUbl(invoice, template)
    expect(topElements(xml)).toEqual([
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

  it('leaves out what is not known, instead of an empty element', () => {
    const lines = [aLine({ sku: null, unit: null, quantity: null, unit_price: null })]
    const totals = { tax: null, tax_base: null, grand_total: null }
    const xml = renderUbl(anInvoice({ lines, totals }), template)
    expect(xml).not.toContain('/>')
    expect(topElements(xml)).not.toContain('cac:TaxTotal')
    expect(xml).toContain('<cbc:PayableAmount currencyID="IDR">1000000</cbc:PayableAmount>')
  })

  it('is well-formed, whatever was read', () => {
    fc.assert(
      fc.property(anyInvoice, (reading) => {
        expect(whyNotWellFormed(renderUbl(reading, template))).toBeUndefined()
      }),
    )
  })
})
