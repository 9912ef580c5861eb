import { describe, expect, it } from 'vitest'
import type { InvoiceReading } from '../../src/domain/invoice/invoice.ts'
import { readAnyInvoice } from '../../src/extraction/any-invoice/read-any-invoice.ts'
import { loadVocabulary } from '../../src/extraction/mapping/load-vocabulary.ts'
import { drawnPages } from '../fixtures/drawn-page.ts'

const vocabulary = loadVocabulary('mappings/vocabulary')

const header = `
PT Sinar Tirta Makmur                                INVOICE
Jl. Melati 12, Jakarta 10110                         No. Invoice: A-1001
                                                     Tgl Invoice: 14/09/2025
Kepada: CV Karya Jaya

`

function read(text: string): InvoiceReading {
  return readAnyInvoice(drawnPages(header + text), vocabulary)
}

function listAmounts({ lines }: InvoiceReading): string[] {
  return lines.map(({ amount }) => amount ?? '')
}

function listPaths({ review }: InvoiceReading) {
  return review.reasons.map(({ path }) => path)
}

function listReasons({ review }: InvoiceReading, prefix: string): string[] {
  return review.reasons.filter(({ path }) => path?.startsWith(prefix)).map(({ code }) => code)
}

describe('items with the name of a charge', () => {
  it('are lines if the sum above the tax includes them, whatever its label', () => {
    const reading = read(`
TANGGAL      LAYANAN                     RUTE            HARGA
12 Okt       Tiket pesawat               CGK-DPS         IDR4,275,000
13 Okt       Hotel                       2 malam         IDR1,350,000
             Biaya layanan                                 IDR250,000
                             Total layanan               IDR5,875,000
                             PPN atas biaya layanan 11%     IDR27,500
                             TOTAL INVOICE               IDR5,902,500`)
    expect(listAmounts(reading)).toEqual(['4275000', '1350000', '250000'])
    expect(reading.totals).toMatchObject({
      subtotal: '5875000',
      tax: '27500',
      grand_total: '5902500',
      charges: [],
    })
  })

  it('are lines below the last item if the sum of the lines includes them', () => {
    const reading = read(`
Descrizione della prestazione                             Importo
Progettazione impianto                                 € 3.800,00
Direzione lavori - II acconto                          € 1.250,00
                           Totale onorari              € 5.050,00
                           Contributo INARCASSA 4%       € 202,00
                           Imponibile IVA              € 5.252,00
                           IVA 22%                     € 1.155,44
                           Totale fattura              € 6.407,44`)
    expect(listAmounts(reading)).toEqual(['3800', '1250'])
    expect(reading.totals).toMatchObject({ subtotal: '5050', grand_total: '6407.44' })
  })

  it('are lines if other lines have a quantity and a price', () => {
    const reading = read(`
Jenis            Pemakaian        Tarif          Jumlah
Listrik            18.880      1.035,78      19.555.526
Air bersih            346     14.500,00       5.017.000
Biaya beban 345 kVA                          13.800.000
                          Jumlah             38.372.526
                          PPN 11% (air)         551.870
                          PPJ 3% (listrik)      586.666
                          TOTAL TAGIHAN      39.511.062`)
    expect(reading.lines).toMatchObject([
      { quantity: '18880', unit_price: '1035.78', amount: '19555526' },
      { quantity: '346', unit_price: '14500', amount: '5017000' },
      { quantity: null, unit_price: null, amount: '13800000' },
    ])
    expect(reading.totals).toMatchObject({ subtotal: '38372526', tax: '551870' })
    expect(reading.totals.charges).toEqual([{ name: 'PPJ 3% (listrik)', amount: '586666' }])
  })

  it('remain charges if the sum of the lines is printed without them', () => {
    const reading = read(`
Uraian                     Jumlah
Konsultasi              4.000.000
Pelatihan               1.000.000
Jumlah                  5.000.000
Ongkos kirim              100.000
Total                   5.100.000
PPN 11%                   561.000
Total tagihan           5.661.000`)
    expect(listAmounts(reading)).toEqual(['4000000', '1000000'])
    expect(reading.totals.charges).toEqual([{ name: 'Ongkos kirim', amount: '100000' }])
  })
})

