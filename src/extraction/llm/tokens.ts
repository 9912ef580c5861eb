import { removeAccents } from '../../domain/heat-sheet/swimmer-names.ts'

/** Normalises case, and drops accents and punctuation. Keeps the digits of a time together. */
export function tokenize(text: string): string[] {
  return removeAccents(text.normalize('NFC').toLowerCase())
    .replace(/(\d)[.,](?=\d)/g, '$1.')
    .split(/[^\p{L}\p{N}.:]+/u)
    .map((token) => token.replace(/^[.:]+|[.:]+$/g, ''))
    .filter((token) => token !== '')
}

/** Returns the index at which these tokens occur consecutively in the row, or -1. */
export function findTokens(row: string[], wanted: string[]): number {
  if (wanted.length === 0) return -1
  return row.findIndex((_, at) => wanted.every((token, index) => row[at + index] === token))
}
