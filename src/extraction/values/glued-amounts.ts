import type { Page, Word } from '../../domain/reading/reading.ts'
import { isCurrency } from './numbers.ts'

/** Matches a label of at least three letters directly before an amount: `Tagihan4.430.996`, `TOTAL:1,250,000.00`. */
const gluedPattern =
  /^(\p{L}[\p{L}.]{2,}?:?)((?:Rp\.?|IDR)?\d{1,3}(?:(?:\.\d{3})+(?:,\d{2})?|(?:,\d{3})+(?:\.\d{2})?))$/u

/**
 * Separates a label from an amount that follows it directly, because adjacent cells in a narrow table may have no gap.
 * The amount must have digit groups.
 */
export function splitGluedAmounts(pages: Page[]): Page[] {
  return pages.map((page) =>
    page.words.some(({ text }) => gluedPattern.test(text))
      ? { ...page, words: page.words.flatMap(splitWord) }
      : page,
  )
}

function splitWord(word: Word): Word[] {
  const [, label, amount] = gluedPattern.exec(word.text) ?? []
  if (label === undefined || amount === undefined || isCode(label, amount)) return [word]
  const [left, top, right, bottom] = word.box
  const middle = left + ((right - left) * label.length) / word.text.length
  return [
    { ...word, text: label, box: [left, top, middle, bottom] },
    { ...word, text: amount, box: [middle, top, right, bottom] },
  ]
}

/** True for text that must stay together: `INV2.025` may be a code, and `USD1.250` is an amount. */
function isCode(label: string, amount: string): boolean {
  const isWord = /\p{Ll}|:/u.test(label) || amount.replace(/\D/g, '').length > 6
  return isCurrency(label) || !isWord
}
