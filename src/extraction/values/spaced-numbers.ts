import type { Page, Word } from '../../domain/reading/reading.ts'
import { unionBox } from '../text/box.ts'
import { groupSpace } from './numbers.ts'
import { measureGapEm } from '../text/text-lines.ts'

// Maximum gap between digit groups, in ems. It includes the white space beside a narrow 1.
const maxGroupGapEm = 0.8
const lineToleranceEm = 0.2

const firstGroupPattern = /^[-–−+(]?[$€£¥₹]?\d{1,3}$/
const nextGroupPattern = /^\d{3}(?:[.,]\d+)?[)€$£₹]?$/
const otherGroupingPattern = /\d[.,]\d{3}[.,]\d/

/** Joins `1 234,56` into one word, but only in documents that group digits with spaces. */
export function joinSpacedNumbers(pages: Page[]): Page[] {
  const joined = pages.map((page) => ({ ...page, words: joinGroups(page.words) }))
  const isSpacedAmount = ({ text }: Word) => text.includes(groupSpace) && /,\d{2}\)?$/.test(text)
  const hasSpacedAmount = joined.some(({ words }) => words.some(isSpacedAmount))
  const hasOtherGrouping = pages.some(({ words }) =>
    words.some(({ text }) => otherGroupingPattern.test(text)),
  )
  return hasSpacedAmount && !hasOtherGrouping ? joined : pages
}

/** Replaces the group separator with an ordinary space. */
export function restoreSpaces(text: string): string {
  return text.replaceAll(groupSpace, ' ')
}

/** Returns the word at `at`, with the three-digit groups that follow it. */
export function collectGroups(
  words: readonly Word[],
  at: number,
  isOnLine: (previous: Word, word: Word) => boolean = () => true,
): Word[] {
  const first = words[at]
  if (!first || !firstGroupPattern.test(first.text)) return first ? [first] : []
  const groups = [first]
  for (let next = at + 1; next < words.length; next++) {
    const [word, previous] = [words[next], groups.at(-1)]
    if (!word || !previous || !nextGroupPattern.test(word.text)) break
    if (measureGapEm(previous, word) > maxGroupGapEm || /[.,]/.test(previous.text)) break
    if (!isOnLine(previous, word)) break
    groups.push(word)
  }
  return groups
}

/** False for words on different lines, which may follow each other in the PDF. */
function isOnSameLine(previous: Word, word: Word): boolean {
  const step = Math.abs(previous.baseline - word.baseline)
  return step <= lineToleranceEm * word.font_size && measureGapEm(previous, word) >= 0
}

function joinGroups(words: Word[]): Word[] {
  const joined: Word[] = []
  for (let at = 0; at < words.length; at++) {
    const groups = collectGroups(words, at, isOnSameLine)
    joined.push(joinWords(groups))
    at += groups.length - 1
  }
  return joined
}

function joinWords(groups: Word[]): Word {
  return groups.reduce((one, other) => ({
    ...one,
    text: `${one.text}${groupSpace}${other.text}`,
    box: unionBox(one.box, other.box),
  }))
}
