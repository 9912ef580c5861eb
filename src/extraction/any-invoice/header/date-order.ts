import type { TextDocument } from '../../text/text-document.ts'
import type { DateOrder } from './dates.ts'

export interface DateOrderDecision {
  order: DateOrder
  /** True if other dates, an address or the language determine the order. */
  is_certain: boolean
}

/** Excludes dates with dots, because they start with the day in every country. */
const numericDate =
  /(?<![\p{L}\d.,/-])(\d{1,2})\s?([/-])\s?(\d{1,2})\s?\2\s?(?:\d{2}|\d{4})(?![\p{L}\d/-])/gu
/** Matches `Austin, TX 78701`. */
const usAddress =
  /\b(A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]),?\s+\d{5}(-\d{4})?\b|\bU\.?S\.?A\b|\bUnited States\b/
/** Only English invoices put the month first. */
const otherLanguageWords =
  /(?<!\p{L})(tanggal|tgl|datum|fecha|rechnung|faktur|facture|fattura|factuur)(?!\p{L})/iu
const dollarPattern = /\$|\bUSD\b/
const otherCurrencyPattern = /€|£|₹|\b(EUR|GBP|IDR|INR|CHF|SGD|AUD|MYR|Rp|Rs|RM)\b/

/**
 * Determines whether numeric dates start with the day. The strongest evidence is a date whose day is above 12, then a
 * US address with dollar amounts, then any other currency.
 */
export function decideDateOrder({ lines }: TextDocument): DateOrderDecision {
  const text = lines.map((line) => line.text).join('\n')
  const votes = { day: 0, month: 0 }
  for (const [, first, , second] of text.matchAll(numericDate)) {
    if (Number(first) > 12 && Number(second) <= 12) votes.day++
    if (Number(second) > 12 && Number(first) <= 12) votes.month++
  }
  if (votes.day !== votes.month) {
    const order = votes.day > votes.month ? 'day' : 'month'
    return { order, is_certain: Math.min(votes.day, votes.month) === 0 }
  }
  if (votes.day > 0) return { order: 'day', is_certain: false }
  if (otherLanguageWords.test(text)) return { order: 'day', is_certain: true }
  if (usAddress.test(text) && dollarPattern.test(text)) return { order: 'month', is_certain: true }
  return { order: 'day', is_certain: otherCurrencyPattern.test(text) && !dollarPattern.test(text) }
}