describe('an invoice without a table', () => {
  it('has one line if it is a receipt that states its purpose', () => {
    const reading = readAnyInvoice(
      drawnPages(`
Lembaga Bahasa Melati
                                 KWITANSI
                                                   No. K-77/2025
Sudah terima dari     : PT Karya Jaya
Banyaknya uang        : Dua juta lima ratus ribu rupiah
Untuk pembayaran      : Kursus bahasa Inggris untuk 5 peserta,
                        periode Januari 2025

                                        Bandung, 20 Februari 2025
   Rp 2.500.000,-`),
      vocabulary,
    )
    expect(reading.lines).toMatchObject([
      {
        description: 'Kursus bahasa Inggris untuk 5 peserta, periode Januari 2025',
        amount: '2500000',
      },
    ])
    expect(reading.totals.grand_total).toBe('2500000')
    expect(listPaths(reading)).not.toContain('lines')
  })

  it('has one line if a letter lists net amount, tax and total', () => {
    const reading = read(`
Bersama ini kami mengajukan pembayaran termin kedua:
Nilai termin II (30% x Rp 1.000.000.000)      Rp     300.000.000,00
PPN 11%                                       Rp      33.000.000,00
Jumlah yang harus dibayarkan                  Rp     333.000.000,00`)
    expect(listAmounts(reading)).toEqual(['300000000'])
    expect(reading.totals).toMatchObject({ tax: '33000000', grand_total: '333000000' })
    expect(reading.review.reasons).toContainEqual(
      expect.objectContaining({ code: 'lines_doubtful', path: 'lines' }),
    )
  })

  it('has the net amount that its purpose states with the tax, if a total without a label confirms it', () => {
    const reading = read(`
Guna membayar  : Kalibrasi alat kesehatan (24 alat)
                 Biaya jasa Rp. 7.500.000 + PPN 11% Rp. 825.000

     Rp. 8.325.000,-                    Surabaya, 3 November 2026`)
    expect(listAmounts(reading)).toEqual(['7500000'])
    expect(reading.totals).toMatchObject({ tax: '825000', grand_total: '8325000' })
    expect(listPaths(reading)).toContain('totals.grand_total')
  })

  it('has its purpose as the line if currency, amount and a stamp are printed in one box', () => {
    const reading = read(`
Telah terima dari   : CV Apotek Contoh
Untuk pembayaran    : Sewa ruko Jl. Veteran No. 27 Malang

Rp        54.000.000,-            METERAI        Malang, 24 Februari 2026
                                  10000`)
    expect(listAmounts(reading)).toEqual(['54000000'])
    expect(reading.totals.grand_total).toBe('54000000')
  })

  it('has no line if it is a payment reminder with only a total', () => {
    const reading = read(`
Mohon segera dibayar.
Total tagihan                                 Rp     333.000.000,00`)
    expect(reading.lines).toEqual([])
  })
})

describe('lines in sections', () => {
  it('are read with the headers of all tables if the sum of each section is printed', () => {
    const reading = read(`
A. JASA PERBAIKAN                                       BIAYA
Servis berkala                                        350,000
Spooring 4 roda                                       300,000
                           Total Jasa                 650,000

B. SUKU CADANG          QTY        HARGA     DISC %    JUMLAH
Oli mesin                 1      415,000          0   415,000
Busi iridium              4       97,500         10   351,000
                           Total Suku Cadang          766,000
                           Total Jasa + Suku Cadang 1,416,000
                           PPN 11%                    155,760
                           GRAND TOTAL              1,571,760`)
    expect(listAmounts(reading)).toEqual(['350000', '300000', '415000', '351000'])
    expect(reading.totals).toMatchObject({ subtotal: '1416000', grand_total: '1571760' })
    expect(listReasons(reading, 'totals')).toEqual([])
  })

  it('are read if the tax on the first section is above the second', () => {
    const reading = read(`
DESCRIPTION                                     AMOUNT (IDR)
A. JASA
Jasa handling impor                             3,500,000.00
Trucking                                        4,100,000.00
                        Sub Total A             7,600,000.00
                        PPN 1,1%                   83,600.00
B. REIMBURSEMENT
Lift on/off & storage                           2,876,400.00
D/O charge pelayaran                            3,415,000.00
Pas pelabuhan                                     187,500.00
                        Sub Total B             6,478,900.00
                        GRAND TOTAL            14,162,500.00`)
    expect(reading.lines).toHaveLength(5)
    expect(reading.totals).toMatchObject({ tax: '83600', grand_total: '14162500' })
  })

  it('are only those above the total if the instalments below it have no sums', () => {
    const reading = read(`
Description                  Quantity        Price       Amount
Premium cover                       1       140.00       140.00
Basic cover                         1        80.00        80.00
                             Total                       220.00

Instalments                  Due                         Amount
First                        01/07/2026                  110.00
Second                       01/10/2026                  110.00`)
    expect(listAmounts(reading)).toEqual(['140', '80'])
    expect(reading.totals.grand_total).toBe('220')
  })
})

