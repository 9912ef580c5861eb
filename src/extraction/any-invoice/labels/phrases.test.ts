import { describe, expect, it } from 'vitest'
import { Phrases, tokenize, dropUnitAndCurrency } from './phrases.ts'

const phrases = new Phrases({
  amount: ['Amount', 'Jumlah', 'Montant'],
  quantity: ['Qty', 'Jumlah', 'Quantité'],
  unit_price: ['Unit price', 'Price'],
  unit: ['Unit'],
})

describe('phrases', () => {
  it('know a text that is one of them, whatever its case, accents and dots', () => {
    expect(phrases.whole('QTY.')).toEqual(['quantity'])
    expect(phrases.whole('quantite')).toEqual(['quantity'])
    expect(phrases.whole('Qty ordered')).toEqual([])
  })

  it('give every role of words that play several', () => {
    expect(phrases.whole('Jumlah').toSorted()).toEqual(['amount', 'quantity'])
  })

  it('take the longest at the start of a text', () => {
    expect(phrases.atStart('Unit price (IDR)')).toEqual(['unit_price'])
    expect(phrases.atStart('Unit of measure')).toEqual(['unit'])
    expect(phrases.atStart('Net price')).toEqual([])
  })

  it('are found within a text, even where a narrow head cuts a word in two', () => {
    expect(phrases.within('Net price')).toEqual(['unit_price'])
    expect(phrases.within('12)UNIT PRI CE')).toEqual(['unit_price'])
    expect(phrases.within('Pricelist')).toEqual([])
  })
})

describe('tokensOf', () => {
  it('leaves out numbering and parts letters from figures', () => {
    expect(tokenize('12)UNIT PRICE')).toEqual(['unit', 'price'])
    expect(tokenize('VAT12%:')).toEqual(['vat', '12%'])
  })
})

describe('withoutRemarks', () => {
  it('takes currency and unit off a head', () => {
    expect(dropUnitAndCurrency('Amount (IDR)').trim()).toBe('Amount')
    expect(dropUnitAndCurrency('Quantity/kg')).toBe('Quantity')
    expect(dropUnitAndCurrency('Amount IDR')).toBe('Amount')
  })
})
