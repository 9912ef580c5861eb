import { describe, expect, it } from 'vitest'
import type { InvoiceReading } from '../../src/domain/invoice/invoice.ts'
import { readAnyInvoice } from '../../src/extraction/any-invoice/read-any-invoice.ts'
import { loadVocabulary } from '../../src/extraction/mapping/load-vocabulary.ts'
import { drawnPages } from '../fixtures/drawn-page.ts'

const vocabulary = loadVocabulary('mappings/vocabulary')

const read = (drawing: string): InvoiceReading => readAnyInvoice(drawnPages(drawing), vocabulary)

const listLines = ({ lines }: InvoiceReading) =>
  lines.map(({ description, quantity, unit, unit_price, amount }) =>
    [description, quantity, unit, unit_price, amount].join(' | '),
  )

const listReasons = ({ review }: InvoiceReading) =>
  review.reasons.map(({ code, path }) => `${path} ${code}`)

const taxInvoice = `
                              Faktur Pajak
Kode dan Nomor Seri Faktur Pajak: 04002500123456789
Pengusaha Kena Pajak:
Nama      : CV TEKNIK CONTOH
Alamat    : JL. ANGGREK NO 17, BEKASI
Pembeli Barang Kena Pajak/Penerima Jasa Kena Pajak:
Nama      : PT REZEKI CONTOH
Alamat    : JL. MELATI NO 3, BOGOR

No.   Kode     Nama Barang Kena Pajak / Jasa Kena Pajak         Harga Jual / Penggantian

1     000000   Jasa perawatan mesin                                 5.000.000,00
               Rp 1.250.000,00 x 4,00 Unit
               Potongan Harga = Rp 0,00
2     000000   Pelumas (Termin 2)                                   2.310.000,00
               Rp 385.000,00 x 6,00 Kaleng
               Potongan Harga = Rp 0,00
Harga Jual / Penggantian / Uang Muka / Termin                       7.310.000,00
Dikurangi Potongan Harga                                                    0,00
Dikurangi Uang Muka yang telah diterima                                     0,00
Dasar Pengenaan Pajak                                               6.700.833,00
Jumlah PPN (Pajak Pertambahan Nilai)                                  804.100,00
Jumlah PPnBM (Pajak Penjualan atas Barang Mewah)                            0,00

                                             BEKASI, 14 Maret 2025
`

describe('an Indonesian tax invoice, which prints no amount to pay', () => {
  it('is read up to its tax', () => {
    const reading = read(taxInvoice)
    expect(reading.number).toBe('04002500123456789')
    expect(reading.date).toBe('2025-03-14')
    expect(reading.totals).toMatchObject({
      subtotal: '7310000',
      tax_base: '6700833',
      tax: '804100',
      grand_total: null,
    })
    expect(listReasons(reading)).toEqual(['totals.grand_total field_missing'])
  })

  it('has the quantity and price of an item below its amount', () => {
    expect(listLines(read(taxInvoice))).toEqual([
      'Jasa perawatan mesin | 4 | Unit | 1250000 | 5000000',
      'Pelumas (Termin 2) | 6 | Kaleng | 385000 | 2310000',
    ])
  })

  it('has the quantity and price of an item below several lines of description', () => {
    const drawing = taxInvoice.replace(
      '               Rp 1.250.000,00 x 4,00 Unit',
      '               KONTRAK 0551\n               LOKASI GUDANG\n               Rp 5.000.000,00 x 1',
    )
    expect(read(drawing).lines[0]).toMatchObject({
      quantity: '1',
      unit_price: '5000000',
      amount: '5000000',
    })
  })

  it('may have a special rate, which is reported', () => {
    const drawing = taxInvoice
      .replace('6.700.833,00', '7.310.000,00')
      .replace('804.100,00', '80.410,00')
    const reading = read(drawing)
    expect(reading.totals).toMatchObject({ subtotal: '7310000', tax: '80410' })
    expect(listReasons(reading)).toContain('totals.tax total_doubtful')
  })

  it('may deduct a discount from the tax base', () => {
    const drawing = taxInvoice
      .replace(
        'Potongan Harga                                                    0,00',
        'Potongan Harga                                              310.000,00',
      )
      .replace('6.700.833,00', '6.416.667,00')
      .replace('804.100,00', '770.000,00')
    expect(read(drawing).totals).toMatchObject({
      subtotal: '7310000',
      tax_base: '6416667',
      tax: '770000',
      charges: [{ amount: '-310000' }],
    })
  })

  it('is reported if its tax does not follow from the base', () => {
    const reading = read(taxInvoice.replace('804.100,00', '840.100,00'))
    expect(listReasons(reading)).toEqual(
      expect.arrayContaining(['totals.tax total_doubtful', 'totals.tax tax_differs']),
    )
  })
})

