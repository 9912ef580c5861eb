import type { ColumnWord } from '../../../domain/mapping/invoice-vocabulary.ts'
import { isCurrency } from '../../values/numbers.ts'
import { normaliseLabel, type WordClasses } from './word-classes.ts'

/** The column kinds that a table may have. */
export type ColumnKind =
  | 'quantity'
  | 'unit_price'
  | 'amount'
  | 'discount'
  | 'tax'
  | 'description'
  | 'no'
  | 'code'
  | 'unit'
  | 'other'

/** How strongly a column header suggests each kind, from 0 to 1. */
export type ColumnRoles = Partial<Record<ColumnKind, number>>

const maxWords = 6

/** Returns the column kinds that the header may name. There are several if its words are ambiguous. */
export function findColumnRoles(text: string, words: WordClasses<ColumnWord>): ColumnRoles {
  const label = dropCurrency(text)
  if (label === '' || label.split(' ').length > maxWords) return {}
  const has = (name: ColumnWord) => words.has(label, name)
  const roles: ColumnRoles = has('code') ? { code: 1 } : {}
  if (has('discount')) return { ...roles, discount: 1 }
  if (has('tax') && !has('net_or_gross')) return { ...roles, tax: 1 }
  if (has('unit_price') && !has('whole')) roles.unit_price = 1
  if (has('amount')) roles.amount = roles.unit_price ? 0.3 : 1
  if (words.equals(label, 'price')) roles.amount = Math.max(roles.amount ?? 0, 0.5)
  if (has('quantity') && !roles.unit_price) roles.quantity = roles.amount ? 0.5 : 1
  if (words.equals(label, 'unit')) return { ...roles, unit: 1, quantity: 0.3, unit_price: 0.3 }
  if (has('description')) roles.description = 1
  if (has('no') && label.split(' ').length <= 2) roles.no = 1
  return Object.keys(roles).length === 0 && has('other') ? { other: 1 } : roles
}

function dropCurrency(text: string): string {
  return normaliseLabel(text)
    .split(' ')
    .filter((word) => !isCurrency(word) && word !== 'in')
    .join(' ')
}
