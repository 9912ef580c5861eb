import { describe, expect, it } from 'vitest'
import type { InvoiceReading } from '../../src/domain/invoice/invoice.ts'
import { readAnyInvoice } from '../../src/extraction/any-invoice/read-any-invoice.ts'
import { loadVocabulary } from '../../src/extraction/mapping/load-vocabulary.ts'
import type { Page } from '../../src/domain/reading/reading.ts'
import { drawnHeader } from '../fixtures/drawn-invoice.ts'
import { drawnPages } from '../fixtures/drawn-page.ts'

const vocabulary = loadVocabulary('mappings/vocabulary')

function read(drawing: string, change: (pages: Page[]) => void = () => undefined): InvoiceReading {
  const pages = drawnPages(drawing)
  change(pages)
  return readAnyInvoice(pages, vocabulary)
}

function listDoubts({ review }: InvoiceReading, path = /^(lines|totals)/): string[] {
  return review.reasons
    .filter((reason) => path.test(reason.path ?? ''))
    .map((reason) => `${reason.path} ${reason.code}`)
}

const listLines = ({ lines }: InvoiceReading) =>
  lines.map(({ quantity, unit_price, amount }) => [quantity, unit_price, amount])

/** An invoice without its header. It starts with the buyer. */
const sugarInvoice = `PT Maju Bersama
Jl. Anggrek Raya 21
Bandung 40132

No. Invoice      : 017/INV/V/2024
Tanggal          : 05 Mei 2024

No  Nama Barang             Qty    Harga Satuan      Jumlah
1   Gula pasir curah          5          10.000   Rp 50.000
                               Total              Rp 50.000`

describe('tables in common invoice templates', () => {
  it('may have centred headers that are nearer to the next column of right-aligned numbers', () => {
    const reading = read(`${drawnHeader}
Kode      Nama Barang          Qty           Harga          Jumlah         PPN
A-17      Gula pasir                 12         10.500        126.000          11
B-20      Beras premium               3         80.000        240.000          11

                                             Subtotal         366.000
                                             PPN 11%           40.260
                                             Total            406.260`)
    expect(listLines(reading)).toEqual([
      ['12', '10500', '126000'],
      ['3', '80000', '240000'],
    ])
    expect(listDoubts(reading)).toEqual([])
  })

  it('may split the words of the price header', () => {
    const reading = read(`${drawnHeader}
                                          UNIT PRI
NO   DESCRIPTION OF GOODS      QTY        CE            AMOUNT
                               (PCS)      IDR           IDR
10   Lampu LED 12 W            24         63,513.51     1,524,324.24

                               VAT 12%:                 182,918.91
                               Grand Total:             1,707,243.15`)
    expect(listLines(reading)).toEqual([['24', '63513.51', '1524324.24']])
  })

  it('may contain a numbered item that is named like a charge', () => {
    const reading = read(`${drawnHeader}
No      Uraian                                          Nilai Tagihan
1.      Jasa pengiriman Jakarta - Medan                 Rp 8.410.000,-
        Jumlah                                          Rp 8.410.000,-
        PPN 11%                                         Rp 925.100,-
        Total Tagihan                                   Rp 9.335.100,-`)
    expect(listLines(reading)).toEqual([[null, null, '8410000']])
    expect(reading.totals).toMatchObject({ tax: '925100', grand_total: '9335100' })
    expect(listDoubts(reading)).toEqual([])
  })

  it('may list items without quantities, some named like charges', () => {
    const reading = read(`${drawnHeader}
Nomor Pelanggan    1122
Periode            1 - 30 Mei 2024
Layanan                                                      Biaya
Biaya perawatan AC                                    Rp 4.030.000
Sewa gedung serbaguna                                 Rp 9.910.000
Subtotal                                             Rp 13.940.000
PPN 11%                                               Rp 1.533.400
Total Tagihan                                        Rp 15.473.400`)
    expect(listLines(reading)).toEqual([
      [null, null, '4030000'],
      [null, null, '9910000'],
    ])
    expect(reading.totals).toMatchObject({ tax: '1533400', grand_total: '15473400' })
  })
})

