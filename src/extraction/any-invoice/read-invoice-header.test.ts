import { describe, expect, it } from 'vitest'
import { drawnInvoice, drawnTable } from '../../../test/fixtures/drawn-invoice.ts'
import { drawnPages } from '../../../test/fixtures/drawn-page.ts'
import { generateInvoice } from '../../../test/fixtures/generated/generate-invoice.ts'
import type { Page } from '../../domain/reading/reading.ts'
import { loadVocabulary } from '../mapping/load-vocabulary.ts'
import { readTextDocument } from '../text/text-document.ts'
import { readInvoiceHeader } from './read-invoice-header.ts'

const vocabulary = loadVocabulary('mappings/vocabulary')

function read(drawing: string) {
  const header = readInvoiceHeader(readTextDocument(drawnPages(drawing)), vocabulary)
  return { ...header, paths: header.reasons.map(({ path }) => path) }
}

describe('readInvoiceHeader', () => {
  it('flags a number followed by a word that may be part of it', () => {
    const drawing = drawnInvoice.replace('017/INV/V/2024', '202510.221-DHL Express')
    expect(read(drawing).paths).toContain('number')
  })

  it('does not add a reason for values that labels confirm', () => {
    expect(read(drawnInvoice)).toMatchObject({
      number: '017/INV/V/2024',
      date: '2024-05-05',
      currency: 'IDR',
      seller: { name: 'PT Sinar Abadi' },
      buyer: { name: 'PT Maju Bersama' },
      paths: [],
    })
  })

  it('reads a date after a city, above and below the table', () => {
    const top = `
TB SUMBER FAJAR                            Sleman, 27 Februari 2025
Jl. Merpati Raya 15, Sleman                Kepada Yth. Budi Hartono

NOTA No. 004518
`
    expect(read(top + drawnTable)).toMatchObject({ number: '004518', date: '2025-02-27' })
    const signed = top.replace('Sleman, 27 Februari 2025', '')
    const reading = read(
      `${signed}${drawnTable}\n\n                                Sleman, 27 Februari 2025\n`,
    )
    expect(reading.date).toBe('2025-02-27')
    expect(reading.paths).not.toContain('date')
  })

  it('does not confuse the date with the date of something else', () => {
    const { date, paths } = read(`
PT Lentera Contoh                                INVOICE
Jl. Kunang-Kunang No. 7                          Invoice No: A-29
Surabaya 60231                                   Date: 3 November 2025
Kepada: PT Bumi Pelangi                          Event date: 20 Desember 2025
${drawnTable}`)
    expect(date).toBe('2025-11-03')
    expect(paths).not.toContain('date')
  })

  const dated = (...dates: string[]) =>
    read(`
PT Lentera Contoh                                INVOICE
Jl. Kunang-Kunang No. 7                          Invoice No: A-29
Surabaya 60231                                   ${dates[0] ?? ''}
Kepada: PT Bumi Pelangi                          ${dates[1] ?? ''}
${drawnTable}`)

  const otherDates = [
    'Printed: 5 November 2025',
    'Delivered: 1 November 2025',
    'Due Date: 3 Desember 2025',
    'Tanggal Cetak: 5 November 2025',
    'Tgl Kirim: 1 November 2025',
  ]

  it.each(otherDates)('prefers the invoice date to `%s`, whichever is first', (other) => {
    const own = 'Invoice Date: 3 November 2025'
    expect(dated(own, other).date).toBe('2025-11-03')
    expect(dated(other, own).date).toBe('2025-11-03')
  })

  it.each(otherDates)('never reads `%s` as the invoice date without a reason', (other) => {
    const { date, paths } = dated(other)
    if (date !== null) expect(paths).toContain('date')
  })

  it('reads a company below `Pay To`, and a buyer after a customer code', () => {
    const { seller, buyer } = read(`
lentera                                          INVOICE
Pelanggan: 200451 - Toko Bumi Pelangi            Invoice No: A-29
                                                 Date: 3 November 2025
Pay To
PT Lentera Contoh Abadi
Jl. Kunang-Kunang No. 7, Malang
${drawnTable}`)
    expect(seller.name).toBe('PT Lentera Contoh Abadi')
    expect(buyer.name).toBe('Toko Bumi Pelangi')
  })

  it('reads a buyer after a customer code without a dash, and a transaction number', () => {
    const { number, buyer } = read(`
PT Polimer Contoh                               Invoice
Estate Lot F-11, Cilegon 42435     Transaction Number   Transaction Date
                                   200118834            13-JUN-2025
Pelanggan : 104-2231 APOTEK BUMI, JL. MELATI 4
${drawnTable}`)
    expect([number, buyer.name]).toEqual(['200118834', 'APOTEK BUMI'])
  })

  it('reads a bank as the buyer if a label states it', () => {
    const { buyer } = read(drawnInvoice.replace('PT Maju Bersama', 'Kahuripan Bank'))
    expect(buyer.name).toBe('Kahuripan Bank')
  })

  it('reads the buyer beside a box of document fields above the table', () => {
    const { seller, buyer, paths } = read(`
PT Lentera Contoh                      Faktur Penjualan
Jl. Kunang-Kunang No. 7
Surabaya 60231

Tagihan Ke :                           Tanggal         No. Faktur
PT Bumi Pelangi                        09 Jul 2025     SI.2025.07
Jl. Anggrek 21, Surabaya
${drawnTable}`)
    expect(seller.name).toBe('PT Lentera Contoh')
    expect(buyer.name).toBe('PT Bumi Pelangi')
    expect(paths).toEqual([])
  })

  it('reads a company to the right of a label whose value is below', () => {
    const { seller } = read(`
INVOICE                    Invoice Date       Lantern Gardens Pty Ltd
                           14 Feb 2025        Unit 4, 9 Willow Rd
Bill to                    Invoice Number     Leichhardt 2040
Paper Moon Ltd             INV-0761
12 Darling St
${drawnTable}`)
    expect(seller.name).toBe('Lantern Gardens Pty Ltd')
  })

  it.each([
    'Bank Account Name  :  PT. LENTERA CONTOH DATA',
    'Account Name: LENTERA CONTOH DATA PT - Account Number: 33200',
    'Transfer should be made direct to\nPT. Lentera Contoh Data',
  ])('is certain of a seller who holds the account: %s', (account) => {
    const { seller, paths } = read(`
                              INVOICE

PT. Bumi Pelangi                        Invoice no.    :9058006
Jl. Anggrek 21, Gedung Prasada          Billing Date   :August 25, 2025
10130 Gambir, Jakarta Pusat
${drawnTable}
${account}
${'\n'.repeat(30)}
PT. Lentera Contoh Data
Jl. Kunang-Kunang No. 7, Surabaya 60231`)
    expect(seller.name).toMatch(/lentera contoh data/i)
    expect(paths).not.toContain('seller.name')
  })

  it('reads a consignee who is also the buyer', () => {
    const { buyer, paths } = read(`
PT LENTERA CONTOH EXPORINDO                    COMMERCIAL INVOICE
Jl. Kunang-Kunang No. 7, Makassar 90243

Consignee / Buyer :                            Invoice No.  : RNE/031/25
PAPER MOON B.V.                                Date         : 14 April 2025
Havenstraat 210, Rotterdam
${drawnTable}`)
    expect(buyer.name).toBe('PAPER MOON B.V.')
    expect(paths).not.toContain('buyer.name')
  })

  it('reads a sender that no dash separates from the street', () => {
    const { seller } = read(`
                                           TAGIHAN
PT Karya Fajar – Jl. Raya Bogor KM 28 – Kota Bekasi 17530
Ibu Rina Wulandari
Kawasan Industri Fajar Kav. 8, Denpasar

Invoice No : FT/2025/2752
${drawnTable}`)
    expect(seller.name).toBe('PT Karya Fajar')
  })

  it('is certain of a buyer below the small address of the sender', () => {
    const [page] = drawnPages(`
                                          Lantern Gardens GmbH
                                          Waldstr. 8, 04277 Leipzig

Lantern Gardens GmbH, Waldstr. 8, 04277 Leipzig
Hausverwaltung Sommer
Nebelweg 90
04275 Leipzig

Rechnung RE-25-0612                       Leipzig, 30.06.2025
${drawnTable}`)
    const words = page?.words.map((word) =>
      word.baseline === 60 ? { ...word, font_size: 7 } : word,
    )
    const { buyer, reasons } = readInvoiceHeader(
      readTextDocument([{ ...page, words } as Page]),
      vocabulary,
    )
    expect(buyer.name).toBe('Hausverwaltung Sommer')
    expect(reasons.map(({ path }) => path)).not.toContain('buyer.name')
  })

  it('flags a name that may continue on the next line', () => {
    const { paths } = read(`
Himpunan Penghuni Apartemen Teluk            INVOICE
Cemara                                       Invoice No: A-29
Jl. Pantai Kunang 1                          Date: 3 November 2025
Kepada: PT Bumi Pelangi
${drawnTable}`)
    expect(paths).toContain('seller.name')
  })

  it('does not mistake a label with a value in the next column for a name', () => {
    const { buyer } = read(`
SD Lentera Contoh                                KWITANSI
Jl. Kunang-Kunang No. 7, Sleman                  No. Kwitansi: 0815
                                                 Tanggal: 10 Juli 2025
Telah terima dari          : Naufal Pratama
NIS / Kelas                : 20210077 / 5B
${drawnTable}`)
    expect(buyer.name).toBe('Naufal Pratama')
  })

  it('does not mistake a registration number with its label for the invoice number', () => {
    const { number } = read(`
                                       Lantern BV
                                       3511 NR Utrecht
                                       KvK 68112233
Paper Moon                             Factuur W202500912
Kerkstraat 8                           Factuurdatum 8 april 2025
${drawnTable}`)
    expect(number).toBe('W202500912')
  })

  it('returns evidence and alternatives with their locations', () => {
    const { evidence, alternatives } = read(drawnInvoice)
    expect(evidence['number']).toMatchObject({ page: 1, confidence: 0.9, source: 'generic' })
    expect(alternatives?.['date']?.[0]).toMatchObject({
      value: '2024-06-04',
      page: 1,
      label: 'Jatuh Tempo',
    })
    expect((alternatives?.['number'] ?? []).length).toBeLessThanOrEqual(3)
  })

  it('offers the date with day and month swapped if their order is unclear', () => {
    const { date, alternatives } = read(`
Amber & Pine Ltd                         Invoice no: AP-1701
12 Willow Row                            Invoice date: 03/04/2026

Bill to
Paper Moon Inc.

Description             Qty    Unit price      Amount
Paper boat                5         10.00       50.00
                                  Total     USD 50.00
`)
    expect(date).toBe('2026-04-03')
    const [swapped] = alternatives?.['date'] ?? []
    expect(swapped).toMatchObject({ value: '2026-03-04', label: 'Invoice date' })
  })

  it('never takes a party from the table', () => {
    const { seller, buyer } = read(
      drawnInvoice.replace('PT Sinar Abadi', '').replace('PT Maju', 'Maju'),
    )
    expect([seller.name, buyer.name]).not.toContain('Gula pasir curah kg')
  })

  it('extracts the number and date from a sentence', () => {
    const german = `
Nordwind Handel GmbH
Hauptstraße 17
10115 Berlin

Rechnung Nr. 2024-0815 vom 3. Oktober 2024

Kunde: Muster AG
Bestellung vom 01.09.2024

Pos  Bezeichnung     Menge   Einzelpreis   Gesamt
1    Stehlampe           2       10,00 €  20,00 €
Gesamtbetrag                              20,00 €
`
    expect(read(german)).toMatchObject({
      number: '2024-0815',
      date: '2024-10-03',
      seller: { name: 'Nordwind Handel GmbH' },
      buyer: { name: 'Muster AG' },
    })
  })

  it('reads labels inside a party section', () => {
    const sections = `
Handelsrechnung Nr. 471102 vom 05.06.2024

Verkäufer
Nummer:       549910
Name:         Kranich Technik GmbH
Anschrift:    Nebelweg 3
              99999 Traumstadt

Käufer
Nummer:       GE2020211
Name:         Eichenhof Bau AG
Anschrift:    Lindenallee 88
              10115 Berlin
`
    const { seller, buyer, number } = read(sections)
    expect([seller.name, buyer.name, number]).toEqual([
      'Kranich Technik GmbH',
      'Eichenhof Bau AG',
      '471102',
    ])
  })

  it('flags a due date that is the only date', () => {
    const { date, paths } = read(drawnInvoice.replace(/Tanggal .*/, ''))
    expect(date === null || paths.includes('date')).toBe(true)
  })

  it('flags equally labelled numbers and an ambiguous day and month', () => {
    const { paths } = read(
      'INVOICE\nInvoice No: A-17\nInvoice No: B-18\nDate: 03/04/2025\nTotal  $ 15.00',
    )
    expect(paths).toEqual(expect.arrayContaining(['number', 'date', 'currency', 'seller.name']))
  })

  it('returns nulls for an empty page', () => {
    expect(read('')).toMatchObject({ number: null, date: null, currency: null, alternatives: {} })
  })
})

describe('readInvoiceHeader on generated invoices', () => {
  it('returns the exact value or flags it', () => {
    const wrong = Array.from({ length: 250 }, (_, index) => 200_001 + index).flatMap((seed) => {
      const { pages, truth } = generateInvoice(seed)
      const { number, date, currency, seller, buyer, reasons } = readInvoiceHeader(
        readTextDocument(pages),
        vocabulary,
      )
      const values = {
        number,
        date,
        currency,
        'seller.name': seller.name,
        'buyer.name': buyer.name,
      }
      const expected = { ...truth, 'seller.name': truth.seller, 'buyer.name': truth.buyer }
      return Object.entries(values)
        .filter(
          ([path, value]) => value !== null && value !== expected[path as keyof typeof values],
        )
        .filter(([path]) => !reasons.some((reason) => reason.path === path))
        .map(([path, value]) => `seed ${seed}: ${path} is ${value}`)
    })
    expect(wrong).toEqual([])
  })
})