describe('lines above deductions', () => {
  it('have the net amount after a discount below the total as the grand total', () => {
    const reading = read(`
NAMA BARANG              QTY SAT         HARGA         JUMLAH
Kacang telur mawar        12 DUS       132,500      1,590,000
Permen jahe               20 PAK        14,250        285,000
                              TOTAL      Rp.        1,875,000
                              POTONGAN   Rp.           25,000
                              NETTO      Rp.        1,850,000`)
    expect(reading.totals).toMatchObject({ subtotal: '1875000', grand_total: '1850000' })
    expect(reading.totals.charges).toEqual([{ name: 'POTONGAN', amount: '-25000' }])
    expect(listReasons(reading, 'totals')).toEqual([])
  })

  it('are the amounts of this period, before advance payment and retention', () => {
    const reading = read(`
Uraian Pekerjaan          Nilai Kontrak    Progres      Nilai Periode Ini
Struktur bawah              940.000.000      25,00            235.000.000
Struktur atas             1.475.000.000      20,00            295.000.000
Jumlah nilai pekerjaan                                        530.000.000
Dikurangi pengembalian uang muka 20%                        (106.000.000)
Dikurangi retensi 5%                                         (26.500.000)
Dasar Pengenaan Pajak                                         397.500.000
PPN 11%                                                        43.725.000
Jumlah tagihan                                                441.225.000`)
    expect(listAmounts(reading)).toEqual(['235000000', '295000000'])
    expect(reading.totals).toMatchObject({
      subtotal: '530000000',
      tax: '43725000',
      grand_total: '441225000',
      charges: [{ amount: '-106000000' }, { amount: '-26500000' }],
    })
  })

  it('end at the total before withholding, whose base is not withheld', () => {
    const reading = read(`
1.  Akta perubahan No. 31 tanggal 8 Mei 2025        Rp.   6.500.000,-
2.  Pengurusan pengesahan                           Rp.   1.000.000,-
3.  Legalisasi salinan akta                         Rp.     600.000,-
                                           Jumlah   Rp.   8.100.000,-
    Dipotong PPh Pasal 21 (2,5% x Rp. 7.100.000,-)  Rp.     177.500,-
    Yang ditransfer                                 Rp.   7.922.500,-`)
    expect(listAmounts(reading)).toEqual(['6500000', '1000000', '600000'])
    expect(reading.totals.grand_total).toBe('8100000')
    expect(reading.totals.withheld.map(({ amount }) => amount)).toEqual(['177500'])
  })

  it('end at the total before withholding, also if its label has spaced letters', () => {
    const reading = read(`
No Uraian                   Volume  Sat   Harga Satuan          Jumlah
 1 Galian tanah             412,50   m3      98.500,00   40.631.250,00
 2 Urugan pasir              86,40   m3     287.500,00   24.840.000,00
                                     Jumlah           :  65.471.250,00
                                     PPN 11%          :   7.201.837,00
                                     T O T A L        :  72.673.087,00
                                     PPh Final 1,75%  : (1.145.747,00)
                                     Yang dibayarkan  :  71.527.340,00`)
    expect(reading.totals.grand_total).toBe('72673087')
    expect(reading.totals.withheld.map(({ amount }) => amount)).toEqual(['1145747'])
  })

  it('come from the charges column of a folio with columns for room, credit and balance', () => {
    const reading = read(`
Date       Room   Description             Charges (IDR)   Credit (IDR)   Balance (IDR)
12/02/26   1204   Room Charge - Superior        685,000                        685,000
12/02/26   1204   Restaurant #00418             243,500                        928,500
13/02/26   1204   Meeting Package               685,000                      1,613,500
                                                              Sub Total      1,613,500
                                                     Service Charge 10%        161,350
                                                 Pajak Hotel (PBJT) 10%        177,485
                                                            Grand Total      1,952,335`)
    expect(listAmounts(reading)).toEqual(['685000', '243500', '685000'])
    expect(reading.totals).toMatchObject({ tax: '177485', grand_total: '1952335' })
  })

  it('come from the debit column of an account, not from its running balance', () => {
    const reading = read(`
Date       Description         Code      Debit       Credit       Balance
12/09/25   Room charge         RC   895,000.00                 895,000.00
12/09/25   Laundry             LD   121,000.00               1,016,000.00
13/09/25   Restaurant          FB   347,500.00               1,363,500.00
14/09/25   Credit card         CC               1,363,500.00         0.00
                      Total                IDR   1,363,500.00
                      Balance Due          IDR           0.00`)
    expect(listAmounts(reading)).toEqual(['895000', '121000', '347500'])
    expect(reading.totals.grand_total).toBe('1363500')
  })
})