const items = `${drawnHeader}
No  Nama Barang             Qty    Harga Satuan      Jumlah
1   Gula pasir curah          5          10.000      50.000
2   Beras premium             2          80.000     160.000
`

/** Reads the items with their sum, the tax, and a grand total that has this label. */
const readWithTax = (label: string) =>
  read(`${items}
                               Total                210.000
                               PPN 11 %              23.100
                               ${label}          233.100`)

describe('totals in common invoice templates', () => {
  it('may be in a row below centred labels', () => {
    const reading = read(`${items}

Imponibile         Aliquota          Imposta         Totale documento
       210.000           11%            23.100                      233.100`)
    expect(reading.totals).toMatchObject({
      subtotal: '210000',
      tax: '23100',
      grand_total: '233100',
    })
    expect(listDoubts(reading)).toEqual([])
  })

  it('may be called net although they include the tax', () => {
    const reading = readWithTax('Total Netto')
    expect(reading.totals.grand_total).toBe('233100')
    expect(listDoubts(reading)).toEqual([])
  })

  it('may include a charge that is called net', () => {
    const reading = read(`${items}
                               Total Net Amount     210.000
                               Carriage Net          10.000
                               VAT 11 %              24.200
                               Invoice Total        244.200`)
    expect(reading.totals).toMatchObject({ tax: '24200', grand_total: '244200' })
    expect(reading.totals.charges).toEqual([{ name: 'Carriage Net', amount: '10000' }])
    expect(listDoubts(reading)).toEqual([])
  })

  it('may have a label that wraps around the amount beside it', () => {
    const moveUp = ([page]: Page[]) => {
      for (const word of page?.words ?? []) if (word.text === '210.000') shift(word, -5.5)
    }
    const reading = read(
      `${items}
                               Jumlah
                               Rp.                  210.000`,
      moveUp,
    )
    expect(reading.totals.grand_total).toBe('210000')
    expect(listDoubts(reading)).toEqual([])
  })

  it('before withholding are read as the grand total, without a review reason', () => {
    const reading = read(`${items}
                               Jumlah               210.000
                               PPN 11%               23.100
                               Total                233.100
                               PPh Pasal 23 (2%)      4.200
                               Jumlah yang Dibayarkan  228.900`)
    expect(reading.totals.grand_total).toBe('233100')
    expect(reading.totals.withheld.map(({ amount }) => amount)).toEqual(['4200'])
    expect(listDoubts(reading)).toEqual([])
  })

  it('are in rupiah if only Indonesian taxes are named', () => {
    const reading = readWithTax('Grand Total')
    expect(reading.currency).toBe('IDR')
    expect(listDoubts(reading, /^currency/)).toEqual([])
  })

  it('may have a currency code without a space before the amount', () => {
    const reading = read(`
Alpha Trading LLC                                   INVOICE
P.O. Box 17, Dubai                                  Invoice No: A-1001
                                                    Invoice Date: 14 Sep 2025
Bill To: Beta Ltd.

Description                  Quantity     Unit Price     Amount
Consulting                        120          80.00   9,600.00
                                 Sub Total             9,600.00
                                 VAT 5%                  480.00
                                 Total            AED10,080.00`)
    expect([reading.currency, reading.totals.grand_total]).toEqual(['AED', '10080'])
    expect(listDoubts(reading)).toEqual([])
  })

  it('may be beside the sum of the quantities', () => {
    const reading = read(`${items}
    Total                     7                     210.000`)
    expect(reading.totals.grand_total).toBe('210000')
    expect(listDoubts(reading)).toEqual([])
  })
})

