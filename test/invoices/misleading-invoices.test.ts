import { describe, expect, it } from 'vitest'
import type { InvoiceReading } from '../../src/domain/invoice/invoice.ts'
import { readAnyInvoice } from '../../src/extraction/any-invoice/read-any-invoice.ts'
import { loadVocabulary } from '../../src/extraction/mapping/load-vocabulary.ts'
import { drawnTaxedTable } from '../fixtures/drawn-invoice.ts'
import { drawnPages } from '../fixtures/drawn-page.ts'

const vocabulary = loadVocabulary('mappings/vocabulary')

const english = `
Alpha Trading GmbH                                   INVOICE
Hauptstrasse 1, 10115 Berlin                         Invoice No: A-1001
                                                     Invoice Date: 14 Sep 2025
Bill To: Beta Ltd.                                   Due Date: 14 Oct 2025

Description                  Quantity     Unit Price     Amount EUR
Consulting                        120          80.00       9,600.00
Hosting                             2         500.00       1,000.00

                                  Subtotal              10,600.00
                                  VAT 19%                2,014.00
                                  Total                 12,614.00
`

const indonesian = `
PT Lentera Contoh                                    FAKTUR
Jl. Kunang-Kunang No. 7                              No. Faktur: A-1001
Surabaya 60231                                       Tanggal: 14 September 2025
Kepada: PT Bumi Pelangi                              Jatuh Tempo: 14 Oktober 2025

${drawnTaxedTable}`

interface Expected {
  drawing: string
  values: Record<string, string>
}

const bases: Record<string, Expected> = {
  English: {
    drawing: english,
    values: {
      number: 'A-1001',
      date: '2025-09-14',
      'buyer.name': 'Beta Ltd.',
      'seller.name': 'Alpha Trading GmbH',
      'totals.subtotal': '10600',
      'totals.tax': '2014',
      'totals.grand_total': '12614',
      lines: '9600 1000',
    },
  },
  Indonesian: {
    drawing: indonesian,
    values: {
      number: 'A-1001',
      date: '2025-09-14',
      'buyer.name': 'PT Bumi Pelangi',
      'seller.name': 'PT Lentera Contoh',
      'totals.subtotal': '10600000',
      'totals.tax': '1166000',
      'totals.grand_total': '11766000',
      lines: '9600000 1000000',
    },
  },
}

function readValues({ number, date, buyer, seller, totals, lines }: InvoiceReading) {
  return {
    number,
    date,
    'buyer.name': buyer.name,
    'seller.name': seller.name,
    'totals.subtotal': totals.subtotal,
    'totals.tax': totals.tax,
    'totals.grand_total': totals.grand_total,
    lines: lines.map(({ amount }) => amount).join(' '),
  }
}

/** Returns the values that are wrong and have no review reason. A missing value always has one. */
function findSilentErrors(drawing: string, expected: Record<string, string>): string[] {
  const reading = readAnyInvoice(drawnPages(drawing), vocabulary)
  const paths = reading.review.reasons
    .filter(({ code }) => !code.startsWith('filing'))
    .map(({ path }) => path ?? '')
  const isFlagged = (name: string) => {
    const [part = ''] = name.split('.')
    const isTotal = part === 'totals'
    return paths.some((path) => path.startsWith(part) || (isTotal && path.startsWith('lines')))
  }
  return Object.entries(readValues(reading))
    .filter(([name, value]) => value !== null && value !== expected[name] && !isFlagged(name))
    .map(([name, value]) => `${name} is ${value}`)
}

/** Adds a line after the one that contains `text`. */
const addAfter = (text: string, line: string) => (drawing: string) =>
  drawing
    .split('\n')
    .flatMap((it) => (it.includes(text) ? [it, line] : [it]))
    .join('\n')
const swap = (one: string, other: string) => (drawing: string) =>
  drawing.replace(one, '\0').replace(other, one).replace('\0', other)
const atLabel = (text: string) => `                                  ${text}`

const edits: [string, keyof typeof bases, (drawing: string) => string][] = [
  [
    'a balance of an earlier invoice',
    'English',
    addAfter('Total  ', atLabel('Previous total        20,000.00')),
  ],
  [
    'a larger total below',
    'English',
    addAfter('Total  ', atLabel('Total                 99,000.00')),
  ],
  ['the labels of subtotal and total swapped', 'English', swap('Subtotal', 'Total   ')],
  ['the labels of tax and subtotal swapped', 'English', swap('Subtotal', 'VAT 19% ')],
  ['the labels of the dates swapped', 'English', swap('Invoice Date', 'Due Date')],
  ['a delivery address above', 'English', addAfter('Invoice Date', 'Ship To: Gamma Ltd.')],
  [
    'the customer after the delivery address',
    'English',
    (it) => it.replace('Bill To: Beta Ltd.', 'Deliver to: Gamma Ltd.'),
  ],
  [
    'an order number above',
    'English',
    addAfter('INVOICE', '                                                     Order No: B-2002'),
  ],
  [
    'a second invoice number',
    'English',
    addAfter(
      'Invoice No',
      '                                                     Invoice No: B-2002',
    ),
  ],
  [
    'a charge listed with a quantity',
    'English',
    addAfter('Hosting', 'Delivery fee                        3          40.00         105.00'),
  ],
  [
    'a row without a total',
    'English',
    addAfter('Hosting', 'Support                             3         100.00         300.00'),
  ],
  ['a deposit', 'English', addAfter('Total  ', atLabel('Deposit                2,614.00'))],
  [
    'an earlier payment',
    'Indonesian',
    addAfter('Total Rp', atLabel('Uang Muka           1.766.000')),
  ],
  [
    'a contract value',
    'Indonesian',
    addAfter('Kepada', 'Nilai kontrak Rp 50.000.000 tanggal 10 Maret 2025'),
  ],
  [
    'tax withheld above the total',
    'Indonesian',
    addAfter('PPN', atLabel('PPh 23                212.000')),
  ],
  ['the labels of the dates swapped', 'Indonesian', swap('Tanggal', 'Jatuh Tempo')],
  [
    'a tax invoice number',
    'Indonesian',
    addAfter(
      'FAKTUR',
      '                                                     No. Faktur Pajak: 010.000-25.00000001',
    ),
  ],
  [
    'a larger total below',
    'Indonesian',
    addAfter('Total Rp', atLabel('Total Tagihan      21.766.000')),
  ],
  ['the labels of subtotal and total swapped', 'Indonesian', swap('Subtotal', 'Total Rp')],
  ['a delivery address', 'Indonesian', addAfter('Kepada', 'Dikirim ke: PT Karya Fajar')],
  [
    'an event date',
    'Indonesian',
    addAfter(
      'Tanggal',
      '                                                     Tanggal acara: 20 Desember 2025',
    ),
  ],
  [
    'a class below the buyer',
    'Indonesian',
    addAfter('Kepada', 'NIS / Kelas                  : 20210077 / 5B'),
  ],
]

describe('a misleading invoice', () => {
  it.each(Object.entries(bases))('is read without one: %s', (_language, { drawing, values }) => {
    expect(readValues(readAnyInvoice(drawnPages(drawing), vocabulary))).toEqual(values)
  })

  it.each(edits)('with %s is read correctly or flagged: %s', (_what, language, edit) => {
    const { drawing, values } = bases[language] as Expected
    const edited = edit(drawing)
    expect(edited).not.toBe(drawing)
    expect(findSilentErrors(edited, values)).toEqual([])
  })
})
