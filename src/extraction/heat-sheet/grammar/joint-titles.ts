import type { Word } from '../../../domain/reading/reading.ts'
import { joinWords, measureGapEm } from '../../text/text-lines.ts'
import type { MeetGrammar } from './grammar.ts'

/** The titles of an event and its heat, printed on one line. */
export interface JointTitle {
  event: Word[]
  heat: Word[]
}

/** Longest heat title, in words: `Heat 2 of 4 (9:30 AM)`. */
const maxHeatWords = 7
const separators = /^[\s([|/·,;:–—-]+|[\s)\]|/·,;:–—(-]+$/g
const onlySeparators = /^[^\p{L}\p{N}]*$/u
const clock = /^\(?\d{1,2}[:h]\d{2}\)?$/

/**
 * Separates the titles of an event and a heat that share a line, in any order: `Event 3 - Girls 50m Free - Heat 2 of 4`,
 * `WK 3 / Lauf 2   50m Brust weiblich`. Without its heat, the line must be the title of an event.
 */
export function splitJointTitle(words: Word[], grammar: MeetGrammar): JointTitle | undefined {
  if (!words.some((word) => grammar.startsHeat(trim(word.text)))) return undefined
  for (const [at, word] of words.entries()) {
    if (!grammar.startsHeat(trim(word.text))) continue
    for (let end = Math.min(words.length, at + maxHeatWords); end > at; end--) {
      const heat = trimWords(words.slice(at, end))
      if (!grammar.parseHeatTitle(joinWords(heat))) continue
      const rest = [...trimWords(words.slice(0, at)), ...trimWords(words.slice(end))]
      const start = clock.test(rest.at(-1)?.text ?? '') ? rest.slice(-1) : []
      const event = trimWords(rest.slice(0, rest.length - start.length))
      if (grammar.parseEventTitle(joinWords(event))) return { event, heat: [...heat, ...start] }
    }
  }
  return undefined
}

/**
 * Separates a heat's title from the column titles or a note on the same line, after a wide gap: `Heat 1      House  Age`.
 */
export function splitHeatTitle(words: Word[], grammar: MeetGrammar): Word[][] | undefined {
  const at = words.findIndex((word, index) => {
    const before = words[index - 1]
    return before !== undefined && measureGapEm(before, word) >= minCellGapEm
  })
  const [heat, rest] = [words.slice(0, at), words.slice(at)]
  if (at < 0 || !grammar.parseHeatTitle(joinWords(heat))) return undefined
  const text = joinWords(rest)
  if (grammar.isTableHeader(text)) return [heat, rest]
  return /\d/.test(text) ? undefined : [heat]
}

/** Minimum gap between cells, in ems. */
const minCellGapEm = 2

/** Returns the words before the first wide gap. */
export function takeFirstCell(words: Word[]): Word[] {
  const end = words.findIndex((word, at) => {
    const before = words[at - 1]
    return before !== undefined && measureGapEm(before, word) >= 1
  })
  return end < 0 ? words : words.slice(0, end)
}

function trim(text: string): string {
  return text.replace(separators, '')
}

/** Drops separators from the start and the end. */
function trimWords(words: Word[]): Word[] {
  const isText = ({ text }: Word) => !onlySeparators.test(text)
  const kept = words.slice(Math.max(0, words.findIndex(isText)), words.findLastIndex(isText) + 1)
  const [last] = kept.slice(-1)
  const [first] = kept
  return kept.map((word) => {
    const before = word === first ? word.text.replace(/^[([|/]+/, '') : word.text
    const isOpen = word === last && !/\([^)]*$/.test(joinWords(kept).slice(0, -1))
    const text = isOpen ? before.replace(/[|/·,;:–—-]+$|\)$/, '') : before
    return text === word.text ? word : { ...word, text }
  })
}
