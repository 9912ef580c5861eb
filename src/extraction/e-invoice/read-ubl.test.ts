import { describe, expect, it } from 'vitest'
import { ciiXml, eInvoiceParties } from '../../../test/fixtures/e-invoice.ts'
import { checkInvoice } from '../../domain/invoice/check-invoice.ts'
import { loadTemplate } from '../formats/xml-template.ts'
import { renderUbl } from '../outputs/ubl.ts'
import { withXml } from './xml-elements.ts'
import type { InvoiceFacts } from './facts.ts'
import { readCii } from './read-cii.ts'
import { readUbl } from './read-ubl.ts'

const template = loadTemplate('mappings/outputs/ubl.yaml')

const readXml = (facts: InvoiceFacts) =>
  checkInvoice({ ...facts, checks: [], review: { needed: false, reasons: [] }, evidence: {} })

const creditNote = `<CreditNote xmlns="urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2" xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
  <cbc:ID>GS-1</cbc:ID>
  <cbc:IssueDate>2026-03-10Z</cbc:IssueDate>
  <cbc:CreditNoteTypeCode>381</cbc:CreditNoteTypeCode>
  <cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
  <cac:AccountingSupplierParty><cac:Party>
    <cac:PartyName><cbc:Name>Irrlicht</cbc:Name></cac:PartyName>
    <cac:PartyTaxScheme><cbc:CompanyID>0000</cbc:CompanyID><cac:TaxScheme><cbc:ID>FC</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>
    <cac:PartyTaxScheme><cbc:CompanyID>DE000000000</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>
    <cac:PartyLegalEntity><cbc:RegistrationName>Irrlicht Laternen GmbH</cbc:RegistrationName></cac:PartyLegalEntity>
  </cac:Party></cac:AccountingSupplierParty>
  <cac:AccountingCustomerParty><cac:Party>
    <cac:PartyIdentification><cbc:ID>K-12</cbc:ID></cac:PartyIdentification>
    <cac:PostalAddress>
      <cbc:StreetName>Abendweg 3</cbc:StreetName><cbc:CityName>Neustadt</cbc:CityName><cbc:PostalZone>00001</cbc:PostalZone>
      <cac:Country><cbc:IdentificationCode>DE</cbc:IdentificationCode></cac:Country>
    </cac:PostalAddress>
    <cac:PartyLegalEntity><cbc:RegistrationName>Café Morgenstern</cbc:RegistrationName></cac:PartyLegalEntity>
  </cac:Party></cac:AccountingCustomerParty>
  <cac:TaxTotal>
    <cbc:TaxAmount currencyID="EUR">0</cbc:TaxAmount>
    <cac:TaxSubtotal>
      <cbc:TaxableAmount currencyID="EUR">24.00</cbc:TaxableAmount><cbc:TaxAmount currencyID="EUR">0</cbc:TaxAmount>
      <cac:TaxCategory><cbc:ID>AE</cbc:ID><cbc:Percent>0</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:TaxCategory>
    </cac:TaxSubtotal>
  </cac:TaxTotal>
  <cac:LegalMonetaryTotal>
    <cbc:LineExtensionAmount currencyID="EUR">24.00</cbc:LineExtensionAmount>
    <cbc:TaxExclusiveAmount currencyID="EUR">24.00</cbc:TaxExclusiveAmount>
    <cbc:TaxInclusiveAmount currencyID="EUR">24.00</cbc:TaxInclusiveAmount>
    <cbc:PayableAmount currencyID="EUR">24.00</cbc:PayableAmount>
  </cac:LegalMonetaryTotal>
  <cac:CreditNoteLine>
    <cbc:ID>1</cbc:ID>
    <cbc:CreditedQuantity unitCode="C62">3</cbc:CreditedQuantity>
    <cbc:LineExtensionAmount currencyID="EUR">24.00</cbc:LineExtensionAmount>
    <cac:AllowanceCharge><cbc:ChargeIndicator>true</cbc:ChargeIndicator><cbc:Amount currencyID="EUR">4</cbc:Amount></cac:AllowanceCharge>
    <cac:Item>
      <cbc:Name>Laterne</cbc:Name>
      <cac:StandardItemIdentification><cbc:ID schemeID="0160">0000000000000</cbc:ID></cac:StandardItemIdentification>
      <cac:CommodityClassification><cbc:ItemClassificationCode listID="HS">9405</cbc:ItemClassificationCode></cac:CommodityClassification>
      <cac:ClassifiedTaxCategory><cbc:ID>AE</cbc:ID><cbc:Percent>0</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:ClassifiedTaxCategory>
    </cac:Item>
    <cac:Price><cbc:PriceAmount currencyID="EUR">20</cbc:PriceAmount><cbc:BaseQuantity>3</cbc:BaseQuantity></cac:Price>
  </cac:CreditNoteLine>
</CreditNote>`

describe('readUbl', () => {
  it('reads back an invoice written as UBL', async () => {
    const facts = await withXml(Buffer.from(ciiXml), readCii)
    const written = renderUbl(readXml(facts), template)
    expect(await withXml(Buffer.from(written), readUbl)).toEqual(facts)
  })

  it('reads a credit note', async () => {
    const facts = await withXml(Buffer.from(creditNote), readUbl)
    expect(facts).toEqual({
      kind: 'invoice',
      credit_note: true,
      number: 'GS-1',
      date: '2026-03-10',
      currency: 'EUR',
      ...eInvoiceParties,
      lines: [
        {
          no: '1',
          sku: '0000000000000',
          hs_code: '9405',
          description: 'Laterne',
          quantity: '3',
          unit: 'C62',
          // 20 divided by 3 is a recurring decimal.
          unit_price: '6.666666666667',
          discount: '-4',
          amount: '24',
          taxable: false,
          tax_class: { category: 'AE', rate: '0' },
        },
      ],
      totals: {
        subtotal: '24',
        tax_base: '24',
        tax: '0',
        grand_total: '24',
        charges: [],
        withheld: [],
        taxes: [{ category: 'AE', rate: '0', tax_base: '24', tax: '0' }],
        payment: { prepaid: '0', rounding: '0', due: '24' },
      },
    })
    expect(readXml(facts).review).toEqual({ needed: false, reasons: [] })
  })
})
