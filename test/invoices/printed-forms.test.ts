import { describe, expect, it } from 'vitest'
import type { InvoiceReading } from '../../src/domain/invoice/invoice.ts'
import { readAnyInvoice } from '../../src/extraction/any-invoice/read-any-invoice.ts'
import { loadVocabulary } from '../../src/extraction/mapping/load-vocabulary.ts'
import { drawnInvoice } from '../fixtures/drawn-invoice.ts'
import { drawnPages } from '../fixtures/drawn-page.ts'

const vocabulary = loadVocabulary('mappings/vocabulary')

const read = (drawing: string): InvoiceReading => readAnyInvoice(drawnPages(drawing), vocabulary)

function listDoubts({ review }: InvoiceReading, path: RegExp): string[] {
  return review.reasons
    .filter((reason) => path.test(reason.path ?? ''))
    .map((reason) => `${reason.path} ${reason.code}`)
}

const items = `
Description             Quantity         Price            Amount
Lesson                         2        145.00            290.00
Book                           5         18.50             92.50
`
const totals = `
                                Total net                 382.50
                                VAT 20%                    76.50
                                Invoice total             459.00`

describe('the invoice number', () => {
  it.each(['112 / INV / DKM / XI / 2026', 'FA 2026 / 0412', '045/INV/ DKM /XI/2026'])(
    'may have spaces around its slashes: %s',
    (number) => {
      const reading = read(drawnInvoice.replace('017/INV/V/2024', number))
      expect(reading.number).toBe(number)
      expect(listDoubts(reading, /^number/)).toEqual([])
    },
  )

  it.each([
    'Rechnung Nr. 4711 / Kunde 200',
    'INVOICE NO 4711 / PAGE 1',
    'INVOICE NO 4711/ PAGE 1',
    'Invoice No. / Date: 4711 / 12.03.2026',
  ])('ends at a slash before other text: %s', (line) => {
    const drawing = drawnInvoice.replace(/No\. Invoice .*/, line).replace(/Tanggal .*/, '')
    expect(read(drawing).number).toBe('4711')
  })

  it('and the date may be in a row of boxes below their labels', () => {
    const reading = read(`
Studio Ferri Contoh                       Spett.le
Via Emilia 210                            Birrificio Contoh S.r.l.
40068 Bologna                             Via Roma 3
P.IVA 03382210377                         12030 Manta

Documento           Numero              Data              Pagamento
Fattura             12/A                28/10/2026        Bonifico
${items}${totals}`)
    expect([reading.number, reading.date]).toEqual(['12/A', '2026-10-28'])
    expect(listDoubts(reading, /^(number|date)/)).toEqual([])
  })

  it('and the date are not those of the invoice that a credit note corrects', () => {
    const reading = read(`
Northgate Glass Ltd                         Credit note no: SC-00417
Foundry Lane                                Tax date: 05/11/2026
Leeds LS10 1QN                              Original invoice: SI-30991 of 21/10/2026
                                            VAT No: GB 998 1123 45
To: Carrick Joinery
Otley LS21 3HX

CREDIT NOTE
${items}
                                Total net             GBP 382.50
                                VAT 20%                    76.50
                                Credit total              459.00`)
    expect([reading.number, reading.date]).toEqual(['SC-00417', '2026-11-05'])
    expect(listDoubts(reading, /^(number|date)/)).toEqual([])
  })
})

describe('a company', () => {
  it('may follow the role of its addressee', () => {
    const reading = read(drawnInvoice.replace(/PT Maju Bersama {9}/, 'Pimpinan PT Maju Bersama'))
    expect(reading.buyer.name).toBe('PT Maju Bersama')
  })
})

describe('totals', () => {
  it('may include a charge that is named like a tax', () => {
    const reading = read(`
Vendor: PT Lentera Contoh                   Invoice No: A-1001
Customer: PT Bumi Pelangi                   Date: 14 June 2026
${items}
                                Total net             EUR 382.50
                                VAT 20%                    76.50
                                Stamp duty                 10.00
                                Invoice total             469.00`)
    expect(reading.totals).toMatchObject({ tax: '76.5', charges: [{ amount: '10' }] })
  })

  it('may have the grand total below its currency', () => {
    const reading = read(`${items}
                                Total net                 382.50
                                VAT 0%                      0.00
                                Amount due                     €
                                                          382.50`)
    expect(reading.totals).toMatchObject({ subtotal: '382.5', grand_total: '382.5' })
  })

  it('may include several taxes, listed with base and gross amount', () => {
    const reading = read(`
Leistung              Anz.       Einzel €        Gesamt €   MwSt
Doppelzimmer             3         118,00          354,00   A
Frühstück                6          16,50           99,00   B
Parkplatz                3          12,00           36,00   B
Gesamtbetrag brutto EUR                            489,00

MwSt-Satz          Netto MwSt Brutto
A =  7,00 %       330,84     23,16    354,00
B = 19,00 %       113,45     21,55    135,00`)
    expect(reading.lines.map(({ amount }) => amount)).toEqual(['354', '99', '36'])
    expect(reading.totals).toMatchObject({ tax: '44.71', grand_total: '489' })
    expect(listDoubts(reading, /^totals$/)).toEqual([])
  })

  it.each([
    ['Delapan belas juta lima ratus ribu rupiah', []],
    ['Delapan belas juta rupiah', ['totals.grand_total total_doubtful']],
  ])(
    'of a receipt are its only amount with a currency sign, confirmed in words: %s',
    (words, doubts) => {
      const reading = read(`
PT Sinar Contoh                                     KWITANSI
Kwitansi No.          : 031/KW/XI/2026
Sudah terima dari     : PT Anugerah Contoh
Banyaknya uang        : ${words}
Untuk pembayaran      : Jasa perawatan AC 12 unit

     Rp 18.500.000,-                    Surabaya, 3 November 2026`)
      expect(reading.totals.grand_total).toBe('18500000')
      expect(listDoubts(reading, /^totals.grand_total/)).toEqual(doubts)
    },
  )
})

