import type { Page, Word } from '../../domain/reading/reading.ts'
import { unionOf } from '../text/box.ts'
import { groupSpace } from './numbers.ts'
import { gapBetween } from '../text/text-lines.ts'

// In ems: the space between groups, with what a narrow 1 leaves free, is no wider; they stand on one line.
const widestSpace = 0.65
const sameLine = 0.1

const firstGroup = /^[-–−(]?[$€£¥]?\d{1,3}$/
const furtherGroup = /^\d{3}(,\d+)?\)?$/
const grouped = /\d[.,]\d{3}[.,]\d/

/** Words as they are, unless the document writes `1 234,56`: then such a number is one word, not two. */
export function joinSpacedNumbers(pages: Page[]): Page[] {
  const joined = pages.map((page) => ({ ...page, words: joinGroups(page.words) }))
  const isWitness = ({ text }: Word) => text.includes(groupSpace) && /,\d{2}\)?$/.test(text)
  const hasWitness = joined.some(({ words }) => words.some(isWitness))
  const hasOtherMarks = pages.some(({ words }) => words.some(({ text }) => grouped.test(text)))
  return hasWitness && !hasOtherMarks ? joined : pages
}

/** A text without the mark of joined groups, as a person would type it. */
export function withPlainSpaces(text: string): string {
  return text.replaceAll(groupSpace, ' ')
}

function joinGroups(words: Word[]): Word[] {
  const joined: Word[] = []
  for (const word of words) {
    const previous = joined.at(-1)
    if (previous && isNextGroup(previous, word)) joined[joined.length - 1] = join(previous, word)
    else joined.push(word)
  }
  return joined
}

function isNextGroup(previous: Word, word: Word): boolean {
  if (!furtherGroup.test(word.text)) return false
  const [first = '', ...others] = previous.text.split(groupSpace)
  const step = Math.abs(previous.baseline - word.baseline)
  const gap = gapBetween(previous, word)
  return (
    firstGroup.test(first) &&
    others.every((group) => /^\d{3}$/.test(group)) &&
    step <= sameLine * word.font_size &&
    gap >= 0 &&
    gap <= widestSpace
  )
}

function join(one: Word, other: Word): Word {
  const text = `${one.text}${groupSpace}${other.text}`
  return { ...one, text, box: unionOf(one.box, other.box) }
}
