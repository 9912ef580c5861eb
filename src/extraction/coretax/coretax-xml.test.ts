import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { corpusReadings, corpusSkipReason } from '../../../test/support/corpus/corpus-readings.ts'
import { createLine, createInvoice, anyInvoice } from '../../../test/support/readings/invoice.ts'
import { findXmlError } from '../../../test/support/docket/well-formed.ts'
import { loadDirectory } from '../directory/load.ts'
import { renderCoretax } from './coretax-xml.ts'
import { clearFiling } from './open-rules.ts'
import { loadTemplate } from '../formats/xml-template.ts'

const template = loadTemplate('mappings/outputs/coretax.yaml')
const directory = loadDirectory({
  parties: 'directory/parties.example.yaml',
  units: 'directory/units.yaml',
  goods: 'directory/goods.example.yaml',
})
const render = (...readings: ReturnType<typeof createInvoice>[]) =>
  renderCoretax(readings, directory, template)

function elementTexts(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(
    ([, text = '']) => text,
  )
}

describe('renderCoretax', () => {
  it('writes the element order, decimals and empty elements that the tax office expects', async () => {
    const invoices = [
      createInvoice({
        lines: [
          createLine({
            description: 'Kursi "lipat" <merah> & putih',
            discount: '0.50',
            amount: '999999.5',
          }),
          createLine({
            sku: null,
            unit: 'kg.',
            quantity: '0.125',
            unit_price: '80000.805',
            amount: '10000.1',
          }),
          createLine({
            sku: null,
            description: 'Basic Training',
            unit: null,
            quantity: null,
            unit_price: null,
          }),
          createLine({ description: 'Uang muka pengganti', taxable: false }),
        ],
      }),
      createInvoice({
        number: 'INV/2024/077',
        date: '2024-12-31',
        buyer: {
          name: 'Sample Trading SDN. BHD.',
          code: null,
          address: 'Jalan\nAmpang 1',
          tin: null,
        },
      }),
      createInvoice({
        number: null,
        date: null,
        buyer: { name: 'CV Tidak Dikenal', code: null, address: null, tin: null },
        lines: [createLine({ amount: null })],
      }),
    ]
    await expect(render(...invoices)).toMatchFileSnapshot('coretax.golden.xml')
  })

  it('lists taxed charges as separate lines', () => {
    const charges = [{ name: 'Service', amount: '200000' }]
    const taxed = { charges, tax_base: '1100000', tax: '132000', grand_total: '1332000' }
    expect(elementTexts(render(createInvoice({ totals: taxed })), 'TaxBase')).toEqual([
      '1000000',
      '200000',
    ])
    const untaxed = createInvoice({ totals: { charges, grand_total: '1310000' } })
    expect(elementTexts(render(untaxed), 'TaxBase')).toEqual(['1000000'])
  })

  it("uses the buyer's transaction code, and the full amount as the base under code 01", () => {
    const buyer = { name: 'Dinas Contoh Kabupaten', code: null, address: null, tin: null }
    const xml = render(createInvoice({ buyer }), createInvoice({ date: '2024-01-02' }))
    expect(elementTexts(xml, 'TrxCode')).toEqual(['02', '01'])
    expect(elementTexts(xml, 'OtherTaxBase')).toEqual(['916666.67', '1000000'])
    expect(elementTexts(xml, 'VATRate')).toEqual(['12', '11'])
  })

  it('files invoices under codes 07 and 08 with their facility, customs document and uncharged tax', () => {
    const totals = { tax_base: null, tax: null, grand_total: '1000000' }
    const lines = [createLine({ taxable: false })]
    const facts = { facility: '02', custom_doc: '000123', custom_doc_month: '032025' }
    const xml = render(createInvoice({ transaction_code: '07', ...facts, lines, totals }))
    const text = (name: string) => elementTexts(xml, name)[0]
    expect(['TrxCode', 'AddInfo', 'FacilityStamp'].map(text)).toEqual([
      '07',
      'TD.00502',
      'TD.01102',
    ])
    expect(['CustomDoc', 'CustomDocMonthYear'].map(text)).toEqual(['000123', '032025'])
    expect(['OtherTaxBase', 'VATRate', 'VAT'].map(text)).toEqual(['916666.67', '12', '110000'])
    const ordinary = render(createInvoice({ transaction_code: '04', ...facts }))
    for (const name of ['AddInfo', 'FacilityStamp', 'CustomDoc', 'CustomDocMonthYear']) {
      expect(ordinary).toContain(`<${name}/>`)
    }
  })

  it('files luxury goods under code 01 with their luxury tax', () => {
    const xml = render(createInvoice({ lines: [createLine({ luxury_rate: '20' })] }))
    const text = (name: string) => elementTexts(xml, name)[0]
    expect(['TrxCode', 'OtherTaxBase', 'VAT'].map(text)).toEqual(['01', '1000000', '120000'])
    expect(['STLGRate', 'STLG'].map(text)).toEqual(['20', '200000'])
  })

  it('files no luxury tax if the user entered a rate of 0', () => {
    const xml = render(createInvoice({ lines: [createLine({ luxury_rate: '0.0' })] }))
    const text = (name: string) => elementTexts(xml, name)[0]
    expect(['TrxCode', 'OtherTaxBase', 'STLGRate'].map(text)).toEqual(['04', '916666.67', '0'])
  })

  it('files the printed tax under code 05, distributed among the lines', () => {
    const lines = [createLine(), createLine({ unit_price: '250000', amount: '500000' })]
    const xml = render(
      createInvoice({ transaction_code: '05', lines, totals: { tax: '16500.01' } }),
    )
    expect(elementTexts(xml, 'VAT')).toEqual(['11000.01', '5500'])
    expect(elementTexts(xml, 'OtherTaxBase')).toEqual(['1000000', '500000'])
  })

  it('files lines with a service unit as services', () => {
    const lines = [createLine({ sku: null, description: 'Pelatihan', unit: 'PAX' })]
    const seller = { name: 'PT Lain', tin: null }
    const xml = render(createInvoice({ lines, seller }))
    expect(elementTexts(xml, 'Opt')).toEqual(['B'])
    expect(elementTexts(xml, 'Unit')).toEqual(['UM.0030'])
  })

  it('files foreign amounts in rupiah at the weekly rate', () => {
    const rates = [{ currency: 'USD', valid_from: '2025-03-12', units: 1, rate: '15875.5' }]
    const lines = [createLine({ quantity: '2', unit_price: '50.25', amount: '100.50' })]
    const xml = renderCoretax(
      [createInvoice({ currency: 'USD', lines })],
      { ...directory, rates },
      template,
    )
    expect(elementTexts(xml, 'Price')).toEqual(['797743.88'])
    expect(elementTexts(xml, 'TaxBase')).toEqual(['1595487.76'])
    expect(elementTexts(xml, 'VAT')).toEqual(['175503.65'])
  })

  it('leaves out amounts that Coretax would accept although they are wrong', () => {
    const instalment = {
      code: 'instalment',
      path: 'totals.instalment',
      params: { instalment: '300000', percent: '30', whole: '1000000' },
    }
    const documents = {
      foreign: createInvoice({ currency: 'USD' }),
      partial: { ...createInvoice(), review: { needed: true, reasons: [instalment] } },
      credit: createInvoice({ credit_note: true }),
    }
    for (const [kind, reading] of Object.entries(documents)) {
      const xml = render(reading)
      for (const name of ['Price', 'TaxBase', 'OtherTaxBase', 'VAT'])
        expect(xml, kind).toContain(`<${name}/>`)
    }
    expect(elementTexts(render(createInvoice()), 'TaxBase')).toEqual(['1000000'])
  })

  it('treats a tax number of all zeros as missing', () => {
    const buyer = { name: 'CV Baru', code: null, address: null, tin: '00.000.000.0-000.000' }
    expect(render(createInvoice({ buyer }))).toContain('<BuyerTin/>')
  })

  it("identifies a buyer by the seller's customer number, regardless of the buyer's name", () => {
    const buyer = { name: 'Nama Lain', code: 'C-1001', address: null, tin: null }
    expect(elementTexts(render(createInvoice({ buyer })), 'BuyerTin')).toEqual(['0098765431109000'])
    const named = render(createInvoice({ buyer: { ...buyer, code: null } }))
    expect(named).toContain('<BuyerTin/>')
  })

  it('computes the tax from the rounded base', () => {
    const lines = [createLine({ quantity: '1', unit_price: '2.68', amount: '2.68' })]
    const xml = render(createInvoice({ lines }))
    expect(elementTexts(xml, 'OtherTaxBase')).toEqual(['2.46'])
    expect(elementTexts(xml, 'VAT')).toEqual(['0.3'])
  })

  it('rejects more than a thousand invoices', () => {
    const invoices = Array.from({ length: 1001 }, () => createInvoice())
    expect(elementTexts(render(...invoices.slice(1)), 'RefDesc')).toHaveLength(1000)
    expect(() => render(...invoices)).toThrow(
      /at most 1,000 .* there are 1,001 here\. Export them in parts/,
    )
  })

  it('rejects invoices from different sellers', () => {
    const other = createInvoice({ seller: { name: 'PT Pembeli Setia', tin: null } })
    expect(() => render(createInvoice(), other)).toThrow(
      'These invoices are from several sellers: PT Contoh Makmur (INV/2025/001); PT Pembeli Setia (INV/2025/001). Export one file per seller.',
    )
  })

  it('distinguishes sellers by name if their tax numbers are unknown', () => {
    const of = (name: string) => createInvoice({ seller: { name, tin: null } })
    expect(() => render(of('PT Entah Siapa'), of('CV Lain Lagi'))).toThrow('several sellers')
    const same = render(of('PT Entah Siapa'), of('Entah Siapa, PT.'))
    expect(elementTexts(same, 'RefDesc')).toHaveLength(2)
  })

  it('keeps the invoice order and writes each invoice exactly as in a separate file', () => {
    const numbers = ['B/2', 'A/1', 'C/3']
    const invoices = numbers.map((number) => createInvoice({ number }))
    const merged = render(...invoices)
    expect(elementTexts(merged, 'RefDesc')).toEqual(numbers)
    const invoiceBody = (xml: string) => xml.match(/ {4}<TaxInvoice>[^]*?<\/TaxInvoice>\n/g) ?? []
    expect(invoiceBody(merged)).toEqual(invoices.flatMap((invoice) => invoiceBody(render(invoice))))
    expect(elementTexts(merged, 'TIN')).toHaveLength(1)
  })

  it('writes well-formed XML for any reading', () => {
    fc.assert(
      fc.property(anyInvoice, (reading) => {
        expect(findXmlError(render(reading))).toBeUndefined()
      }),
    )
  })

  it("matches the accountants' files line by line", ({ skip }) => {
    skip(corpusSkipReason !== undefined, corpusSkipReason)
    const head = ['TaxInvoiceDate', 'TrxCode', 'RefDesc', 'SellerIDTKU']
    const goods = ['Unit', 'Price', 'Qty', 'TotalDiscount', 'TaxBase', 'OtherTaxBase', 'VATRate']
    const names = [...head, ...goods, 'VAT', 'STLGRate', 'STLG']
    const readFacts = (xml: string) => names.map((name) => [name, elementTexts(xml, name)])
    const filed = corpusReadings().flatMap(({ reading, xml }) => (xml ? [{ reading, xml }] : []))
    expect(filed).toHaveLength(10)
    for (const { reading, xml } of filed) expect(readFacts(render(reading))).toEqual(readFacts(xml))
    // Once they are approved and the buyer's number is known, all invoices can be filed.
    const approved = { today: '2026-11-17', is_confirmed: true }
    for (const { reading, xml } of filed) {
      const [tin = null] = elementTexts(xml, 'BuyerTin')
      const known = { ...reading, buyer: { ...reading.buyer, tin } }
      expect(clearFiling(known, directory, approved).open_rules).toEqual([])
    }
  })
})
