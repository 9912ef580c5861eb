import { describe, expect, it } from 'vitest'
import type { InvoiceReading } from '../../src/domain/invoice/invoice.ts'
import { readAnyInvoice } from '../../src/extraction/any-invoice/read-any-invoice.ts'
import { loadVocabulary } from '../../src/extraction/mapping/load-vocabulary.ts'
import { drawnPages } from '../fixtures/drawn-page.ts'

const vocabulary = loadVocabulary('mappings/vocabulary')

const header = `
PT Lentera Contoh                                    INVOICE
Jl. Kunang-Kunang No. 7                              No. Invoice: A-1001
Surabaya 60231                                       Tanggal Invoice: 14 Juni 2025
Kepada: PT Bumi Pelangi

`

function read(body: string): InvoiceReading {
  return readAnyInvoice(drawnPages(header + body), vocabulary)
}

/** Returns the review reasons about lines and totals. */
function listDoubts({ review }: InvoiceReading): string[] {
  return review.reasons
    .filter(({ path, code }) => /^(lines|totals)/.test(path ?? '') && !code.startsWith('filing'))
    .map(({ path, code }) => `${path} ${code}`)
}

function listAmounts({ lines }: InvoiceReading): (string | null)[] {
  return lines.map(({ amount }) => amount)
}

describe('items named like charges', () => {
  it('stay items if the currency has a column between quantity and price', () => {
    const reading = read(`
Description             Qty  Curr          Rate      Amount (USD)
Ocean freight             1  USD       2,450.00          2,450.00
Origin handling           1  USD         145.00            145.00
Documentation fee         3  USD          35.00            105.00
Seal fee                  2  USD          12.50             25.00
                                Sub Total          2,725.00
                                VAT 1.1%              29.98
                                Grand Total USD    2,754.98`)
    expect(listAmounts(reading)).toEqual(['2450', '145', '105', '25'])
    expect(reading.totals).toMatchObject({ subtotal: '2725', tax: '29.98', charges: [] })
  })

  it('are flagged if their quantity and price do not give the amount', () => {
    const reading = read(`
Description             Qty          Rate      Amount (USD)
Ocean freight             2      2,450.00          4,900.00
Origin handling           3        145.00            435.00
Documentation fee         3         40.00            105.00
                                Total USD          5,440.00`)
    expect(listDoubts(reading)).not.toEqual([])
  })

  it('stay items if they are numbered instalments', () => {
    const reading = read(`
No    Uraian Pekerjaan                              Nilai (Rp)
1     Termin II (40%) pembangunan gudang         200.000.000,-
                                    Jumlah       200.000.000,-
                                    PPN 11%       22.000.000,-
                                    Total        222.000.000,-`)
    expect(listAmounts(reading)).toEqual(['200000000'])
    expect(listDoubts(reading)).toEqual([])
  })
})

