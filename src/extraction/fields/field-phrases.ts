import type { FieldNames } from '../../domain/fields/field.ts'

/** `invoiceNumber`, `invoice_number` → `invoice number`; `POnumber` → `PO number`. */
export function splitName(name: string): string {
  return name
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu}{2,})(\p{Ll}{2,})/gu, splitCapitals)
    .replace(/[_\s-]+/g, ' ')
    .trim()
}

/** The last capital starts the next word, as in `IBANNumber`, unless a lower-case word follows, as in `POnumber`. */
function splitCapitals(whole: string, capitals: string, rest: string): string {
  const isCapitalised = capitals.length > 2
  return isCapitalised ? `${capitals.slice(0, -1)} ${capitals.slice(-1)}${rest}` : whole
}

/** Returns the phrases that name a field, most specific first: labels, title, property name. */
export function listPhrases({ labels, title, name }: FieldNames): string[] {
  const all = [...labels, ...(title === null ? [] : [title]), splitName(name)]
  return [...new Set(all.filter((phrase) => /[\p{L}\p{N}]/u.test(phrase)))]
}

/** Returns the start of a description, up to its first punctuation mark; it often names the value. */
export function readHint({ description }: FieldNames): string | undefined {
  const [start = ''] = (description ?? '').split(/[.,;:(\n]/)
  const words = start.trim().split(/\s+/)
  return start.trim() === '' || words.length > maxHintWords ? undefined : start.trim()
}

const maxHintWords = 6
