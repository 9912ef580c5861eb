import { describe, expect, it } from 'vitest'
import { Phrases, tokenize, dropUnitAndCurrency } from './phrases.ts'

const phrases = new Phrases({
  amount: ['Amount', 'Jumlah', 'Montant'],
  quantity: ['Qty', 'Jumlah', 'Quantité'],
  unit_price: ['Unit price', 'Price'],
  unit: ['Unit'],
})

describe('Phrases', () => {
  it('matches an entire string regardless of case, accents and dots', () => {
    expect(phrases.matchWhole('QTY.')).toEqual(['quantity'])
    expect(phrases.matchWhole('quantite')).toEqual(['quantity'])
    expect(phrases.matchWhole('Qty ordered')).toEqual([])
  })

  it('returns every role for an ambiguous phrase', () => {
    expect(phrases.matchWhole('Jumlah').toSorted()).toEqual(['amount', 'quantity'])
  })

  it('prefers the longest phrase at the start of the text', () => {
    expect(phrases.matchStart('Unit price (IDR)')).toEqual(['unit_price'])
    expect(phrases.matchStart('Unit of measure')).toEqual(['unit'])
    expect(phrases.matchStart('Net price')).toEqual([])
  })

  it('finds a phrase anywhere in the text, even if a narrow column splits a word', () => {
    expect(phrases.matchAnywhere('Net price')).toEqual(['unit_price'])
    expect(phrases.matchAnywhere('12)UNIT PRI CE')).toEqual(['unit_price'])
    expect(phrases.matchAnywhere('Pricelist')).toEqual([])
  })
})

describe('tokenize', () => {
  it('drops numbering and separates letters from digits', () => {
    expect(tokenize('12)UNIT PRICE')).toEqual(['unit', 'price'])
    expect(tokenize('VAT12%:')).toEqual(['vat', '12%'])
  })
})

describe('dropUnitAndCurrency', () => {
  it('removes the currency and the unit from a header', () => {
    expect(dropUnitAndCurrency('Amount (IDR)').trim()).toBe('Amount')
    expect(dropUnitAndCurrency('Quantity/kg')).toBe('Quantity')
    expect(dropUnitAndCurrency('Amount IDR')).toBe('Amount')
  })
})