describe('the header of an invoice in letter form', () => {
  it('has the date of signature, not those of contract and period, and no title as a party', () => {
    const reading = readAnyInvoice(
      drawnPages(`
PT Bangun Sentosa
Jl. Melati 12, Semarang 50244

                INVOICE / TAGIHAN PROGRES
                Nomor : 014/TAG/VI/2024

Pemberi Tugas : PT Karya Jaya
No. Kontrak   : 007/SPK/2024 tanggal 15 Januari 2024
Termin        : MC-04, periode s.d. 25 Juni 2024

Uraian                                        Jumlah
Struktur bawah                           235.000.000
Struktur atas                            295.000.000
Jumlah                                   530.000.000
PPN 11%                                   58.300.000
Jumlah tagihan                           588.300.000

                              Semarang, 28 Juni 2024
                              PT Bangun Sentosa
                              Djoko Santosa`),
      vocabulary,
    )
    expect(reading.date).toBe('2024-06-28')
    expect(reading.buyer.name).toBe('PT Karya Jaya')
  })
})

describe('quantities', () => {
  it('may have the decimal mark that separates thousands in amounts, before their unit', () => {
    const reading = read(`
Equipment              Period         Qty         Rate (Rp)   Amount (Rp)
Excavator PC200        Feb 2026   177,5 jam         385,000    68,337,500
Vibro roller           Feb 2026     100 jam         290,000    29,000,000
                                    Sub Total                  97,337,500
                                    PPN 11%                    10,707,125
                                    Total Invoice             108,044,625`)
    expect(reading.lines.map(({ quantity }) => quantity)).toEqual(['177.5', '100'])
  })
})

describe('a sum that includes tax', () => {
  it('is the subtotal if a charge follows', () => {
    const reading = read(`
QTY    DESCRIPTION             PRICE           EXTENDED
25     Kertas fotokopi A4      Rp49,500.00     Rp1,237,500.00
10     Ballpoint hitam         Rp23,800.00       Rp238,000.00
CODE   RATE   TAX              SALE AMOUNT
PPN    11%    Rp146,220.72     Rp1,329,279.28
                      SALE AMOUNT (TAX INCL.)  Rp1,475,500.00
                      FREIGHT                     Rp75,000.00
                      TOTAL AMOUNT             Rp1,550,500.00`)
    expect(reading.totals).toMatchObject({ subtotal: '1475500', grand_total: '1550500' })
  })
})

describe('a wrong printed total', () => {
  it('is read by its label and reported, instead of the sum above the tax', () => {
    const reading = read(`
URAIAN                        QTY         HARGA         JUMLAH
Cetak brosur                5.000         Rp685    Rp3.425.000
Banner                         12      Rp75.000      Rp900.000
                               Jumlah              Rp4.325.000
                               PPN 11%               Rp475.750
                               Total               Rp4.890.750`)
    expect(reading.totals).toMatchObject({
      subtotal: '4325000',
      tax: '475750',
      grand_total: '4890750',
    })
    expect(reading.review.reasons).toContainEqual(
      expect.objectContaining({ code: 'total_doubtful', path: 'totals.grand_total' }),
    )
  })
})