describe('headers in common invoice templates', () => {
  it('may have the date after a place', () => {
    const reading = read(`
PT Sinar Abadi                                    Jakarta, 5 Mei 2024
Jl. Merdeka No. 5                                 Kepada Yth.
Jakarta Selatan 12950                             PT Maju Bersama

NOTA NO. 000147
No  Nama Barang             Qty    Harga Satuan      Jumlah
1   Gula pasir curah          5          10.000   Rp 50.000
                               Total              Rp 50.000`)
    expect(reading.date).toBe('2024-05-05')
    expect(listDoubts(reading, /^date/)).toEqual([])
  })

  it('may name a party before its address on one line', () => {
    const reading = read(`
Marcus Ellery
14 Orchard Way
Leeds LS8 2NB

Invoice 2024-017
5 May 2024
For: Bluefin Robotics Ltd, 9 Wharf Road, Sydney 2000

Work done               Hours           Rate         Cost
Carpentry                   5          10.00        50.00
                                Total to pay     GBP 50.00`)
    expect(reading.buyer.name).toBe('Bluefin Robotics Ltd')
  })

  it('may repeat the seller as the holder of the bank account', () => {
    const reading = read(`
PT Sinar Abadi
Jl. Merdeka No. 5, Jakarta Selatan 12950

${sugarInvoice}
Bank Teratai 124-00-88123
a/n PT Sinar Abadi`)
    expect([reading.seller.name, reading.buyer.name]).toEqual(['PT Sinar Abadi', 'PT Maju Bersama'])
    expect(listDoubts(reading, /^seller/)).toEqual([])
  })

  it('may wrap a name in large type', () => {
    const enlarge = ([page]: Page[]) => {
      for (const word of page?.words ?? []) if (word.baseline <= 36) word.font_size = 14
    }
    const reading = read(drawnHeader.replace('PT Sinar Abadi', 'PT Sinar Abadi\nLogistik'), enlarge)
    expect(reading.seller.name).toBe('PT Sinar Abadi Logistik')
  })

  it('are flagged if a name may continue on the next line', () => {
    const wrapped = drawnHeader
      .replace('PT Maju Bersama ', 'PT Karya Megah ')
      .replace('Jl. Anggrek Raya 21', 'Beton')
    expect(listDoubts(read(wrapped), /^buyer/)).not.toEqual([])
  })

  it('may have a date below the number', () => {
    const reading = read(`
Redstone Machine Works
9 Wharf Road
Sydney 2000

Invoice No. 2025.1470
12 September 2025

To: Acorn Property Group
14 Orchard Way

Item                    Hours           Rate       Amount
Carpentry                   5          10.00        50.00
                                Total            EUR 50.00`)
    expect([reading.number, reading.date]).toEqual(['2025.1470', '2025-09-12'])
    expect(listDoubts(reading, /^number/)).toEqual([])
  })

  it('may name the seller to the right of the title', () => {
    const reading = read(`
Tagihan                                     PT Sinar Abadi
                                            Jl. Merdeka No. 5
                                            Jakarta Selatan 12950

Bill To                  No. Tagihan        Tgl. Tagihan
PT Maju Bersama          017/INV/V/2024     05 Mei 2024
Jl. Anggrek Raya 21
Bandung 40132

No  Nama Barang             Qty    Harga Satuan      Jumlah
1   Gula pasir curah          5          10.000   Rp 50.000
                               Total              Rp 50.000`)
    expect([reading.seller.name, reading.buyer.name]).toEqual(['PT Sinar Abadi', 'PT Maju Bersama'])
    expect(listDoubts(reading, /^(seller|buyer)/)).toEqual([])
  })

  it('may label only the buyer, below and beside the seller', () => {
    const reading = read(`
                                            PT Sinar Abadi
                                            Jl. Merdeka No. 5
                                            Jakarta Selatan 12950
Alamat Penagihan:
${sugarInvoice}`)
    expect([reading.seller.name, reading.buyer.name]).toEqual(['PT Sinar Abadi', 'PT Maju Bersama'])
    expect(listDoubts(reading, /^(seller|buyer)/)).toEqual([])
  })
})

function shift(word: Page['words'][number], points: number): void {
  word.baseline += points
  word.box = [word.box[0], word.box[1] + points, word.box[2], word.box[3] + points]
}
