import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { InvoiceReading } from '../../src/domain/invoice/invoice.ts'
import { extract } from '../../src/extraction/extract.ts'
import { loadReferenceData } from '../../src/extraction/reference-data/reference-data.ts'
import { exampleInvoice } from '../fixtures/invoices/any-invoice.ts'
import { invoicePdf } from '../fixtures/invoices/draw.ts'
import { ruled } from '../fixtures/invoices/english.ts'
import { layouts } from '../fixtures/invoices/layouts.ts'
import { textPdf } from '../fixtures/pdfs.ts'

const referenceData = loadReferenceData({ folder: path.resolve('.') })
const style = {
  numbers: '1,234.56',
  dates: '2026-01-05',
  per_page: 20,
  hasTotalsApart: false,
} as const

describe('auto', () => {
  it('reads an invoice that matches no mapping', async () => {
    const recognised = await Promise.all(
      layouts.map(async (layout) => {
        const pdf = await invoicePdf(exampleInvoice(layout, 3), layout, style)
        return [layout.name, (await extract(pdf, 'auto', referenceData)).mapping]
      }),
    )
    // This layout has the title of a sales note.
    const expected = layouts.map(({ name }) => [
      name,
      name === 'tight_v1' ? 'document_text_v1' : 'invoice_v1',
    ])
    expect(recognised).toEqual(expected)
  })

  it('does not read a letter about an invoice as an invoice', async () => {
    const text =
      'Invoice 4711 of last month. We thank you for your payment of the total amount 500. ' +
      'The description, quantity and price of the goods were right.'
    const pdf = await textPdf({ text })
    expect((await extract(pdf, 'auto', referenceData)).mapping).toBe('document_text_v1')
  })

  it.each([
    [
      'a receipt',
      `KWITANSI
No. K-118/CB/2025
Sudah terima dari: PT Angkasa Contoh
Uang sejumlah: dua puluh tujuh juta rupiah
Untuk pembayaran: Pelatihan bahasa bulan Februari
Rp 27.000.000,-
Bandung, 20 Februari 2025
CV Cendekia Contoh`,
    ],
    [
      'a letter',
      `PT Reka Contoh
No: 045/KEU/RC/2025                    Bandung, 8 September 2025
Perihal: Tagihan Termin II
Kepada Yth.
PT Tirta Contoh
Bersama ini kami sampaikan tagihan termin II sebagai berikut:
Nilai termin II              Rp 412.500.000
PPN 11%                      Rp  45.375.000
Jumlah tagihan               Rp 457.875.000`,
    ],
    [
      'a letter with a long subject',
      `PT Reka Contoh
No: 046/KEU/RC/2025                    Bandung, 8 September 2025
Perihal: Tagihan Jasa Hukum Bulan Agustus 2025
Kepada Yth.
PT Tirta Contoh
Bersama ini kami sampaikan tagihan sebagai berikut:
Jasa konsultasi              Rp 412.500.000
PPN 11%                      Rp  45.375.000
Jumlah                       Rp 457.875.000`,
    ],
    [
      'a receipt with a spaced title',
      `K W I T A N S I
No. K-118/CB/2025
Terima dari: PT Angkasa Contoh
Untuk pembayaran: Pelatihan bahasa bulan Februari
Rp 27.000.000,-
Bandung, 20 Februari 2025
CV Cendekia Contoh`,
    ],
    [
      'a receipt without a title',
      `TOKO BUKU CONTOH
PT CONTOH RITELINDO
No : PKU2-260403-00871
Tgl : 03/04/2026 14:22        Kasir: NURUL
Plg : CV RIAU CONTOH
PULPEN GEL HITAM
   6 x  5.500                    33.000
BUKU TULIS
   2 x 46.900                    93.800
TOTAL                        Rp 126.800
TUNAI                        Rp 130.000
KEMBALI                      Rp   3.200`,
    ],
    [
      'an invoice whose title starts a sentence',
      `Rechnung des Versicherers Nr. 00.123.456.7-2018-1 vom 18.04.2018
Contoh Versicherungsverein a.G.
Kunde: Contoh Handels GmbH
Prämie                          EUR 1.000,00
Versicherungsteuer 19 %         EUR   190,00
Gesamtbetrag                    EUR 1.190,00`,
    ],
  ])('reads %s without a table as an invoice', async (_, text) => {
    const pdf = await textPdf({ text })
    expect((await extract(pdf, 'auto', referenceData)).mapping).toBe('invoice_v1')
  })

  it('does not read a reminder without number and amount as an invoice', async () => {
    const pdf = await textPdf({
      text: `PT Reka Contoh
Bandung, 8 September 2025
Perihal: Tagihan yang belum dibayar
Kepada Yth.
PT Tirta Contoh
Kami mohon tagihan bulan lalu segera dilunasi. Hubungi kami di 022-7271184.`,
    })
    expect((await extract(pdf, 'auto', referenceData)).mapping).toBe('document_text_v1')
  })

  it.each([
    [
      'an order',
      `PT Reka Contoh
PURCHASE ORDER
PO No: 118/PO/2025             Date: 8 September 2025
To: PT Tirta Contoh
Description        Qty      Price        Amount
Pump                 2    500.000     1.000.000
Total                           Rp    1.000.000`,
    ],
    [
      'an offer',
      `PT Reka Contoh
No: 046/PNW/RC/2025                    Bandung, 8 September 2025
Perihal: Penawaran Harga Pompa
Kepada Yth.
PT Tirta Contoh
Pompa                        Rp 412.500.000
PPN 11%                      Rp  45.375.000
Jumlah                       Rp 457.875.000`,
    ],
  ])('does not read %s as an invoice', async (_, text) => {
    const pdf = await textPdf({ text })
    expect((await extract(pdf, 'auto', referenceData)).mapping).toBe('document_text_v1')
  })

  it.each([
    ['IDR', 'blocked'],
    ['EUR', undefined],
  ])('prepares an Indonesian tax file only for rupiah: %s', async (currency, status) => {
    const invoice = { ...exampleInvoice(ruled, 3), currency }
    const { outputs, review_reasons, reading } = await extract(
      await invoicePdf(invoice, ruled, style),
      'auto',
      referenceData,
    )
    expect(outputs.map(({ format }) => format)).toEqual(['json', 'csv', 'ubl'])
    expect((reading as InvoiceReading).filing?.status).toBe(status)
    const isAsked = review_reasons.some(({ code }) => code.endsWith('npwp_missing'))
    expect(isAsked).toBe(currency === 'IDR')
  })
})
