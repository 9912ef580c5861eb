import type { TotalWord } from '../../../domain/mapping/invoice-vocabulary.ts'
import { isCurrency } from '../../values/numbers.ts'
import { normaliseLabel, type WordClasses } from './word-classes.ts'

/** The roles that an amount below a table may have. */
export type TotalRole =
  | 'subtotal'
  | 'tax_base'
  | 'tax'
  | 'grand_total'
  | 'due'
  | 'paid'
  | 'discount'
  | 'charges'
  | 'withheld'
  | 'instalment'
  | 'included'

/** How strongly a label suggests each role, from 0 to 1. */
export type TotalRoles = Partial<Record<TotalRole, number>>

/** Maximum number of words in a label. Longer text is a sentence. */
const maxWords = 9

/**
 * Classifies a label by word classes instead of phrases: `Total excl. VAT` has a sum word, a net word and a tax word.
 */
export function findTotalRoles(text: string, words: WordClasses<TotalWord>): TotalRoles {
  const label = dropNumbers(takeFirstAlternative(text))
  if (label === '' || label.split(' ').length > maxWords) return {}
  const has = (name: TotalWord) => words.has(label, name)
  if (has('withheld')) return { withheld: 1 }
  if (has('rounding')) return { charges: 1 }
  if (has('not_total') && !isTotalLabel(label, words)) return {}
  if (has('instalment') && !has('due')) return { instalment: 1 }
  if (has('paid') && !has('due')) return { paid: 1 }
  if (has('discount') && !has('after')) return { discount: 1 }
  if (has('subtotal'))
    return has('gross') && has('tax') ? { subtotal: 0.6, grand_total: 0.6 } : { subtotal: 1 }
  if (has('discount')) return { tax_base: 1, subtotal: 0.5 }
  if (has('grand') && !has('net') && !has('charge')) return { grand_total: 1 }
  if (has('tax') && words.covers(label, 'charge', 'tax')) return { charges: 1 }
  // `Total + VAT` is the gross amount, while `+ VAT` and `plus VAT` name the tax.
  if (has('tax') && has('sum') && /\p{L}\s*\+/u.test(text)) return { grand_total: 1 }
  if (has('tax'))
    return isTaxOnBase(text, words) && !has('gross') ? { tax: 1 } : findTaxRoles(label, words)
  return findAmountRoles(label, words)
}

/** Minimum number of other words before a tax word in the name of a service. */
const minServiceWords = 2

/** True for names of services such as `Preparation of the tax return`. A tax has a rate or starts with its own name. */
export function namesTaxService(text: string, words: WordClasses<TotalWord>): boolean {
  if (text.includes('%')) return false
  return words.countUnknownBefore(dropNumbers(text), 'tax') >= minServiceWords
}

/** Returns the first of several names: `Harga Jual` in `Harga Jual / Penggantian / Uang Muka / Termin`. */
function takeFirstAlternative(text: string): string {
  const parts = text.split('/')
  return parts.length >= minAlternatives ? (parts[0] as string) : text
}

const minAlternatives = 3

/** False for labels of registration numbers such as `Total tax no. …`, but not for `Total incl. 19 items`. */
function isTotalLabel(label: string, words: WordClasses<TotalWord>): boolean {
  const isIdentifier =
    /(?:^|[ -])(?:id|idnr|id-nr|number|nummer|nomor|no|nr|reg|registration|iban)(?: |$)/.test(label)
  return !isIdentifier && (words.has(label, 'tax') || words.has(label, 'sum'))
}

/**
 * True for labels that name a rate on a base, not the base itself: `PPN 12% x DPP`, `PPN 12% (DPP nilai lain)`, `VAT
 * 19% on net amount`.
 */
function isTaxOnBase(text: string, words: WordClasses<TotalWord>): boolean {
  const [before, after] = text.split(/\d+(?:[ .,]\d+)?\s*%/)
  if (before === undefined || after === undefined) return false
  if (!words.equals(normaliseLabel(before), 'tax')) return false
  const isOf = /^(?:x|×|\*|of|on|dari|atas|auf|von|sur|de|di|su|van|over|sobre) /
  return /^\s*\(/.test(after) || isOf.test(normaliseLabel(after))
}

function findTaxRoles(label: string, words: WordClasses<TotalWord>): TotalRoles {
  const has = (name: TotalWord) => words.has(label, name)
  // `Of which VAT`, `PPN 11% (inklusif)`
  const isTaxFirst = words.startsWith(label, 'tax') && has('gross') && !has('sum')
  if (words.startsWith(label, 'included') || isTaxFirst) return { tax: 0.9, included: 1 }
  if (has('plus')) return { tax: 1 }
  if (has('gross')) return { grand_total: 1, tax: 0.4 }
  if (has('net')) return { subtotal: 0.8, tax_base: 1, tax: 0.3 }
  return { tax: 1 }
}

function findAmountRoles(label: string, words: WordClasses<TotalWord>): TotalRoles {
  const has = (name: TotalWord) => words.has(label, name)
  const length = label.split(' ').length
  if (has('due')) return { grand_total: 1, due: 1 }
  if (has('charge') && !has('sum')) return { charges: 1 }
  if (has('net') && (has('sum') || length <= 3)) return { subtotal: 1, tax_base: 0.9 }
  if (has('gross') && (has('sum') || length <= 2)) return { grand_total: 1 }
  if (has('charge')) return { charges: 1 }
  if (!has('sum')) return {}
  if (words.equals(label, 'bare_amount')) return { grand_total: 0.4, subtotal: 0.5 }
  if (words.equals(label, 'sum')) return { grand_total: 0.85, subtotal: 0.5 }
  return { grand_total: 1, subtotal: 0.15 }
}

function dropNumbers(text: string): string {
  return normaliseLabel(text)
    .replace(/\d+(?:[.,]\d+)*\s*%?/g, ' ')
    .split(' ')
    .filter((word) => word !== '' && !isCurrency(word) && !/^[%*+/-]+$/.test(word))
    .join(' ')
}
