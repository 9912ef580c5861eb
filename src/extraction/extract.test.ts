import { describe, expect, it } from 'vitest'
import { ciiXml, eInvoicePdf, zugferd1Xml } from '../../test/fixtures/e-invoice.ts'
import { truncatedPdf } from '../../test/fixtures/hostile-pdfs.ts'
import { drawPdf, encryptedPdf, samplePdf, scannedPdf, textPdf } from '../../test/fixtures/pdfs.ts'
import { drawSample } from '../../test/fixtures/sample.ts'
import { severalInvoicesPdf, severalInvoiceNumbers } from '../../test/fixtures/several-invoices.ts'
import { firstSupplierInvoice, supplierPdf } from '../../test/fixtures/supplier-invoice.ts'
import { InvoiceReading } from '../domain/invoice/invoice.ts'
import { Reading } from '../domain/reading/reading.ts'
import { extract } from './extract.ts'
import { probe } from './pdf/probe.ts'
import { loadReferenceData } from './reference-data/reference-data.ts'
import { addMessages } from '../domain/i18n/reading-messages.ts'

const referenceData = loadReferenceData({ folder: '.' })
const extractAuto = (pdf: Uint8Array) => extract(pdf, 'auto', referenceData)
const text = 'document_text_v1'

const sampleText = `Invoice

PT Lentera Contoh Invoice number LC-2026-0042
Jalan Kunang-Kunang 7 Date 5 January 2026
Kota Fajar 10999 Due 4 February 2026

Bill to
CV Warung Imajinasi
Gang Pelangi 21, Kota Senja

Item Quantity Price Amount
Lantern, brass, small 12 185.000 2.220.000
Lantern, brass, large 4 320.000 1.280.000
Wick, cotton, 5 m roll 20 27.500 550.000
Lamp oil, 1 litre 36 41.000 1.476.000
Glass chimney, spare 10 63.000 630.000
Delivery to Kota Senja 1 150.000 150.000

Subtotal 6.306.000
VAT 11% 693.660
Total (IDR) 6.999.660
\fHow to pay

Please pay within 30 days to Bank Contoh, account 000-123-456.
Write the invoice number LC-2026-0042 with your payment.

Thank you! This invoice is a sample: nobody has to pay it.
`

describe('extract', () => {
  it('writes the document text with form feeds between pages', async () => {
    const { outputs } = await extract(await samplePdf(), text, referenceData)
    expect(outputs.at(-1)).toEqual({
      format: 'txt',
      content_type: 'text/plain; charset=utf-8',
      body: sampleText,
    })
  })

  it("writes the reading as JSON, with each page's words on one line", async () => {
    const { reading, outputs } = await extract(await textPdf({ pages: 2 }), text, referenceData)
    const json = outputs[0]?.body ?? ''
    expect(Reading.parse(JSON.parse(json))).toEqual(reading)
    expect(reading).toMatchObject({ kind: 'text', page_count: 2, word_count: 12 })
    expect(json.split('\n').slice(0, 5)).toEqual([
      '{',
      '  "kind": "text",',
      '  "page_count": 2,',
      '  "word_count": 12,',
      '  "pages": [',
    ])
    expect(json.split('\n').slice(7)).toEqual(['  ]', '}', ''])
  })

  it("writes the mapping's outputs in order", async () => {
    const { outputs } = await extract(await textPdf(), text, referenceData)
    expect(outputs.map(({ format }) => format)).toEqual(['json', 'txt'])
  })

  it('writes the same outputs for the same bytes', async () => {
    const once = await extract(await samplePdf(), text, referenceData)
    expect(await extract(await samplePdf(), text, referenceData)).toEqual(once)
  })

  it('rejects a document without words', async () => {
    const reading = extract(await scannedPdf(), text, referenceData)
    await expect(reading).rejects.toMatchObject({ code: 'NO_TEXT' })
  })
})

