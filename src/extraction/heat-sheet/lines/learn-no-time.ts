import type { Word } from '../../../domain/reading/reading.ts'
import { joinWords, toSegments } from '../../text/text-lines.ts'
import type { MeetGrammar } from '../grammar/grammar.ts'

/** Longest phrase for "no time", in words. */
const maxWords = 2
/** Minimum share of the numbered rows that end with a time. */
const minTimedShare = 0.4
const minTimed = 6
const tolerancePt = 3

/**
 * Learns the sheet's words for "no time": the only other text in a column of times, apart from the cells before it.
 * Returns the grammar unchanged if there is none.
 */
export function learnNoTime(
  rows: { left: number; words: Word[]; text: string }[],
  grammar: MeetGrammar,
): MeetGrammar {
  const numbered = rows.filter(({ text }) => grammar.readFront(text) !== undefined)
  const phrases = new Set<string>()
  for (const left of new Set(numbered.map((row) => row.left))) {
    const own = numbered.filter((row) => row.left === left)
    const times = own.flatMap(
      ({ words }) =>
        words.slice(2).findLast((word) => /\d/.test(word.text) && grammar.isSeed(word.text)) ?? [],
    )
    if (times.length < minTimed || times.length < minTimedShare * own.length) continue
    for (const { words } of own) {
      const cells = toSegments(words, 0)
      const last = cells.at(-1)
      if (!last || cells.length < 3 || last.words.length > maxWords) continue
      const isTime = last.words.some(({ text }) => grammar.isSeed(text))
      if (isTime || !/^[\p{L}./ -]{1,14}$/u.test(last.text)) continue
      const isAligned = times.some(
        ({ box }) =>
          Math.abs(box[0] - last.box[0]) <= tolerancePt ||
          Math.abs(box[2] - last.box[2]) <= tolerancePt,
      )
      if (isAligned) phrases.add(joinWords(last.words))
    }
  }
  if (phrases.size === 0 || phrases.size > maxPhrases) return grammar
  return { ...grammar, isSeed: (word) => grammar.isSeed(word) || phrases.has(word) }
}

/** A sheet has few phrases for "no time". More are another column: standards, or teams. */
const maxPhrases = 2
