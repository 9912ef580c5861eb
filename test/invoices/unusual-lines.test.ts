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
    expect(reading.review.reasons).toContainEqual(
      expect.objectContaining({ code: 'lines_doubtful', path: 'lines' }),
    )
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

  it('has no line if it is a payment reminder with only a total', () => {
    const reading = read(`
Mohon segera dibayar.
Total tagihan                                 Rp     333.000.000,00`)
    expect(reading.lines).toEqual([])
  })
})

describe('lines above deductions', () => {
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
