import { expect, it } from 'vitest'
import { loadVocabulary } from '../../mapping/load-vocabulary.ts'
import { findColumnRoles } from './column-roles.ts'
import { indexVocabulary } from './vocabulary-index.ts'

const { column_words } = indexVocabulary(loadVocabulary('mappings/vocabulary'))

it.each([
  ['Qty', { quantity: 1 }],
  ['Unit price', { unit_price: 1 }],
  ['Price', { unit_price: 1, amount: 0.5 }],
  ['Line total', { amount: 1, no: 1 }],
  ['Totaal excl. btw', { amount: 1 }],
  ['VAT amount', { tax: 1 }],
  ['Rabatt %', { discount: 1 }],
  ['Jumlah', { amount: 1, quantity: 0.5 }],
  ['Harga Satuan', { unit_price: 1 }],
  ['Satuan', { unit: 1, quantity: 0.3, unit_price: 0.3 }],
  ['Our reference to the order that you placed', {}],
])('classifies the column header %s', (header, roles) => {
  expect(findColumnRoles(header, column_words)).toEqual(roles)
})