describe('a receipt with multiplications', () => {
  const receipt = `
UD. LAUT CONTOH
NOTA PENJUALAN No. LC-2210
Tanggal: 11/09/2025
Kepada Yth. RM Bahari Contoh

Tenggiri         12,5 kg x 68.000 =         850.000
Udang                 8 kg x 92.500 =       740.000
Cumi               6,25 kg x 76.000 =       475.000
                            Jumlah        2.065.000
`

  it('needs no header to tell quantity and price apart', () => {
    const reading = read(receipt)
    expect(listLines(reading)).toEqual([
      'Tenggiri | 12.5 | kg | 68000 | 850000',
      'Udang | 8 | kg | 92500 | 740000',
      'Cumi | 6.25 | kg | 76000 | 475000',
    ])
    expect(reading.totals.grand_total).toBe('2065000')
    expect(listReasons(reading).filter((reason) => /lines|totals/.test(reason))).toEqual([])
  })

  it('implies rupiah, although a weight has two decimals', () => {
    expect(read(receipt).currency).toBe('IDR')
  })
})

describe('the sums below the columns of a table', () => {
  it('are the subtotal, the tax and the total that their headers name', () => {
    const { totals } = read(`
CV NIAGA CONTOH                             NOTA No: NC/118
Untuk: Vila Contoh                          Tanggal: 18 September 2025

Barang           Jml      Harga          DPP         PPN        TOTAL
Gas 12 kg         10    190.000    1.900.000     209.000    2.109.000
Gas 50 kg          2    800.000    1.600.000     176.000    1.776.000
Galon             40     20.000      800.000      88.000      888.000
                                   4.300.000     473.000    4.773.000
`)
    expect(totals).toMatchObject({ subtotal: '4300000', tax: '473000', grand_total: '4773000' })
  })
})

describe('an amount after withheld tax', () => {
  const bill = `
KANTOR CONTOH
NOTA BIAYA No. 119/NTC/2025
Kepada Yth. PT Kuliner Contoh
Tanggal: 19 Agustus 2025

1.  Akta perubahan                    7.500.000,-
2.  Pengurusan izin                   3.000.000,-
3.  Legalisasi dokumen                1.750.000,-
4.  Dipotong PPh 21                   (306.250,-)
    Jumlah diterima                  11.943.750,-
`

  it('is reported if it is the only printed total', () => {
    const reading = read(bill)
    expect(reading.lines).toHaveLength(3)
    expect(reading.totals.withheld).toMatchObject([{ amount: '306250' }])
    expect(reading.review.reasons).toContainEqual(
      expect.objectContaining({
        code: 'total_doubtful',
        path: 'totals.grand_total',
        params: { field: 'totals.grand_total', cause: 'after_withholding' },
      }),
    )
  })

  it('is not the grand total if the amount before it is printed', () => {
    const reading = read(
      bill.replace(
        '4.  Dipotong',
        '    Jumlah                           12.250.000,-\n    Dipotong',
      ),
    )
    expect(reading.totals.grand_total).toBe('12250000')
  })
})

describe('boxes drawn with characters', () => {
  it('are not part of the descriptions', () => {
    const reading = read(`
+---------------------------------------------------------------------+
|  CV SINAR CONTOH                           FAKTUR PENJUALAN         |
|                                            No : SC-009812           |
|  Kepada : TOKO MAJU CONTOH                 Tgl: 16-09-2025          |
+----+----------------------+-----------+------------+----------------+
| NO | NAMA BARANG          |  QTY      |   HARGA    |         JUMLAH |
+----+----------------------+-----------+------------+----------------+
|  1 | SABUN CUCI           |  24 PCS   |     16.500 |        396.000 |
|  2 | MINYAK GORENG        |  12 PCS   |     34.000 |        408.000 |
+----+----------------------+-----------+------------+----------------+
|                                       |   TOTAL    |        804.000 |
+---------------------------------------+------------+----------------+
`)
    expect(listLines(reading)).toEqual([
      'SABUN CUCI | 24 | PCS | 16500 | 396000',
      'MINYAK GORENG | 12 | PCS | 34000 | 408000',
    ])
  })
})

describe('a total at a delivery term', () => {
  it('is the grand total if it is the only one', () => {
    const reading = read(`
PT ROTAN CONTOH                                     COMMERCIAL INVOICE
Bill to: Example Living AB                          Invoice No. RC/061
                                                    Date: 23 Sep 2025

Description                  Quantity     Unit Price     Amount USD
Chair                             120          38.50       4,620.00
Table                              40          95.00       3,800.00
                             TOTAL FOB                     8,420.00
`)
    expect(reading.totals.grand_total).toBe('8420')
    expect(listReasons(reading).filter((reason) => /totals|lines/.test(reason))).toEqual([])
  })
})
