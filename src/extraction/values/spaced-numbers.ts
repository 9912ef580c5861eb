import type { Page, Word } from '../../domain/reading/reading.ts'
import { unionBox } from '../text/box.ts'
import { groupSpace } from './numbers.ts'
import { measureGapEm } from '../text/text-lines.ts'

// In ems; the gap includes the side bearing of a narrow 1.
const maxGroupGapEm = 0.65
const lineToleranceEm = 0.1

const firstGroupPattern = /^[-–−(]?[$€£¥]?\d{1,3}$/
const nextGroupPattern = /^\d{3}(,\d+)?\)?$/
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

/** Replaces the group separator with a plain space. */
export function restoreSpaces(text: string): string {
  return text.replaceAll(groupSpace, ' ')
}

function joinGroups(words: Word[]): Word[] {
  const joined: Word[] = []
  for (const word of words) {
    const previous = joined.at(-1)
    if (previous && isNextGroup(previous, word))
      joined[joined.length - 1] = joinPair(previous, word)
    else joined.push(word)
  }
  return joined
}

function isNextGroup(previous: Word, word: Word): boolean {
  if (!nextGroupPattern.test(word.text)) return false
  const [first = '', ...others] = previous.text.split(groupSpace)
  const step = Math.abs(previous.baseline - word.baseline)
  const gap = measureGapEm(previous, word)
  return (
    firstGroupPattern.test(first) &&
    others.every((group) => /^\d{3}$/.test(group)) &&
    step <= lineToleranceEm * word.font_size &&
    gap >= 0 &&
    gap <= maxGroupGapEm
  )
}

function joinPair(one: Word, other: Word): Word {
  const text = `${one.text}${groupSpace}${other.text}`
  return { ...one, text, box: unionBox(one.box, other.box) }
}
