import { describe, expect, it } from 'vitest'
import type { InvoiceReading } from '../../src/domain/invoice/invoice.ts'
import { readAnyInvoice } from '../../src/extraction/any-invoice/read-any-invoice.ts'
import { loadVocabulary } from '../../src/extraction/mapping/load-vocabulary.ts'
import { drawnHeader } from '../fixtures/drawn-invoice.ts'
import { drawnPages } from '../fixtures/drawn-page.ts'

const vocabulary = loadVocabulary('mappings/vocabulary')

const read = (...pages: string[]): InvoiceReading =>
  readAnyInvoice(drawnPages(...pages), vocabulary)

function listDoubts({ review }: InvoiceReading): string[] {
  return review.reasons
    .filter(({ path }) => /^(lines|totals)/.test(path ?? ''))
    .map(({ path, code }) => `${path} ${code}`)
}

const listLines = ({ lines }: InvoiceReading) =>
  lines.map(({ quantity, unit_price, discount, amount }) => [
    quantity,
    unit_price,
    discount,
    amount,
  ])

describe('cells of item rows', () => {
  it('may name the tax after quantity and price', () => {
    const reading = read(`${drawnHeader}
Produk                Kuantitas Harga          Diskon Pajak         Jumlah
Langganan Aplikasi
                              3  2.400.000,00  10%    PPN     6.480.000,00
Kasir
Printer Thermal
                              3  1.150.000,00  0%     PPN     3.450.000,00
80mm
                                       Subtotal       Rp 9.930.000,00
                                       PPN 11%        Rp 1.092.300,00
                                       Total         Rp 11.022.300,00`)
    expect(listLines(reading)).toEqual([
      ['3', '2400000', '720000', '6480000'],
      ['3', '1150000', '0', '3450000'],
    ])
    expect(listDoubts(reading)).toEqual([])
  })

  it('may show successive discounts below headers of any name', () => {
    const reading = read(`${drawnHeader}
Nama Barang           Qty  Sat        Harga      D1%     D2%          Jumlah
Susu UHT 200 ml        15  CTN    98,400.00     3.00    1.00    1,417,402.80
Biskuit gandum          8  CTN   156,000.00     5.00    0.00    1,185,600.00
Kecap manis             6  CTN   231,600.00     0.00    0.00    1,389,600.00
                                          Jumlah                3,992,602.80
                                          PPN 11%                 439,186.31
                                          Jumlah Tagihan     Rp 4,431,789.11`)
    expect(listLines(reading)).toEqual([
      ['15', '98400', '58597.2', '1417402.8'],
      ['8', '156000', '62400', '1185600'],
      ['6', '231600', null, '1389600'],
    ])
    expect(listDoubts(reading)).toEqual([])
  })
})

describe('amounts between items and totals', () => {
  it('are items if the subtotal includes them', () => {
    const reading = read(`${drawnHeader}
Quantity   Item Code   Description               Price Each       Amount
24         WH-2210     Pallet rack upright            68.75     1,650.00
48         WH-2215     Cross beam                     41.20     1,977.60
                       Freight                                    312.50
                                    Subtotal                    3,940.10
                                    VAT 11%                       433.41
                                    Total                       4,373.51`)
    expect(reading.lines.map(({ amount }) => amount)).toEqual(['1650', '1977.6', '312.5'])
    expect(reading.totals).toMatchObject({ subtotal: '3940.1', charges: [] })
  })

  it('stay charges if the subtotal does not include them', () => {
    const reading = read(`${drawnHeader}
Quantity   Item Code   Description               Price Each       Amount
24         WH-2210     Pallet rack upright            68.75     1,650.00
48         WH-2215     Cross beam                     41.20     1,977.60
                                    Subtotal                    3,627.60
                                    Freight                       312.50
                                    Total                       3,940.10`)
    expect(reading.lines).toHaveLength(2)
    expect(reading.totals.charges).toMatchObject([{ amount: '312.5' }])
  })

  it('may be negative because of a minus sign in brackets', () => {
    const reading = read(`${drawnHeader}
Description              Quantity         Rate       Amount
Cotton bedsheet                50     1,120.00    56,000.00
Curtain fabric               84.5       246.00    20,787.00
                                                  76,787.00
            CGST @ 2.5%               2.5 %        1,919.68
            SGST @ 2.5%               2.5 %        1,919.68
            Round Off                               (-)0.36
            Total                               ₹ 80,626.00`)
    expect(reading.totals).toMatchObject({ tax: '3839.36', grand_total: '80626' })
    expect(listDoubts(reading)).toEqual([])
  })

  it('may be the sum before another charge', () => {
    const reading = read(`${drawnHeader}
Nama Barang             Jumlah  Harga Satuan   Total Harga
Headset X5                   2     Rp245.000     Rp490.000
Kabel 1 m                    3      Rp39.000     Rp117.000
                        Total Harga              Rp607.000
                        Ongkos Kirim              Rp18.000
                        Diskon                   -Rp10.000
                        Total Belanja            Rp615.000
                        Biaya Jasa                Rp1.000
                        Total Tagihan            Rp616.000`)
    expect(reading.totals).toMatchObject({ subtotal: '607000', grand_total: '616000' })
    expect(listDoubts(reading)).toEqual([])
  })

  it('may be the sum of a page', () => {
    const table = 'No  Nama Produk             Harga    Jml          Total'
    const reading = read(
      `${drawnHeader}
${table}
1   Parasetamol             3.500      3         10.500
2   Amoksisilin            11.419     16        182.704
                       Jumlah halaman ini       193.204`,
      `${table}
3   Vitamin C              19.338     29        560.802
4   Antasida               27.257     42      1.144.794
                       Jumlah halaman ini     1.705.596
                       Jumlah                 1.898.800
                       PPN 11%                  208.868
                       Total Bayar            2.107.668`,
    )
    expect(reading.lines).toHaveLength(4)
    expect(listDoubts(reading)).toEqual([])
  })
})
