import { describe, expect, it } from 'vitest'
import type { InvoiceReading } from '../../src/domain/invoice/invoice.ts'
import { readAnyInvoice } from '../../src/extraction/any-invoice/read-any-invoice.ts'
import { loadVocabulary } from '../../src/extraction/mapping/load-vocabulary.ts'
import { drawnPages } from '../fixtures/drawn-page.ts'

const vocabulary = loadVocabulary('mappings/vocabulary')

const read = (drawing: string): InvoiceReading => readAnyInvoice(drawnPages(drawing), vocabulary)

const listAmounts = ({ lines }: InvoiceReading) => lines.map(({ amount }) => amount)

/** Returns the names that a review reason offers instead of the seller. */
const listOtherSellers = ({ review }: InvoiceReading) =>
  review.reasons.flatMap(({ path, params }) =>
    path === 'seller.name' && 'others' in params ? params.others : [],
  )

const listReasons = ({ review }: InvoiceReading) =>
  review.reasons.map(({ path, code }) => `${path} ${code}`)

const head = `PT CONTOH LINTAS RAYA
Jl. Raya Cibarusah No. 77, Bekasi 17530

Kepada :                                                INVOICE NO   : CLR/INV/2025/05/0144
PT Elektro Contoh                                       TANGGAL      : 31 Mei 2025
Jl. Jababeka XVII Blok U-22
`

describe('lines without quantity and price', () => {
  it('are found below a header that names only the amount, although no amount has a currency', () => {
    const reading = read(`${head}
 NO   TGL MUAT    NO SURAT JALAN   NO POLISI     RUTE        ARMADA       BIAYA (IDR)
  1   01/05/25    SJ-88120         B 9112 UXR    CKR - SBY   CDD            4.850.000
  2   06/05/25    SJ-88164         B 9340 TEU    CKR - SMG   Fuso           5.600.000
  3   19/05/25    SJ-88302         B 9077 KYZ    CKR - DPS   Tronton       12.750.000
                                                             SUB TOTAL     23.200.000
                                                             PPN 1,1%         255.200
                                                             TOTAL         23.455.200
                                                             PPh 23 (2%)     (464.000)
                                                             DIBAYAR       22.991.200`)
    expect(listAmounts(reading)).toEqual(['4850000', '5600000', '12750000'])
    expect(reading.totals).toMatchObject({
      subtotal: '23200000',
      tax: '255200',
      grand_total: '23455200',
    })
    expect(listReasons(reading)).not.toContain('totals.tax tax_differs')
  })

  it('do not include a payment slip below the totals', () => {
    const reading = read(`${head}
Ringkasan
Tagihan bulan lalu                                     8.019.750
Pembayaran diterima 17/01/2025, terima kasih          -8.019.750
Saldo                                                          0
Rincian Tagihan Baru
Internet Dedicated 100 Mbps                                          6.500.000
IP Publik /29                                                          450.000
Sewa perangkat router                                                  275.000
                                              Jumlah                 7.225.000
                                              PPN 11%                  794.750
                                              Total Tagihan Baru     8.019.750

Slip pembayaran 1-88204471                                           8.019.750`)
    expect(listAmounts(reading)).toEqual(['6500000', '450000', '275000'])
  })

  it('may be services about taxes', () => {
    const reading = read(`${head}
 Uraian                                                  Jumlah
 Jasa penyusunan laporan transfer pricing     Rp      85.000.000
 Jasa pendampingan pemeriksaan pajak          Rp      22.500.000
 Jumlah jasa                                  Rp     107.500.000
 DPP Nilai Lain (11/12)                       Rp      98.541.667
 PPN 12% x DPP Nilai Lain                     Rp      11.825.000
 Total tagihan                                Rp     119.325.000
 Dikurangi PPh Pasal 23 (2%)                  Rp      (2.150.000)
 Jumlah yang dibayarkan                       Rp     117.175.000`)
    expect(listAmounts(reading)).toEqual(['85000000', '22500000'])
    expect(reading.totals).toMatchObject({ subtotal: '107500000', tax: '11825000' })
  })
})

const items = `
 Uraian                      Qty Sat.        Harga         Jumlah
 Sewa ruang                  200 m2        165.000     33.000.000
 Listrik                   1.000 kWh         1.700      1.700.000
`