describe('named amounts', () => {
  const services = `
No    Uraian                                       Jumlah (Rp)
1     Jasa pengurusan                               18.500.000
2     Jasa bongkar                                  11.000.000
`

  it('explain a payable amount after tax withheld under article 23', () => {
    const reading = read(`${services}
                                   Jumlah             29.500.000

                           DPP Nilai Lain             27.041.667
                                  PPN 12%              3.245.000

                            Total Tagihan             32.745.000
                        PPh Pasal 23 (2%)              (590.000)
                Jumlah yang harus dibayar             32.155.000`)
    expect(reading.totals).toMatchObject({ tax: '3245000', grand_total: '32745000' })
    expect(reading.totals.withheld).toMatchObject([{ amount: '590000' }])
    expect(listDoubts(reading)).toEqual([])
  })

  it('include a rate of a named base as the tax', () => {
    const reading = read(`${services}
                                 Jumlah             29.500.000
                                 DPP Nilai Lain     27.041.667
                                 PPN 12% x DPP Nilai Lain  3.245.000
                                 Total Tagihan      32.745.000`)
    expect(reading.totals).toMatchObject({ tax: '3245000', grand_total: '32745000' })
    expect(listDoubts(reading)).toEqual([])
  })

  it('include a tax on one of the lines', () => {
    const reading = read(`
No    Uraian                Jml    Harga Satuan (Rp)       Total (Rp)
1     Tenaga pengamanan       2            6.150.000       12.300.000
2     Anggota                14            5.420.000       75.880.000
3     Management fee 8%                                     7.054.400
                                  Jumlah                   95.234.400
                                  PPN 11%                     775.984
                                  Total Tagihan            96.010.384`)
    expect(listAmounts(reading)).toEqual(['12300000', '75880000', '7054400'])
    expect(reading.totals).toMatchObject({ subtotal: '95234400', tax: '775984' })
  })

  const lessons = `
Item                    Quantity          Price              Net
Lesson                         2         145.00           290.00
Book                           5          18.50            92.50
`

  it('include the amount on which no tax is due', () => {
    const reading = read(`${lessons}
                                Total net                 382.50
                                VAT @ 20% on £290.00       58.00
                                VAT @ 0% on £92.50          0.00
                                Invoice total             440.50`)
    expect(reading.totals).toMatchObject({ tax: '58', grand_total: '440.5' })
    expect(listDoubts(reading)).toEqual([])
  })

  it('exclude an amount in a sentence', () => {
    const reading = read(`${lessons}
                                Total net                 382.50
                                VAT 20%                    76.50
                                Invoice total             459.00

The invoice total includes wages of 120.00 € paid for teachers.`)
    expect(listDoubts(reading)).toEqual([])
  })

  it('include a tax that the prices contain', () => {
    const reading = read(`
Description             Quantity     Unit Price      Amount AUD
Mowing                         2          85.80          171.60
Trimming                     3.5          66.00          231.00
                                 Includes GST 10%         36.60
                                 Total AUD               402.60`)
    expect(reading.totals).toMatchObject({ tax: '36.6', grand_total: '402.6' })
    expect(listDoubts(reading)).toEqual([])
  })

  it('show that a tax is not included if the amount without tax is the same', () => {
    const reading = read(`
Description             Quantity     Unit Price      Amount EUR
Policy                         1       1,163.40        1,163.40
Contains 16.34 % insurance levy = 163.40
                          Total without VAT            1,163.40
                          Total                        1,163.40`)
    expect(reading.totals).toMatchObject({ tax: null, grand_total: '1163.4' })
  })
})

describe('a tax', () => {
  const tools = `
Nama Barang             Qty        Harga          Jumlah
Bearing                  24       68.500       1.644.000
V-Belt                   10       47.250         472.500
`

  it('may apply to the lines less a discount but not to the delivery after it', () => {
    const reading = read(`${tools}
                                 Sub Total     2.116.500
                                 Diskon           50.000
                                 PPN 11%         227.315
                                 Biaya Kirim      75.000
                                 Total Faktur  2.368.815`)
    expect(reading.totals).toMatchObject({ tax: '227315', grand_total: '2368815' })
    expect(listDoubts(reading)).toEqual([])
  })

  it('without a printed rate is certain if it is a common rate of the lines', () => {
    const reading = read(`${tools}
                                 TOTAL         2.116.500
                                 PPN             232.815
                                 Grand Total   2.349.315`)
    expect(listDoubts(reading)).toEqual([])
  })

  it('without a printed rate is uncertain if it is not a common rate', () => {
    const reading = read(`${tools}
                                 TOTAL         2.116.500
                                 PPN             200.000
                                 Grand Total   2.316.500`)
    expect(listDoubts(reading)).toContain('totals.tax total_doubtful')
  })

  it('may be rounded to whole rupiahs although its cents are printed', () => {
    const reading = read(`
Product                 Qty (Kg)       Price/Kg            Amount
LPG                     4,820.00      14,312.500     68,986,250.00
LPG                     5,105.00      14,402.750     73,526,039.00
                            Total                   142,512,289.00
                            DPP Nilai Lain 11/12    130,636,265.00
                            VAT 12%                  15,676,352.00
                            Total Invoice           158,188,641.00`)
    expect(listDoubts(reading)).toEqual([])
  })

  it('on some of the lines is certain if labelled charges explain the total', () => {
    const reading = read(`
Description                  Qty         Rate         Amount
Channel letters                1     4,280.00       4,280.00
Restroom sign                  2        48.75          97.50
Installation                   6        95.00         570.00
                               Subtotal            $4,947.50
                               Sales Tax (7.5%)      $328.31
                               Shipping              $125.00
                               Total               $5,400.81`)
    expect(reading.totals).toMatchObject({ tax: '328.31', grand_total: '5400.81' })
    expect(listDoubts(reading)).toEqual([])
  })
})

