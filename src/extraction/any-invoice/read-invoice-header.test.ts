import { describe, expect, it } from 'vitest'
import { drawnInvoice } from '../../../test/fixtures/drawn-invoice.ts'
import { drawnPages } from '../../../test/fixtures/drawn-page.ts'
import { generateInvoice } from '../../../test/fixtures/generated/generate-invoice.ts'
import { loadVocabulary } from '../mapping/load-vocabulary.ts'
import { readTextDocument } from '../text/text-document.ts'
import { readInvoiceHeader } from './read-invoice-header.ts'

const vocabulary = loadVocabulary('mappings/vocabulary')

function read(drawing: string) {
  const header = readInvoiceHeader(readTextDocument(drawnPages(drawing)), vocabulary)
  return { ...header, paths: header.reasons.map(({ path }) => path) }
}

describe('readInvoiceHeader', () => {
  it('flags a number followed by a word that may be part of it', () => {
    const drawing = drawnInvoice.replace('017/INV/V/2024', '202510.221-DHL Express')
    expect(read(drawing).paths).toContain('number')
  })

  it('does not add a reason for values that labels confirm', () => {
    expect(read(drawnInvoice)).toMatchObject({
      number: '017/INV/V/2024',
      date: '2024-05-05',
      currency: 'IDR',
      seller: { name: 'PT Sinar Abadi' },
      buyer: { name: 'PT Maju Bersama' },
      paths: [],
    })
  })

  it('returns evidence and alternatives with their locations', () => {
    const { evidence, alternatives } = read(drawnInvoice)
    expect(evidence['number']).toMatchObject({ page: 1, confidence: 0.9, source: 'generic' })
    expect(alternatives?.['date']?.[0]).toMatchObject({
      value: '2024-06-04',
      page: 1,
      label: 'Jatuh Tempo',
    })
    expect((alternatives?.['number'] ?? []).length).toBeLessThanOrEqual(3)
  })

  it('offers the date with day and month swapped if their order is unclear', () => {
    const { date, alternatives } = read(`
Amber & Pine Ltd                         Invoice no: AP-1701
12 Willow Row                            Invoice date: 03/04/2026

Bill to
Paper Moon Inc.

Description             Qty    Unit price      Amount
Paper boat                5         10.00       50.00
                                  Total     USD 50.00
`)
    expect(date).toBe('2026-04-03')
    const [swapped] = alternatives?.['date'] ?? []
    expect(swapped).toMatchObject({ value: '2026-03-04', label: 'Invoice date' })
  })

  it('never takes a party from the table', () => {
    const { seller, buyer } = read(
      drawnInvoice.replace('PT Sinar Abadi', '').replace('PT Maju', 'Maju'),
    )
    expect([seller.name, buyer.name]).not.toContain('Gula pasir curah kg')
  })

  it('extracts the number and date from a sentence', () => {
    const german = `
Nordwind Handel GmbH
Hauptstraße 17
10115 Berlin

Rechnung Nr. 2024-0815 vom 3. Oktober 2024

Kunde: Muster AG
Bestellung vom 01.09.2024

Pos  Bezeichnung     Menge   Einzelpreis   Gesamt
1    Stehlampe           2       10,00 €  20,00 €
Gesamtbetrag                              20,00 €
`
    expect(read(german)).toMatchObject({
      number: '2024-0815',
      date: '2024-10-03',
      seller: { name: 'Nordwind Handel GmbH' },
      buyer: { name: 'Muster AG' },
    })
  })

  it('reads labels inside a party section', () => {
    const sections = `
Handelsrechnung Nr. 471102 vom 05.06.2024

Verkäufer
Nummer:       549910
Name:         Kranich Technik GmbH
Anschrift:    Nebelweg 3
              99999 Traumstadt

Käufer
Nummer:       GE2020211
Name:         Eichenhof Bau AG
Anschrift:    Lindenallee 88
              10115 Berlin
`
    const { seller, buyer, number } = read(sections)
    expect([seller.name, buyer.name, number]).toEqual([
      'Kranich Technik GmbH',
      'Eichenhof Bau AG',
      '471102',
    ])
  })

  it('flags a due date that is the only date', () => {
    const { date, paths } = read(drawnInvoice.replace(/Tanggal .*/, ''))
    expect(date === null || paths.includes('date')).toBe(true)
  })

  it('flags equally labelled numbers and an ambiguous day and month', () => {
    const { paths } = read(
      'INVOICE\nInvoice No: A-17\nInvoice No: B-18\nDate: 03/04/2025\nTotal  $ 15.00',
    )
    expect(paths).toEqual(expect.arrayContaining(['number', 'date', 'currency', 'seller.name']))
  })

  it('returns nulls for an empty page', () => {
    expect(read('')).toMatchObject({ number: null, date: null, currency: null, alternatives: {} })
  })
})

describe('readInvoiceHeader on generated invoices', () => {
  it('returns the exact value or flags it', () => {
    const wrong = Array.from({ length: 250 }, (_, index) => 200_001 + index).flatMap((seed) => {
      const { pages, truth } = generateInvoice(seed)
      const { number, date, currency, seller, buyer, reasons } = readInvoiceHeader(
        readTextDocument(pages),
        vocabulary,
      )
      const values = {
        number,
        date,
        currency,
        'seller.name': seller.name,
        'buyer.name': buyer.name,
      }
      const expected = { ...truth, 'seller.name': truth.seller, 'buyer.name': truth.buyer }
      return Object.entries(values)
        .filter(
          ([path, value]) => value !== null && value !== expected[path as keyof typeof values],
        )
        .filter(([path]) => !reasons.some((reason) => reason.path === path))
        .map(([path, value]) => `seed ${seed}: ${path} is ${value}`)
    })
    expect(wrong).toEqual([])
  })
})
