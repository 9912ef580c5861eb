import type { TextLine } from '../text/text-lines.ts'

/** Indonesian number words. `se` is `satu` in front of a power of ten: `seratus`. */
const units = ['satu', 'dua', 'tiga', 'empat', 'lima', 'enam', 'tujuh', 'delapan', 'sembilan']
const scales = new Map([
  ['ribu', 1e3],
  ['juta', 1e6],
  ['miliar', 1e9],
  ['milyar', 1e9],
  ['triliun', 1e12],
  ['trilyun', 1e12],
])

const parts = [...units, 'se', 'puluh', 'belas', 'ratus', ...scales.keys()].join('|')
/** A word that consists of number words, because some programs print them without spaces: `duapuluh`. */
const numberWord = new RegExp(`^(?:${parts})+$`)
const partPattern = new RegExp(parts, 'g')

const minWords = 2
/** Maximum number of further lines that an amount in words continues on. */
const maxContinuation = 2

/**
 * Returns the amounts that the document spells out, as Indonesian invoices do below their totals: `Terbilang: dua juta
 * lima ratus ribu rupiah`.
 */
export function listSpelledAmounts(lines: readonly TextLine[]): Set<number> {
  const found = new Set<number>()
  for (const [index, { segments }] of lines.entries()) {
    for (const { text, box } of segments) {
      let joined = text
      for (const value of parseSpelledAmounts(joined)) found.add(value)
      for (const next of lines.slice(index + 1, index + 1 + maxContinuation)) {
        const below = next.segments.find((it) => it.box[0] < box[2] && it.box[2] > box[0])
        if (!below || !startsWithNumberWord(below.text)) continue
        joined += ` ${below.text}`
        for (const value of parseSpelledAmounts(joined)) found.add(value)
      }
    }
  }
  return found
}

function startsWithNumberWord(text: string): boolean {
  const [first = ''] = toTokens(text)
  return numberWord.test(first) || first === 'rupiah'
}

function toTokens(text: string): string[] {
  return text.toLowerCase().match(/\p{L}+/gu) ?? []
}

/** Returns the numbers that a text spells out with at least two words. */
export function parseSpelledAmounts(text: string): number[] {
  const runs: string[][] = [[]]
  for (const token of toTokens(text)) {
    if (numberWord.test(token)) runs.at(-1)?.push(...(token.match(partPattern) ?? []))
    else if (runs.at(-1)?.length !== 0) runs.push([])
  }
  return runs.filter(({ length }) => length >= minWords).flatMap((run) => parseRun(run) ?? [])
}

/** Returns undefined if the words are not in the order of a number. */
function parseRun(words: string[]): number | undefined {
  let total = 0
  let hundreds = 0
  let unit = 0
  for (const word of words) {
    const digit = word === 'se' ? 1 : units.indexOf(word) + 1
    const scale = scales.get(word)
    if (digit > 0) {
      if (unit > 0) return undefined
      unit = digit
    } else if (scale !== undefined) {
      total += Math.max(hundreds + unit, 1) * scale
      hundreds = 0
      unit = 0
    } else {
      if (unit === 0) return undefined
      hundreds += word === 'belas' ? 10 + unit : unit * (word === 'puluh' ? 10 : 100)
      unit = 0
    }
  }
  return total + hundreds + unit
}
