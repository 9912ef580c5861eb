import { parseDecimal } from '../../../domain/values/decimal.ts'

/**
 * True if the texts are equal apart from case, spaces and punctuation, which users often change when they correct a
 * value.
 */
export function isSameText(one: string, other: string): boolean {
  return toComparableText(one) === toComparableText(other)
}

export function toComparableText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s.,:;'’"‐–—-]+/gu, '')
}

/** Converts a number to the engine's notation, without trailing zeros. */
export function toCanonicalAmount(text: string): string {
  if (parseDecimal(text) === undefined) return text
  const plain = text.includes('.') ? text.replace(/\.?0+$/, '') : text
  return plain === '-0' ? '0' : plain.replace(/^(-?)0+(?=\d)/, '$1')
}

export function isSameAmount(one: string, other: string): boolean {
  return one === other || toCanonicalAmount(one) === toCanonicalAmount(other)
}
