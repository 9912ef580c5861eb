import { toComparableText } from '../example/same-value.ts'

const maxLabelLength = 40

/**
 * Returns phrases in a text that may label a value: the whole text, the part before the first digit or parenthesis, and
 * its first and last words. `variable` lists the document's values, which differ between documents.
 */
export function listLabelPhrases(text: string, variable: string[]): string[] {
  const [lead = ''] = text.replace(/^\d{1,2}\s*[).]\s*/, '').split(/\d/)
  const [plain = ''] = lead.split('(')
  const words = trimLabel(lead).split(' ')
  const firstWords = [1, 2, 3]
    .filter((n) => n < words.length)
    .map((n) => words.slice(0, n).join(' '))
  const lastWords = [1, 2].map((n) => words.slice(-n).join(' '))
  const phrases = [text, lead, plain, ...firstWords, ...lastWords].map(trimLabel)
  return [...new Set(phrases)].filter((phrase) => isLabel(phrase) && !isVariable(phrase, variable))
}

export function trimLabel(text: string): string {
  return text.replace(/^[\s:;,.\-–(•]+|[\s:;,\-–(]+$/g, '').trim()
}

function isLabel(phrase: string): boolean {
  return phrase.length <= maxLabelLength && (countLetters(phrase) >= 2 || /^[#@]/.test(phrase))
}

export function countLetters(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0
}

function isVariable(phrase: string, variable: string[]): boolean {
  const comparable = toComparableText(phrase)
  return variable.some((value) => value.length > 3 && comparable.includes(value))
}

/** Escapes page text for use in a pattern. */
export function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}
