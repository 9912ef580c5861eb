import { expect, it } from 'vitest'
import { drawnTable } from '../../../../test/fixtures/drawn-invoice.ts'
import { drawnPages } from '../../../../test/fixtures/drawn-page.ts'
import { loadVocabulary } from '../../mapping/load-vocabulary.ts'
import { readTextDocument } from '../../text/text-document.ts'
import { readInvoiceHeader } from '../read-invoice-header.ts'

const vocabulary = loadVocabulary('mappings/vocabulary')
const read = (drawing: string) =>
  readInvoiceHeader(readTextDocument(drawnPages(drawing)), vocabulary)

it('takes the company that owns the brand in the letterhead for the seller', () => {
  const brand = `
RASA NUSANTARA CATERING                          INVOICE
Nasi kotak dan prasmanan                         No. Invoice: A-1
Jl. Cendrawasih 9, Purwokerto                    Tanggal: 9 Maret 2026
Kepada: PT Karya Jaya
${drawnTable}
`
  const seller = (foot: string) => read(brand + foot).seller.name
  expect(seller('Dikelola oleh PT Rasa Boga Mandiri, Jl. Melati 5')).toBe('PT Rasa Boga Mandiri')
  expect(seller('Rasa Nusantara is a trading name of Rasa Foods Limited.')).toBe(
    'Rasa Foods Limited',
  )
  expect(seller('Dikirim oleh PT Cepat Sampai')).toBe('RASA NUSANTARA CATERING')
  expect(seller('PT Rasa Boga dan PT Rasa Timur')).toBe('RASA NUSANTARA CATERING')
  expect(seller('PT Karya Jaya')).toBe('RASA NUSANTARA CATERING')
})

it('does not mistake a title or a remark for the buyer, and drops a customer code', () => {
  const { buyer } = read(`
KOPERASI TUNAS MAKMUR                            NOTA PENJUALAN KREDIT
Jl. Merpati Raya 15, Malang                      No: NK-0018824
Plg: Apotek Mitra Husada (A-0217)                Tgl: 2026-02-27
${drawnTable}
              HARGA SUDAH TERMASUK PPN
`)
  expect(buyer.name).toBe('Apotek Mitra Husada')
})