describe('a down payment', () => {
  const furniture = `
Deskripsi                    Jml            Harga            Total
Meja makan jati               12        6.750.000       81.000.000
Kursi makan jati              72        1.450.000      104.400.000
`

  it('is the amount that is billed and taxed', () => {
    const reading = read(`${furniture}
                             Total Pesanan             185.400.000
                             Uang Muka 30%              55.620.000
                             PPN 11%                     6.118.200
                             Jumlah Tagihan             61.738.200`)
    expect(reading.totals).toMatchObject({
      subtotal: '185400000',
      tax: '6118200',
      grand_total: '61738200',
      instalment: '55620000',
    })
    expect(listDoubts(reading)).toEqual(['totals.instalment instalment'])
  })

  it('may be taxed on 11/12 of its amount', () => {
    const reading = read(`
Description                  Qty     Unit Price       Total Price
Hinge                          5     589.208,00      2.946.040,00
Handle                         5   1.114.345,00      5.571.725,00
Lock                           8     270.040,00      2.160.320,00
                             Sub Total              10.678.085,00
                             DP 30%                  3.203.426,00
                             Tax Based               2.936.474,00
                             VAT 12%                   352.377,00
                             Grand Total             3.555.803,00`)
    expect(reading.totals).toMatchObject({ tax: '352377', instalment: '3203426' })
    expect(listDoubts(reading)).toEqual(['totals.instalment instalment'])
  })

  it('may be deducted before the tax', () => {
    const reading = read(`${furniture}
                             Total                     185.400.000
                             Dikurangi Uang Muka        55.620.000
                             Dasar Pengenaan Pajak     129.780.000
                             PPN 11%                    14.275.800
                             Total yang harus dibayar  144.055.800`)
    expect(reading.totals).toMatchObject({
      subtotal: '185400000',
      tax: '14275800',
      grand_total: '144055800',
      instalment: '129780000',
    })
    expect(listDoubts(reading)).toEqual(['totals.instalment instalment'])
  })

  it('is flagged if it was deducted but the remainder is not printed', () => {
    const reading = read(`${furniture}
                             Total                     185.400.000
                             Uang Muka                  55.620.000
                             PPN 11%                    14.275.800
                             Total Tagihan             144.055.800`)
    expect(reading.totals).toMatchObject({ tax: '14275800', grand_total: '144055800' })
    expect(listDoubts(reading)).toEqual(['totals.charges charge_assumed'])
  })

  it('after the tax is a payment', () => {
    const reading = read(`${furniture}
                             Total                     185.400.000
                             PPN 11%                    20.394.000
                             Grand Total               205.794.000
                             Uang Muka                  55.620.000
                             Sisa Tagihan              150.174.000`)
    expect(reading.totals).toMatchObject({ tax: '20394000', grand_total: '205794000' })
    expect(listDoubts(reading)).toEqual([])
  })
})

