import type { Field, FieldNames } from '../../domain/fields/field.ts'

/** Splits `invoiceNumber` and `invoice_number` into `invoice number`, and `POnumber` into `PO number`. */
export function splitName(name: string): string {
  return name
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu}{2,})(\p{Ll}{2,})/gu, splitCapitals)
    .replace(/[_\s-]+/g, ' ')
    .trim()
}

/**
 * Decides where a run of capitals ends: the last one starts the next word in `IBANNumber`, but not in `POnumber`, where
 * a lower-case word follows.
 */
function splitCapitals(whole: string, capitals: string, rest: string): string {
  const isCapitalised = capitals.length > 2
  return isCapitalised ? `${capitals.slice(0, -1)} ${capitals.slice(-1)}${rest}` : whole
}

/** Returns the phrases that may name a field, most specific first: its labels, its title and its property name. */
export function listPhrases({ labels, title, name }: FieldNames): string[] {
  const all = [...labels, ...(title === null ? [] : [title]), splitName(name)]
  return [...new Set(all.filter((phrase) => /[\p{L}\p{N}]/u.test(phrase)))]
}

/** Returns the phrases that name these fields and those inside them. */
export function listAllPhrases(fields: readonly Field[]): string[] {
  return fields.flatMap((field) => {
    const inner = field.kind === 'list' ? [field.entry] : field.kind === 'group' ? field.fields : []
    return [...listPhrases(field), ...listAllPhrases(inner)]
  })
}

/** Returns the start of the description up to the first punctuation mark, because it often names the value. */
export function readHint({ description }: FieldNames): string | undefined {
  const [start = ''] = (description ?? '').split(/[.,;:(\n]/)
  const words = start.trim().split(/\s+/)
  return start.trim() === '' || words.length > maxHintWords ? undefined : start.trim()
}

const maxHintWords = 6