describe('an invoice with a known layout', () => {
  it('is recognised, read, checked and written in every format', async () => {
    const { mapping, reading, review_reasons, outputs } = await extractAuto(await samplePdf())
    expect(mapping).toBe('sample_invoice_v1')
    expect(reading).toMatchObject({
      kind: 'invoice',
      number: 'LC-2026-0042',
      date: '2026-01-05',
      currency: 'IDR',
      seller: { name: 'PT Lentera Contoh' },
      buyer: { name: 'CV Warung Imajinasi', address: 'Gang Pelangi 21, Kota Senja' },
      totals: { subtotal: '6306000', tax: '693660', grand_total: '6999660' },
    })
    if (reading.kind !== 'invoice') throw new Error('Not read as an invoice')
    expect(reading.lines.map(({ description, amount }) => [description, amount])).toEqual([
      ['Lantern, brass, small', '2220000'],
      ['Lantern, brass, large', '1280000'],
      ['Wick, cotton, 5 m roll', '550000'],
      ['Lamp oil, 1 litre', '1476000'],
      ['Glass chimney, spare', '630000'],
      ['Delivery to Kota Senja', '150000'],
    ])
    expect(reading.checks.every(({ passed }) => passed)).toBe(true)
    // The Coretax file is not written without tax numbers.
    expect(outputs.map(({ format }) => format)).toEqual(['json', 'csv', 'ubl'])
    const [json, csv, ubl] = outputs.map(({ body }) => body)
    expect(InvoiceReading.parse(JSON.parse(json ?? ''))).toEqual(addMessages(reading))
    expect(csv?.split('\r\n')).toHaveLength(8)
    expect(ubl).toContain('<cbc:ID>LC-2026-0042</cbc:ID>')
    expect(review_reasons.map(({ code }) => code)).toContain('filing_buyer_npwp_missing')
  })

  it('is rejected by another mapping', async () => {
    const reading = extract(await samplePdf(), 'pt_rittal_invoice_v1', referenceData)
    await expect(reading).rejects.toMatchObject({ code: 'MAPPING_MISMATCH' })
  })

  it('is auto-detected, while other documents become text', async () => {
    const { mapping } = await extractAuto(await textPdf())
    expect(mapping).toBe('document_text_v1')
  })
})

describe('a credit note', () => {
  it.each(['auto', 'invoice_v1'])(
    'is recognised by its title and yields no Coretax file: %s',
    async (mapping) => {
      for (const title of ['Credit note', 'NOTA RETUR No. 17', 'Nota Kredit']) {
        const pdf = await samplePdf({ title })
        const { reading, outputs } = await extract(pdf, mapping, referenceData)
        expect([title, reading]).toMatchObject([title, { credit_note: true }])
        expect(InvoiceReading.parse(reading).filing?.open_rules).toContainEqual(
          expect.objectContaining({ code: 'filing_credit_note' }),
        )
        expect(outputs.map(({ format }) => format)).not.toContain('xml')
      }
    },
  )

  it('is not assumed because an item or a sentence mentions one', async () => {
    const changes = { item: 'Credit note', buyer: 'CV Nota Retur Kredit Untuk Semua Orang' }
    const { reading } = await extractAuto(await samplePdf(changes))
    expect(reading).not.toHaveProperty('credit_note')
  })
})

describe('a PDF with an embedded e-invoice', () => {
  const unreadable = {
    code: 'e_invoice_unreadable',
    path: null,
    params: { file: 'factur-x.xml', fault: 'not_xml', text: null },
  }
  const brokenSample = () =>
    drawPdf((document) => {
      drawSample(document)
      document.file(Buffer.from('<cut'), { name: 'factur-x.xml' })
    })

  it('is read from the XML and written without a tax office file', async () => {
    const { mapping, reading, review_reasons, outputs } = await extractAuto(await eInvoicePdf())
    expect(mapping).toBe('e_invoice_v1')
    expect(review_reasons).toEqual([])
    expect(outputs.map(({ format }) => format)).toEqual(['json', 'csv', 'ubl'])
    const [json, csv, ubl] = outputs.map(({ body }) => body)
    if (reading.kind !== 'invoice') throw new Error('Not read as an invoice')
    expect(InvoiceReading.parse(JSON.parse(json ?? ''))).toEqual(addMessages(reading))
    expect(csv?.split('\r\n')).toHaveLength(5)
    expect(ubl).toContain('<cbc:PayableAmount currencyID="EUR">249.7</cbc:PayableAmount>')
  })

  it('is flagged if it embeds two different e-invoices', async () => {
    const reasonsWith = async (second: string) => {
      const files = { 'factur-x.xml': ciiXml, 'more.xml': second }
      return (await extractAuto(await eInvoicePdf({ files }))).review_reasons
    }
    expect(await reasonsWith(ciiXml.replace('RE-2026-0815', 'RE-2026-0816'))).toEqual([
      { code: 'e_invoice_several', path: null, params: {} },
    ])
    // Two attachments may be the same invoice in two languages.
    expect(await reasonsWith(zugferd1Xml)).toEqual([])
  })

  it('is read from its pages, with a warning, if the XML is unreadable', async () => {
    const invoice = await extractAuto(await brokenSample())
    expect(invoice.mapping).toBe('sample_invoice_v1')
    expect(invoice.review_reasons).toContainEqual(unreadable)
    expect(invoice.reading).toMatchObject({ number: 'LC-2026-0042', review: { needed: true } })
    const files = { 'factur-x.xml': '<cut' }
    const text = await extractAuto(await eInvoicePdf({ files }))
    expect(text.mapping).toBe('document_text_v1')
    expect(text.review_reasons).toEqual([unreadable])
  })

  it('is rejected if it has neither text nor a readable e-invoice', async () => {
    const pdf = await eInvoicePdf({ page: [], files: { 'factur-x.xml': '<cut' } })
    await expect(extractAuto(pdf)).rejects.toMatchObject({ code: 'NO_TEXT' })
  })

  it('is read from its pages if the chosen mapping reads pages', async () => {
    const { mapping } = await extract(await eInvoicePdf(), text, referenceData)
    expect(mapping).toBe('document_text_v1')
  })
})

