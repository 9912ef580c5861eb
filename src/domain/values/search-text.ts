import { foldLetters } from './fold-letters.ts'

/** Normalises text for search: no case, no accents, single spaces. */
export function toSearchText(text: string): string {
  return foldLetters(text).replace(/\s+/g, ' ').trim()
}
