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
