import { describe, expect, it } from 'vitest'
import { drawnPages } from '../../../../test/fixtures/drawn-page.ts'
import { loadVocabulary } from '../../mapping/load-vocabulary.ts'
import { readTextDocument } from '../../text/text-document.ts'
import { indexVocabulary } from '../labels/vocabulary-index.ts'
import { findCurrency } from './currency.ts'
import { indexLabels } from './label-index.ts'
import { PageView } from './page-view.ts'

const vocabulary = loadVocabulary('mappings/vocabulary')

function find(text: string) {
  const index = indexVocabulary(vocabulary)
  const view = new PageView(readTextDocument(drawnPages(text)), index)
  const { value, doubt } = findCurrency(view, indexLabels(vocabulary), index) ?? {}
  return [value, doubt]
}

describe('findCurrency', () => {
  it.each([
    ['Total    1.000,00 €', 'EUR'],
    ['Total    £ 20.00', 'GBP'],
    ['Total    ₹1,000.00', 'INR'],
    ['Total    Rs. 1,000.00', 'INR'],
    ['Total    RM 50.00', 'MYR'],
    ['Total    Rp 50.000', 'IDR'],
    ['Total    A$ 50.00', 'AUD'],
    ['Total    S$50.00', 'SGD'],
    ['Total    US$ 50.00', 'USD'],
    ['Moneda: MXN Peso Mexicano\nTotal    $ 50.00', 'MXN'],
    ['Total (CHF)    50.00', 'CHF'],
    ['Austin, TX 78701\nTotal    $ 50.00', 'USD'],
  ])('reads %s', (text, currency) => expect(find(text)).toEqual([currency, 'none']))

  it('is unsure about a dollar sign without an address', () => {
    expect(find('Total    $ 50.00')).toEqual(['USD', 'dollar'])
  })

  it('prefers a labelled currency', () => {
    expect(find('Currency: GBP\nFee  1.00 EUR\nFee  2.00 EUR')).toEqual(['GBP', 'none'])
  })

  it('is unsure if neither of two currencies has a majority', () => {
    expect(find('Fee  1.00 EUR\nFee  2.00 GBP')[1]).toBe('rivals')
  })

  it('ignores a code that is part of an invoice number', () => {
    expect(find('No : 021/INV-GBP/XII/2025\nNilai Rp 500.000')).toEqual(['IDR', 'none'])
  })

  it('concludes rupiah from tax names although a licence number looks like an amount with cents', () => {
    expect(find('Izin FP.01.04/IV/2019\nPPN 12%   4.821.630')).toEqual(['IDR', 'none'])
    expect(find('PPN 12%   4.821.630,55')).toEqual([undefined, undefined])
  })

  it.each([
    [
      'Jl. Adi Sucipto 201\nKsr : SUSI\nTOTAL    429.000\nTUNAI    700.000\nKEMBALI  271.000',
      'language',
    ],
    ['Sub Total   920,000\nPB1 10%      92,000\nTOTAL     1,012,000', 'none'],
  ])('concludes rupiah from the words of a till receipt: %s', (text, doubt) => {
    expect(find(text)).toEqual(['IDR', doubt])
  })

  it('ignores words that only resemble a currency', () => {
    expect(find('Armrest Rpm 500\n00184 Roma RM\nTotal   12.00')).toEqual([undefined, undefined])
  })
})
