import type { Box, Page, Word } from '../../domain/reading/reading.ts'
import { unionBox } from './box.ts'
import { buildLines } from './build-lines.ts'

/** Words without a wide gap between them, such as a label, a value or a cell. Never empty. */
export interface Segment {
  page: number
  words: Word[]
  box: Box
  baseline: number
  font_size: number
  text: string
  /** Normalised text for comparing labels. */
  label_key: string
}

export interface TextLine {
  page: number
  baseline: number
  font_size: number
  segments: Segment[]
  text: string
}

// Minimum gap between two segments, in ems (multiples of the font size).
const segmentGapEm = 1
const maxWordHeightEm = 1.8

/** Returns the lines on all pages in reading order, without rules drawn as characters and without vertical text. */
export function readTextLines(pages: Page[]): TextLine[] {
  return pages.flatMap(({ number, words }) =>
    buildLines(words.filter(isHorizontalText)).map(({ baseline, font_size, words: onLine }) => ({
      page: number,
      baseline,
      font_size,
      segments: toSegments(onLine, number),
      text: joinWords(onLine),
    })),
  )
}

export function toSegments(words: Word[], page: number): Segment[] {
  const groups: Word[][] = []
  for (const word of words) {
    const group = groups.at(-1)
    const previous = group?.at(-1)
    if (group && previous && measureGapEm(previous, word) < segmentGapEm) group.push(word)
    else groups.push([word])
  }
  return groups.map((group) => toSegment(group, page))
}

export function toSegment(words: Word[], page: number): Segment {
  const { baseline = 0, font_size = 0 } = words[0] ?? {}
  const text = joinWords(words)
  return {
    page,
    words,
    box: boundingBox(words),
    baseline,
    font_size,
    text,
    label_key: toLabelKey(text),
  }
}

/** Normalises case and removes spaces, colons and dots, which label comparison ignores. */
export function toLabelKey(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s:.]/g, '')
}

/** Returns the horizontal gap between two words, in ems. */
export function measureGapEm(left: Word, right: Word): number {
  return (right.box[0] - left.box[2]) / Math.max(left.font_size, right.font_size)
}

export function boundingBox(words: Word[]): Box {
  return words.map(({ box }) => box).reduce(unionBox, [Infinity, Infinity, -Infinity, -Infinity])
}

export function joinWords(words: Word[]): string {
  return words.map(({ text }) => text).join(' ')
}

/** True if the text contains a word or an abbreviation, also with spaced letters: `TOTAL`, `T O T A L`, `P.P.N.` */
export function hasLetters(text: string): boolean {
  return /\p{L}{2}|(?<!\S)\p{L}(?: \p{L}){2,}(?!\S)|(?:\p{L}\.){2}/u.test(text)
}

function isHorizontalText({ text, box, font_size }: Word): boolean {
  const isRule = /^(?:[_=–—.*+|-]{4,}|\|)$/.test(text)
  const isVertical = text.length > 1 && box[3] - box[1] > maxWordHeightEm * font_size
  return !isRule && !isVertical
}
