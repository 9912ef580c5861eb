import { describe, expect, it } from 'vitest'
import { drawnPages } from '../../../../test/fixtures/drawn-page.ts'
import { loadVocabulary } from '../../mapping/load-vocabulary.ts'
import { readAnyInvoice } from '../read-any-invoice.ts'

const vocabulary = loadVocabulary('mappings/vocabulary')

function read(drawing: string) {
  const reading = readAnyInvoice(drawnPages(drawing), vocabulary)
  const doubts = reading.review.reasons.map(({ path }) => path)
  return { ...reading, doubts }
}

const table = `
No  Nama Barang                         Qty       Harga          Jumlah
1   Gula pasir curah                      5      10.000          50.000
2   Beras premium                         2      80.000         160.000
                                          Total              Rp 210.000
`

describe('an invoice number', () => {
  it('is not confused with house, licence and contract numbers', () => {
    const { number, doubts } = read(`PT Lentera Contoh
Jl. Pemuda No. 142, Surabaya 60231
Izin No. HK.07.01/V/221/14
                                             Nomor       : 012/KWT-ADK/IV/2025
Kepada : PT Bumi Pelangi                     Tanggal     : 21 April 2025
Jl. Melati No. 30                            Kontrak No. : SPK/088/YPBC/2024
Semarang 50241
${table}`)
    expect(number).toBe('012/KWT-ADK/IV/2025')
    expect(doubts).not.toContain('number')
  })

  it('may have the label of a reference if no other number has a label', () => {
    const { number, doubts } = read(`PT Lentera Contoh                            Faktur
Jl. Buah Batu No. 120, Bandung               Referensi   INV/2025/0098
                                             Tanggal     07/05/2025
Tagihan Untuk
Warung Kopi Senja
Jl. Riau No. 77, Bandung
${table}`)
    expect(number).toBe('INV/2025/0098')
    expect(doubts).not.toContain('number')
  })

  it('may be in the cell beside the date', () => {
    const { number, date, doubts } = read(`Amber & Pine LLC                              Invoice
2200 W. Commerce St.
Dallas, TX 75208                              Date        Invoice #
                                              3/4/2025 104882
Bill To
Paper Moon Inc.
915 Lamar Blvd
Fort Worth, TX 76102

Quantity   Description                        Price Each       Amount
24         Pallet rack upright                     68.75     1,650.00
48         Cross beam                              41.20     1,977.60
                                               Total        $3,627.60`)
    expect([number, date]).toEqual(['104882', '2025-03-04'])
    expect(doubts).not.toContain('number')
  })
})

describe('a date without a label', () => {
  const header = (date: string) => `Cetak Kilat Contoh
Jl. Slamet Riyadi 330
Surakarta 57145

Kepada                                                       INVOICE
PT Bumi Pelangi                                              # INV-0625-0033
Balai Kota                                                   ${date}
Surakarta 57111                                              Jatuh tempo: 25 Juni 2025
${table}`

  it('is the invoice date if labels assign all others to something else', () => {
    const { date, doubts } = read(header('18 Juni 2025'))
    expect(date).toBe('2025-06-18')
    expect(doubts).not.toContain('date')
  })

  it('is doubtful with an unknown label', () => {
    expect(read(header('Cetakan: 18 Juni 2025')).doubts).toContain('date')
  })
})

describe('a seller', () => {
  it('may be the only other company, named in the footer', () => {
    const { seller, doubts } = read(`Jakarta, 12 Maret 2025

No. Invoice : 045/INV-KMS/III/2025

Kepada Yth.
PT Bumi Pelangi
Jl. Gatot Subroto Kav. 41
Jakarta Selatan 12950
${table}


Hormat kami,


Bambang Widodo, Ak.
Direktur






                    PT Kirana Contoh
        Jl. Permata No. 9, Jakarta Barat 11550
        Telp (021) 548 2210   NPWP 0021 4567 8901 3000`)
    expect(seller.name).toBe('PT Kirana Contoh')
    expect(doubts).not.toContain('seller.name')
  })

  it('is named without its registration number', () => {
    const { seller } = read(`SEJUK CONTOH SDN BHD (1234567-X)
No. 12, Jalan Industri 3/4, 47100 Puchong
Tel: 03-8061 2233

Bill To: Paper Moon Inc.         Invoice No: IV-00318
18, Jalan Ampang                 Date: 02/05/2025
50450 Kuala Lumpur

Description              Qty    U/Price RM     Total RM
Aircond servicing          8         90.00       720.00
Gas top-up                 3        120.00       360.00
                                  Total     RM 1,080.00`)
    expect(seller.name).toBe('SEJUK CONTOH SDN BHD')
  })
})

describe('a party that is doubtful', () => {
  it('has a name that may end with a place', () => {
    const { doubts } = read(`TB. Makmur Contoh
Jl. Wonosari KM 9, Bantul 55792

Nota No.: 1187                   Tanggal: 15/8/2025
Kepada: Bpk. Slamet Riyanto, Piyungan
${table}`)
    expect(doubts).toContain('buyer.name')
  })

  it('is a person who signs below a label of the seller', () => {
    const { doubts } = read(`Nota No.: 1187                   Tanggal: 15/8/2025
Kepada: PT Bumi Pelangi
Jl. Wonosari KM 9, Bantul 55792
${table}
Penagih,



Mega Lestari`)
    expect(doubts).toContain('seller.name')
  })
})

describe('parties without labels', () => {
  it('both need review if the seller is printed below the buyer', () => {
    const { seller, buyer, doubts } = read(`
                                                   Ruang nyaman, kerja tenang
PT Ruang Contoh Interior
Jl. Soekarno Hatta 590
Bandung JB 40286
Indonesia

                                        PT Cakra Contoh Optima
                                        Jl. HR Rasuna Said Blok X-7
                                        Jakarta Selatan JK 12940
                                        Indonesia
                                        Tax ID: 0945667182013000

Invoice INV/2025/00219
Invoice Date: 03/03/2025
${table}`)
    const isSwapped = seller.name !== 'PT Ruang Contoh Interior'
    expect([seller.name, buyer.name]).toContain('PT Cakra Contoh Optima')
    expect(doubts.includes('buyer.name')).toBe(isSwapped)
  })
})
