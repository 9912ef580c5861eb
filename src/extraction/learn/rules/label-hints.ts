import type { InvoiceVocabulary } from '../../../domain/mapping/invoice-vocabulary.ts'
import { toComparableText } from '../example/same-value.ts'

export type ValueName =
  | 'number'
  | 'date'
  | 'currency'
  | 'buyer.name'
  | 'buyer.code'
  | 'subtotal'
  | 'tax_base'
  | 'tax'
  | 'grand_total'
  | 'charge'

const totalNames = ['subtotal', 'tax_base', 'tax', 'grand_total'] as const

/**
 * Scores how well a label fits a value according to the vocabulary: positive if it fits, negative if it contradicts the
 * value.
 */
export function scoreLabelHint(
  name: ValueName,
  label: string,
  vocabulary: InvoiceVocabulary,
): number {
  const own = scorePhrase(name, label, vocabulary)
  const isTotal = totalNames.some((total) => total === name)
  const others = totalNames.filter((other) => isTotal && other !== name)
  const rival = Math.max(0, ...others.map((other) => scorePhrase(other, label, vocabulary)))
  return own - 0.8 * rival - (isMisleadingLabel(name, label, vocabulary) ? 3 : 0)
}

/** True if a label clearly identifies the value. */
export function isSureLabel(name: ValueName, label: string, vocabulary: InvoiceVocabulary) {
  const { sure } = listPhrases(name, vocabulary)
  const isNamed = sure.some((phrase) => toComparableText(label).includes(phrase))
  return isNamed && scoreLabelHint(name, label, vocabulary) > 0.8
}

/** Returns 2 for a phrase in the vocabulary, and less for text that contains such a phrase. */
function scorePhrase(name: ValueName, label: string, vocabulary: InvoiceVocabulary): number {
  const text = toComparableText(label)
  const fit = (phrases: string[]) =>
    Math.max(
      0,
      ...phrases.map((phrase) => {
        if (phrase === text) return 2
        return phrase !== '' && text.includes(phrase) ? (1.8 * phrase.length) / text.length : 0
      }),
    )
  const { sure, likely } = listPhrases(name, vocabulary)
  return text === '' ? 0 : Math.max(fit(sure), fit(likely) / 2)
}

/** True if the label identifies a similar value, which differs in other documents. */
export function isMisleadingLabel(
  name: ValueName,
  label: string,
  vocabulary: InvoiceVocabulary,
): boolean {
  const text = toComparableText(label)
  const { sure } = listPhrases(name, vocabulary)
  if (sure.includes(text)) return false
  const misleadingPhrases = listMisleadingPhrases(name, vocabulary).map(toComparableText)
  return misleadingPhrases.some((phrase) => phrase.length > 2 && text.includes(phrase))
}

function listMisleadingPhrases(name: ValueName, { fields, totals }: InvoiceVocabulary): string[] {
  const labels = (...others: (keyof InvoiceVocabulary['fields'])[]) =>
    others.flatMap((other) => fields[other].sure)
  switch (name) {
    case 'number':
      return labels('other_number', 'tax_id', 'contact', 'buyer.code')
    case 'date':
      return labels('due_date', 'other_date')
    case 'buyer.name':
      return labels('ship_to', 'contact', 'seller.name')
    case 'grand_total':
      return totals.settled
    case 'currency':
    case 'buyer.code':
    case 'subtotal':
    case 'tax_base':
    case 'tax':
    case 'charge':
      return []
  }
}

function listPhrases(name: ValueName, { fields, totals }: InvoiceVocabulary) {
  const comparable = (phrases: readonly string[] = []) => phrases.map(toComparableText)
  switch (name) {
    case 'charge':
      return { sure: [], likely: comparable([...totals.charges, ...totals.discount]) }
    case 'subtotal':
    case 'tax_base':
    case 'tax':
    case 'grand_total':
      return { sure: comparable(totals[name]), likely: [] }
    case 'number':
    case 'date':
    case 'currency':
    case 'buyer.name':
    case 'buyer.code': {
      const { sure, likely } = fields[name]
      return { sure: comparable(sure), likely: comparable(likely) }
    }
  }
}
