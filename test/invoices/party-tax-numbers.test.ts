import { describe, expect, it } from 'vitest'
import { readAnyInvoice } from '../../src/extraction/any-invoice/read-any-invoice.ts'
import { loadVocabulary } from '../../src/extraction/mapping/load-vocabulary.ts'
import { drawnTaxedTable } from '../fixtures/drawn-invoice.ts'
import { drawnPages } from '../fixtures/drawn-page.ts'

const vocabulary = loadVocabulary('mappings/vocabulary')

function readNumbers(drawing: string) {
  const { seller, buyer } = readAnyInvoice(drawnPages(drawing), vocabulary)
  return { seller: seller.tin, buyer: buyer.tin }
}

const invoice = `
PT Lentera Contoh                                    FAKTUR
Jl. Kunang-Kunang No. 7, Surabaya                    No. Faktur: A-1001
NPWP: 01.234.567.8-612.000                           Tanggal: 14 September 2025

Kepada: PT Bumi Pelangi
Jl. Merpati No. 3, Sidoarjo
NPWP: 0023456789617000

${drawnTaxedTable}`
const seller = '01.234.567.8-612.000'
const buyer = '0023456789617000'

describe('the NPWP of a party', () => {
  it('is printed in the block below its name', () => {
    expect(readNumbers(invoice)).toEqual({ seller, buyer })
  })

  it('is highlighted where it is printed', () => {
    const { evidence } = readAnyInvoice(drawnPages(invoice), vocabulary)
    expect(evidence['seller.tin']).toMatchObject({ page: 1, text: `NPWP: ${seller}` })
    expect(evidence['buyer.tin']).toMatchObject({ page: 1, text: `NPWP: ${buyer}` })
  })

  it('may stand in a separate column beside its label', () => {
    const drawing = invoice
      .replace('Kepada: PT Bumi', 'Kepada      : PT Bumi')
      .replace(`NPWP: ${buyer}`, `NPWP        : ${buyer}`)
    expect(readNumbers(drawing)).toEqual({ seller, buyer })
  })

  it('needs no label if it has the usual punctuation', () => {
    expect(readNumbers(invoice.replace(`NPWP: ${seller}`, `      ${seller}`)).seller).toBe(seller)
    expect(readNumbers(invoice.replace(`NPWP: ${buyer}`, `      ${buyer}`)).buyer).toBeNull()
  })

  it('may have a label that names the party, anywhere on the page', () => {
    const drawing = `${invoice.replace(`NPWP: ${seller}`, '').replace(`NPWP: ${buyer}`, '')}
NPWP Penjual: ${seller}
NPWP Pembeli: ${buyer}
`
    expect(readNumbers(drawing)).toEqual({ seller, buyer })
  })

  it.each([
    ['another company', `Pengirim: PT Kurir Contoh\nNPWP: ${buyer}`],
    ['the recipient of the goods', `Dikirim ke: Gudang Melati\nNPWP: ${buyer}`],
    ['nobody, if it is zero', 'NPWP: 00.000.000.0-000.000'],
    ['nobody, if a digit is missing', 'NPWP: 002345678961700'.slice(0, -1)],
  ])('does not belong to the buyer if it belongs to %s', (_, lines) => {
    expect(readNumbers(invoice.replace(`NPWP: ${buyer}`, lines))).toEqual({ seller, buyer: null })
  })

  it('is left out if a party has two different numbers', () => {
    const drawing = invoice.replace(`NPWP: ${buyer}`, `NPWP: ${buyer}\nNPWP: 0033344455617000`)
    expect(readNumbers(drawing)).toEqual({ seller, buyer: null })
  })

  it('is read if one number is printed in its old and its new form', () => {
    const drawing = invoice.replace(
      `NPWP: ${buyer}`,
      `NPWP: 02.345.678.9-617.000\nNPWP16: ${buyer}`,
    )
    expect(readNumbers(drawing).buyer).toBe('02.345.678.9-617.000')
  })

  it('is left out if the name of the party is uncertain', () => {
    const drawing = invoice.replace('Kepada: PT Bumi Pelangi', 'PT Bumi Pelangi')
    const { buyer: party, review } = readAnyInvoice(drawnPages(drawing), vocabulary)
    expect(review.reasons.map(({ path }) => path)).toContain('buyer.name')
    expect(party.tin).toBeNull()
  })

  it('is left out if both parties would have the same number', () => {
    expect(readNumbers(invoice.replace(buyer, seller))).toEqual({ seller: null, buyer: null })
  })
})