describe('a PDF with several invoices', () => {
  const several = {
    code: 'several_invoices',
    path: null,
    params: {
      ranges: [
        [1, 2],
        [3, 4],
        [5, 6],
      ],
      confidence: 0.95,
    },
  }

  it('is read up to the end of the first invoice, lists the pages of each and yields no Coretax file', async () => {
    const pdf = await severalInvoicesPdf()
    const { reading, review_reasons, outputs, page_count } = await extract(
      pdf,
      'auto',
      referenceData,
      { is_confirmed: true },
    )
    expect(review_reasons).toContainEqual(several)
    expect(page_count).toBe(6)
    expect(reading).toMatchObject({
      kind: 'invoice',
      number: severalInvoiceNumbers[0],
      totals: { grand_total: '6999660' },
      filing: { status: 'blocked' },
    })
    expect(reading.kind === 'invoice' && reading.lines).toHaveLength(6)
    expect(outputs.map(({ format }) => format)).not.toContain('xml')
  })

  it('is read as one if the user has decided that it is one', async () => {
    const options = { is_single_invoice: true }
    const { review_reasons } = await extract(
      await severalInvoicesPdf(),
      'auto',
      referenceData,
      options,
    )
    expect(review_reasons.map(({ code }) => code)).not.toContain('several_invoices')
  })

  it('yields all of its text if only text is requested', async () => {
    const pdf = await severalInvoicesPdf()
    const { reading, review_reasons } = await extract(pdf, text, referenceData)
    expect(review_reasons).toEqual([])
    expect(reading).toMatchObject({ kind: 'text', page_count: 6 })
  })
})

describe('probe', () => {
  it('counts pages even if they have no text', async () => {
    expect(await probe(await samplePdf())).toEqual({ page_count: 2 })
    expect(await probe(await scannedPdf())).toEqual({ page_count: 1 })
  })

  it('rejects locked and damaged documents', async () => {
    await expect(probe(await encryptedPdf())).rejects.toMatchObject({ code: 'ENCRYPTED_PDF' })
    await expect(probe(await truncatedPdf())).rejects.toMatchObject({ code: 'BROKEN_PDF' })
  })
})

it('asks a language model only about invoices without a known layout', async () => {
  const ask = (pdf: Buffer, mapping: string, mayAsk = true) =>
    extract(pdf, mapping, referenceData, { mayAsk })
  const unknown = await supplierPdf(firstSupplierInvoice)
  expect((await ask(unknown, 'invoice_v1')).question).toMatchObject({
    paths: expect.arrayContaining(['number']),
    text: expect.stringContaining('Faktur penjualan'),
  })
  expect((await ask(unknown, 'invoice_v1', false)).question).toBeUndefined()
  const described = await drawPdf((document) => drawSample(document, { number: '' }))
  const { reading, question } = await ask(described, 'sample_invoice_v1')
  expect(reading).toMatchObject({ review: { needed: true } })
  expect(question).toBeUndefined()
  expect((await ask(described, 'invoice_v1')).question).toMatchObject({
    paths: expect.arrayContaining(['number']),
  })
})