describe('the invoice number and date', () => {
  it('may be followed by a preposition in capitals', () => {
    const reading = read(
      drawnInvoice
        .replace('No. Invoice      : 017/INV/V/2024', 'FATTURA N. 1177 DEL 05/05/2024')
        .replace('Tanggal          : 05 Mei 2024', ''),
    )
    expect([reading.number, reading.date]).toEqual(['1177', '2024-05-05'])
    expect(listDoubts(reading, /^number/)).toEqual([])
  })

  it('may have the same label as the date of an order', () => {
    const reading = read(`
Sahyadri Contoh                    Invoice No.          Dated
Plot 44, MIDC Bhosari              SI/26-27/0193        5-Nov-26
Pune 411026
                                   Delivery Note        Terms of Payment
                                   DN-88                30 Days
Buyer (Bill to)                    Buyer's Order No.    Dated
Deccan Contoh Pvt Ltd              PO/771               27-Oct-26
Gat 210, Chakan
${items}${totals}`)
    expect([reading.number, reading.date]).toEqual(['SI/26-27/0193', '2026-11-05'])
    expect(listDoubts(reading, /^(number|date)/)).toEqual([])
  })

  it('may share a label', () => {
    const reading = read(`
SHIPPER                               INVOICE NO. & DATE
PT Robusta Contoh                     EXP/COF/2026/041     03-NOV-2026
Jl. Raya Ambarawa KM 4
Semarang 50661                        CONTRACT NO.
                                      SC-2026-5510
BUYER
Hanse Contoh GmbH
Speicherstadt 14, 20457 Hamburg
${items}${totals}`)
    expect([reading.number, reading.date]).toEqual(['EXP/COF/2026/041', '2026-11-03'])
    expect(listDoubts(reading, /^(number|date)/)).toEqual([])
  })

  it('are not the dates of the items', () => {
    const { date } = read(`
Dapur Contoh Catering                                INVOICE
Jl. Pahlawan 21, Jakarta Timur                  No : 088/DS/XI/26
                                                 09 November 2026
Kepada Yth,
PT Graha Contoh

No   Tanggal     Menu                Porsi    Harga/porsi       Jumlah
1    02/11/26    Nasi box               75         32.000    2.400.000
2    04/11/26    Snack box              40         18.500      740.000
                                   Total                     3.140.000`)
    expect(date).toBe('2026-11-09')
  })
})

