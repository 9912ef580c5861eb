import { removeAccents } from '../../../domain/heat-sheet/swimmer-names.ts'

/** Returns the source of a pattern that matches any of the words, with or without a full stop after it. */
export function toWordPattern(words: readonly string[]): string {
  return `(?<![\\p{L}\\p{N}])${toAlternatives(words)}(?![\\p{L}\\p{N}])\\.?`
}

/** Like toWordPattern(), but also matches parts of words. Accents are optional. */
export function toAlternatives(words: readonly string[]): string {
  const sources = words.toSorted((a, b) => b.length - a.length).map(toSource)
  return `(?:${sources.join('|')})`
}

/**
 * Creates a fast test of whether a text may start with one of the words. Most rows fail it, so the slower patterns
 * rarely run.
 */
export function createStartTest(words: readonly string[]): (text: string) => boolean {
  const starts = new Set(words.map((word) => toFirstWord(word)))
  return (text) => starts.has(toFirstWord(text))
}

function toFirstWord(text: string): string {
  const [word = ''] = /^\(?\p{L}*/u.exec(text) ?? []
  return removeAccents(word.replace('(', '').toLowerCase())
}

function toSource(word: string): string {
  return [...word.normalize('NFC')].map(toLetterSource).join('')
}

function toLetterSource(letter: string): string {
  if (letter === ' ') return '\\s+'
  const escaped = letter.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
  const plain = removeAccents(letter)
  return plain === letter ? escaped : `(?:${escaped}|${plain})`
}