describe('totals', () => {
  it('may have the tax in a label with dots, beside the total in words', () => {
    const { totals } = read(`${head}${items}
                          JUMLAH HARGA          Rp     34.700.000
TERBILANG
TIGA PULUH DELAPAN JUTA   DPP 11/12             Rp     31.808.333
RIBU RUPIAH
                          P.P.N. 12%            Rp      3.817.000
                          TOTAL                 Rp     38.517.000`)
    expect(totals).toMatchObject({ tax: '3817000', grand_total: '38517000', charges: [] })
  })

  it('may name the sum with its tax, before a tax that the buyer withholds', () => {
    const { totals } = read(`${head}${items}
                          Jumlah                Rp     34.700.000
                          PPN 11%               Rp      3.817.000
                          Jumlah + PPN          Rp     38.517.000
                          PPh 22 (0,25%)        Rp        -86.750
                          Dibayar               Rp     38.430.250`)
    expect(totals).toMatchObject({ grand_total: '38517000' })
  })

  it('include a stamp duty that is named in two languages as a charge', () => {
    const { totals } = read(`${head}${items}
                          Jumlah / Subtotal     IDR    34.700.000
                          DPP Nilai Lain        IDR    31.808.333
                          PPN / VAT 12%         IDR     3.817.000
                  Bea Meterai / Stamp Duty      IDR        10.000
                          TOTAL                 IDR    38.527.000`)
    expect(totals).toMatchObject({ tax: '3817000', grand_total: '38527000' })
    expect(totals.charges).toEqual([{ name: 'Bea Meterai / Stamp Duty', amount: '10000' }])
  })

  it('may repeat the gross amount and the discount of lines whose amounts are net', () => {
    const reading = read(`${head}
 Nama Barang                 Qty Sat      Harga   Disc %   Disc Rp       Jumlah
 Infus set dewasa            200 Pcs      6.750    15,00   202.500    1.147.500
 Spuit 3 cc                   30 Box     96.000    10,00   288.000    2.592.000
 Sarung tangan                50 Box     64.500     0,00         0    3.225.000
                                               Total Bruto      Rp    7.455.000
                                               Total Diskon     Rp      490.500
                                               Jumlah Netto     Rp    6.964.500
                                               PPN 11 %         Rp      766.095
                                               Total Tagihan    Rp    7.730.595`)
    expect(reading.totals).toMatchObject({ subtotal: '6964500', tax: '766095' })
    expect(listReasons(reading)).not.toContain('totals amount_unexplained')
  })

  it('may be a share of a contract value that is printed with its percentage', () => {
    const reading = read(`${head}
 Uraian Pekerjaan                                              Nilai (Rp)
 Uang muka 20% pembangunan gudang                             370.000.000
 Nilai kontrak (sebelum PPN) Rp 1.850.000.000
                                               Jumlah         370.000.000
                                               PPN 11%         40.700.000
                                               Total Tagihan  410.700.000`)
    expect(reading.totals).toMatchObject({ subtotal: '370000000', grand_total: '410700000' })
    expect(listReasons(reading)).not.toContain('totals amount_unexplained')
  })
})

describe('the seller', () => {
  it('is not an alternative to itself if its brand is printed above the company', () => {
    const reading = read(`contoh&karya
PT Contoh Karya Furnitama
Jalan Pemuda 118
Semarang JT 50132
                                        PT Solusi Data Contoh
                                        Jalan Pandanaran 52
                                        Semarang JT 50134
Invoice INV/2025/00284
Invoice Date: 19 Juni 2025
${items}
                          Subtotal              IDR    34.700.000
                          PPN 11%               IDR     3.817.000
                          Total                 IDR    38.517.000`)
    expect(reading.seller.name).toBe('PT Contoh Karya Furnitama')
    expect(listOtherSellers(reading)).not.toContain('PT Contoh Karya Furnitama')
  })

  it('has no label in two languages as an alternative', () => {
    const reading = read(`
                                   TAGIHAN / INVOICE
CONTOH                             No. Invoice                  MS/2510/0112
SAGARA                             Tgl. Invoice / Date          1 Oktober 2025
                                   Unit                         Lt. 18
PT Sagara Contoh Utama
Jl. Sudirman Kav. 59               Penyewa / Tenant:
Jakarta 12190                      PT Teknologi Contoh
                                   Menara Contoh Lt. 18, Jakarta 12190
${items}
                          Subtotal              IDR    34.700.000
                          PPN 11%               IDR     3.817.000
                          Total                 IDR    38.517.000`)
    expect(listOtherSellers(reading)).not.toContain('Tgl. Invoice / Date')
  })
})

describe('a receipt', () => {
  it.each([
    [
      'Sewa crane selama 3 hari, ditambah PPN 11% Rp 1.320.000',
      'Tiga belas juta tiga ratus dua puluh ribu',
    ],
    ['Sewa crane selama 3 hari', 'Tiga belas juta'],
  ])(
    'has one line that needs review if a tax is stated or the words differ: %s',
    (purpose, spelled) => {
      const reading = read(`${head}
No.                 : 077/KW/IX/2025
Sudah terima dari   : PT Lintas Contoh
Banyaknya uang      : ${spelled} rupiah
Untuk pembayaran    : ${purpose}

Rp 13.320.000,-                         Gresik, 4 September 2025`)
      expect(listReasons(reading)).toContain('lines lines_doubtful')
    },
  )

  it('has the amount at the other end of the line from its currency, and no date from its purpose', () => {
    const reading = read(`
                     No. 077/KW/VI/2025                          KWITANSI
Sudah terima dari               : PT Hotel Contoh
Banyaknya uang                  : # Tiga belas juta rupiah #
Untuk pembayaran                : Sewa panggung "Malam Apresiasi", 7 Juni 2025
                                  sesuai SPK No. 018/SPK/HCK/2025

                                                  Bandung, 17 Juni 2025
Rp.                                13.000.000`)
    expect([reading.totals.grand_total, reading.date]).toEqual(['13000000', '2025-06-17'])
    expect(listReasons(reading)).not.toContain('lines lines_doubtful')
  })

  it('has its amount although two labels in two languages look like a table', () => {
    const reading = read(`
KWITANSI                                          No. : 03/KW/HS/II/2025
Sudah Terima Dari        Apotek Contoh
Received from

Banyaknya Uang           Seratus Dua Puluh Juta Rupiah
Amount received

Untuk Pembayaran         Sewa ruko 2 lantai Jl. Gatot Subroto No. 77B

                                                  Denpasar, 20 Februari 2025
     Rp. 120.000.000,-`)
    expect(reading.totals.grand_total).toBe('120000000')
  })
})
