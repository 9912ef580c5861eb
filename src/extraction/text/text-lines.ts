import type { Box, Page, Word } from '../../domain/reading/reading.ts'
import { unionOf } from './box.ts'
import { buildLines } from './build-lines.ts'

/** Words with no wide gap between them: a label, a value, a cell. Never empty. */
export interface Segment {
  page: number
  words: Word[]
  box: Box
  baseline: number
  font_size: number
  text: string
  /** The text as labels are compared. */
  plain: string
}

export interface TextLine {
  page: number
  baseline: number
  font_size: number
  segments: Segment[]
  text: string
}

// In ems, that is, parts of the font size.
const segmentGap = 1
const tallestWord = 1.8

/** The lines of all pages in reading order, without drawn rules and without text that stands on end. */
export function readTextLines(pages: Page[]): TextLine[] {
  return pages.flatMap(({ number, words }) =>
    buildLines(words.filter(isText)).map(({ baseline, font_size, words: onLine }) => ({
      page: number,
      baseline,
      font_size,
      segments: toSegments(onLine, number),
      text: textOf(onLine),
    })),
  )
}

export function toSegments(words: Word[], page: number): Segment[] {
  const groups: Word[][] = []
  for (const word of words) {
    const group = groups.at(-1)
    const previous = group?.at(-1)
    if (group && previous && gapBetween(previous, word) < segmentGap) group.push(word)
    else groups.push([word])
  }
  return groups.map((group) => toSegment(group, page))
}

export function toSegment(words: Word[], page: number): Segment {
  const { baseline = 0, font_size = 0 } = words[0] ?? {}
  const text = textOf(words)
  return { page, words, box: boxOf(words), baseline, font_size, text, plain: plain(text) }
}

/** What of a text counts when labels are compared: not upper case, spaces, colons and dots. */
export function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s:.]/g, '')
}

/** In ems. */
export function gapBetween(left: Word, right: Word): number {
  return (right.box[0] - left.box[2]) / Math.max(left.font_size, right.font_size)
}

export function boxOf(words: Word[]): Box {
  return words.map(({ box }) => box).reduce(unionOf, [Infinity, Infinity, -Infinity, -Infinity])
}

export function textOf(words: Word[]): string {
  return words.map(({ text }) => text).join(' ')
}

function isText({ text, box, font_size }: Word): boolean {
  const isRule = /^[_=–—.*-]{4,}$/.test(text)
  const standsOnEnd = text.length > 1 && box[3] - box[1] > tallestWord * font_size
  return !isRule && !standsOnEnd
}