describe('amounts', () => {
  const receipt = `
Dapur Contoh                                      Tanggal: 05/05/2024
Nama             Jumlah       Harga          Total
Nasi box             75      32.000      2.400.000
                         Total           2.400.000`

  it('are probably in rupiah if no currency is printed and the labels are Indonesian', () => {
    expect(read(receipt).currency).toBe('IDR')
    expect(listDoubts(read(receipt), /^currency/)).not.toEqual([])
    expect(read(receipt.replace('Tanggal', 'Tarikh')).currency).toBeNull()
    expect(read(receipt.replace('Nama ', 'Price').replace('Jumlah', '')).currency).toBeNull()
  })

  it('may include a tax named as included, without decimals', () => {
    const reading = read(`
Nama Barang         Kts.      @Harga      Total Harga
MCB 16A               60      48.500        2.910.000
Stop kontak           35      27.500          962.500
                     Sub Total              3.872.500
                     PPN 11% (Inklusif)       383.761
                     Total                  3.872.500`)
    expect(reading.totals).toMatchObject({ tax: '383761', grand_total: '3872500' })
    expect(listDoubts(reading, /^totals$/)).toEqual([])
  })

  it('that include tax may have a subtotal before a charge', () => {
    const reading = read(`
Product              Aantal    Stuksprijs        Totaal
Stadsfiets               1         749,00        749,00
Kettingslot              2          54,95        109,90
                     Subtotaal                 € 858,90
                     Verzendkosten             €   9,95
                     Totaal incl. BTW          € 868,85
                     Waarvan 21% BTW           € 150,79`)
    expect(reading.totals).toMatchObject({ subtotal: '858.9', tax: '150.79' })
    expect(listDoubts(reading, /^totals/)).toEqual([])
  })

  it('exclude numbers of virtual accounts', () => {
    const reading = read(`${receipt}

Bayar melalui VA Mandiri 88008 100238817`)
    expect(listDoubts(reading, /^totals$/)).toEqual([])
  })

  it('need no header if the price has a currency or the quantity has a unit', () => {
    const forms = ['Rp 8.450,00 x 5.000,00', '8.450,00 x 5.000,00 Lembar', '8.450,00 x 5.000,00']
    const tables = forms.map(
      (factors) => `
No   Nama Barang Kena Pajak         Harga Jual / Penggantian / Uang Muka / Termin (Rp)
1    Karton box                               42.250.000,00
     ${factors}
2    Layer sekat                               9.750.000,00
     ${factors.replace('8.450', '975').replace('5.000', '10.000')}
     Harga Jual                               52.000.000,00
     PPN 11%                                   5.720.000,00
     Jumlah yang harus dibayar                57.720.000,00`,
    )
    const [withCurrency, withUnit, bare] = tables.map((table) => listDoubts(read(table), /^lines$/))
    expect(withCurrency).toEqual([])
    expect(withUnit).toEqual([])
    expect(bare).not.toEqual([])
  })
})

describe('Indonesian bills', () => {
  it('may contain the dates of down payments', () => {
    const reading = read(`
CV Karya Contoh                               Nomor      KKN-0455/2026
Jl. Pemuda 118, Jepara                        Tanggal    11/11/2026
                                              Kepada     PT Sinar Abadi

No.  Deskripsi             Qty   Harga Satuan        Jumlah
1    Kitchen set             1     68.000.000    68.000.000
                                   Jumlah        68.000.000
                                   PPN 11%        7.480.000
                                   Total         75.480.000
                   DP 1 (12 Agustus 2026)      (40.000.000)
                   DP 2 (30 September 2026)    (10.000.000)
                   Sisa yang harus dibayar      25.480.000`)
    expect(reading.date).toBe('2026-11-11')
    expect(listDoubts(reading, /^date/)).toEqual([])
  })

  it('may include a tax on a restaurant bill after the service charge', () => {
    const reading = read(`
Nama Menu                Jml         Harga          Total
Paket nasi liwet          12        85.000      1.020.000
Es kelapa muda            12        28.000        336.000
                          Subtotal              1.356.000
                          Service Charge 5%        67.800
                          PB1 10%                 142.380
                          Grand Total           1.566.180`)
    expect(reading.totals).toMatchObject({ tax: '142380', charges: [{ amount: '67800' }] })
  })

  it('may list two amounts whose labelled sum is taxed', () => {
    const reading = read(`
No   Nama Pekerjaan                       Nilai Pekerjaan (Rp)
1.   Jasa pemetaan lahan                         42.000.000,00
2.   Mobilisasi tim                               6.500.000,00
                              Jumlah             48.500.000,00
                              PPN 11 %            5.335.000,00
                              Total Tagihan      53.835.000,00`)
    expect(listDoubts(reading, /^lines/)).toEqual([])
  })
})

describe('a number sign', () => {
  it('marks the invoice number only after its label, not in an address', () => {
    const reading = read(`
Merlion Contoh Pte Ltd                          TAX INVOICE
71 Ayer Rajah Crescent #04-12                   Invoice:   MS-260771
Singapore 139951                                Date:      5 Nov 2026
Customer: Harbour Contoh Pte Ltd
${items}${totals}`)
    expect(reading.number).toBe('MS-260771')
    expect(listDoubts(reading, /^number/)).toEqual([])
  })
})

describe('parties', () => {
  it('are found below long headings and brands', () => {
    const reading = read(`
serat.id                                  INVOICE
PT Jaringan Contoh Nusantara              No. Invoice: A-17
Jl. Kuningan Barat 8                      Tanggal: 5 Mei 2024
Jakarta 12710

Pembeli Barang Kena Pajak / Penerima Jasa Kena Pajak
Nama      : PT Sari Contoh Segar
Alamat    : Jl. Raya Mastrip 99, Surabaya 60225
NPWP      : 0019.7765.2202.8000

No  Nama Barang             Qty    Harga Satuan      Jumlah
1   Gula pasir curah          5          10.000   Rp 50.000
                               Total              Rp 50.000`)
    expect(reading.seller.name).toBe('PT Jaringan Contoh Nusantara')
    expect(reading.buyer.name).toBe('PT Sari Contoh Segar')
    expect(listDoubts(reading, /^(seller|buyer)/)).toEqual([])
  })
})