describe('a table', () => {
  it('on two pages does not hide the seller in the footer of the first', () => {
    const footer = `
${'\n'.repeat(20)}
PT Lentera Contoh
Jl. Kunang-Kunang No. 7, Surabaya 60231
Account Name: LENTERA CONTOH PT - Account Number: 33200`
    const columns = 'Item                 Quantity     Unit Price       Amount IDR'
    const reading = readAnyInvoice(
      drawnPages(
        `
                                          INVOICE
PT Bumi Pelangi                           Invoice no.: A-1001
Jl. Anggrek 21, Surabaya 60231            Date: 14 June 2025

${columns}
Lamp                        2         50.000          100.000
${footer}`,
        `
${columns}
Chair                       3         40.000          120.000
                                Total                 220.000`,
      ),
      vocabulary,
    )
    expect(reading.lines).toHaveLength(2)
    expect(reading.seller.name).toBe('PT Lentera Contoh')
  })

  it('has no header in its last row and the total below', () => {
    const reading = read(`
No.   Keterangan                                   Jumlah (Rp)
1.    Jasa penilaian tanah                          27.000.000
2.    Jasa penilaian mesin                          18.000.000
                       Jumlah                       45.000.000
                       PPN 11%                       4.950.000
                       Total Tagihan                49.950.000`)
    expect(listAmounts(reading)).toEqual(['27000000', '18000000'])
  })

  it('may name its quantities by weight or by number of people', () => {
    const weights = read(`
Description             Bags     Net Weight     Unit Price         Amount
Whole nutmeg             400         20.000      11,250.00     225,000.00
Mace                      80          4.000      17,800.50      71,202.00
                                            Total USD          296,202.00`)
    const people = read(`
NO   URAIAN                  ORG        GAJI/BLN         JUMLAH
1    Danru                     2       5.650.000     11.300.000
2    Anggota                  14       5.067.381     70.943.334
                               Total                 82.243.334`)
    expect([...listDoubts(weights), ...listDoubts(people)]).toEqual([])
  })

  it('with a tax column beside a discount column has discounts only where they were applied', () => {
    const reading = read(`
Artikel                 Menge      Preis    Rabatt    MwSt     Betrag EUR
Saft                        2       4,35              19 %           8,70
Wasser                      7       7,52               7 %          52,64
Kaffee                     12      10,00       5 %     7 %         114,00
                                    Summe netto                    175,34
                                    7 % MwSt auf 166,64             11,66
                                    19 % MwSt auf 8,70               1,65
                                    Gesamtbetrag                   188,65`)
    expect(reading.lines.map(({ discount }) => discount)).toEqual([null, null, '6'])
    expect(listDoubts(reading)).toEqual(['lines.2.unit_price price_adjusted'])
  })

  it('with a discount of zero keeps it as printed', () => {
    const reading = read(`
Nama Barang             Qty        Harga      Diskon        Jumlah
Semen                     5       68.500           0       342.500
Besi                     40       79.000           0     3.160.000
                                    Jumlah Bayar         3.502.500`)
    expect(reading.lines.map(({ discount }) => discount)).toEqual(['0', '0'])
  })

  it('of many rows is certain although several generators propose the same rows', () => {
    const rows = Array.from({ length: 14 }, (_, at) => {
      const [quantity, price] = [at + 3, 12_500 + at * 3700]
      return { quantity, price, amount: quantity * price }
    })
    const write = (value: number, width: number) =>
      String(value)
        .replace(/\B(?=(\d{3})+$)/g, '.')
        .padStart(width)
    const total = rows.reduce((sum, { amount }) => sum + amount, 0)
    const lines = rows.map(
      ({ quantity, price, amount }, at) =>
        `Barang ${at}`.padEnd(24) + write(quantity, 6) + write(price, 16) + write(amount, 20),
    )
    const reading = read(`
Nama Barang                Qty           Harga              Jumlah
${lines.join('\n')}
                                        Jumlah Bayar  ${write(total, 12)}`)
    expect(reading.lines).toHaveLength(14)
    expect(listDoubts(reading)).toEqual([])
  })
})
