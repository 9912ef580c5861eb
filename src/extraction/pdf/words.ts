import type { Word } from '../../domain/reading/reading.ts'
import {
  type Glyph,
  inferredSpace,
  isSameLine,
  type GlyphOrSpace,
  overlapBetween,
  space,
} from './glyph.ts'
import { toXmlSafeText } from '../text/xml-text.ts'

type Glyphs = [Glyph, ...Glyph[]]

// Maximum gap between letters in a word, in ems (multiples of the font size). Kerning leaves far smaller gaps.
const maxLetterGapEm = 0.25
const maxOverlapEm = 0.2
/** Maximum gap between letters of different text objects that belong to one word, in ems. */
const touchingEm = 0.03
/** Maximum overlap of kerned letters, in ems. */
const maxKerningEm = 0.12
/**
 * Maximum gap at which an inferred space is wrong, in ems. The narrowest real gaps between words are about twice as
 * wide.
 */
const maxFalseGapEm = 0.1

/**
 * Joins glyphs into words in the order in which they are drawn, never by x: if a long name overlaps the next column,
 * only that order separates the two words.
 */
export function buildWords(marks: Iterable<GlyphOrSpace>): Word[] {
  const words: Glyphs[] = []
  let word: Glyphs | undefined
  let isAfterInferred = false
  for (const mark of marks) {
    if (mark === space) {
      word = undefined
    } else if (mark === inferredSpace) {
      isAfterInferred = true
      continue
    } else if (word && isJoined(word, mark, isAfterInferred)) {
      word.push(mark)
    } else {
      word = [mark]
      words.push(word)
    }
    isAfterInferred = false
  }
  return words.map(toWord).filter(({ text }) => text !== '')
}

/**
 * True if a glyph continues a word. Letters in one text object may overlap, as in a ligature, but overlapping text
 * objects are separate words.
 */
function isJoined(word: Glyphs, next: Glyph, isAfterInferred: boolean): boolean {
  const previous = word.at(-1) as Glyph
  const em = Math.max(previous.size, next.size)
  const overlap = overlapBetween(previous, next)
  const touches = isTouching(previous, next, overlap / em) || isKerned(word, next, overlap / em)
  if (isAfterInferred && !touches) return false
  if (-overlap > maxLetterGapEm * em) return false
  if (overlap > maxOverlapEm * em && previous.object !== next.object) return false
  return isSameLine(previous, next)
}

/** True if the space that pdfium inferred between two letters is wrong. */
function isTouching(previous: Glyph, next: Glyph, overlapEm: number): boolean {
  if (previous.object === next.object) return -overlapEm < maxFalseGapEm
  return Math.abs(overlapEm) <= touchingEm
}

/**
 * True if the letter overlaps the one before it, as in `Wa` and `AV`. A text object that starts with a capital may be
 * the next column, except in documents that draw each letter as a text object.
 */
function isKerned(word: Glyphs, next: Glyph, overlapEm: number): boolean {
  const [before, previous] = word.slice(-2)
  const isDrawnByLetter = previous !== undefined && before?.object !== previous.object
  const areLetters =
    /^[\p{L}'’-]$/u.test(word.at(-1)?.text ?? '') && /^[\p{L}'’-]$/u.test(next.text)
  const isExpected = !/^\p{Lu}$/u.test(next.text) || isDrawnByLetter
  return areLetters && isExpected && overlapEm > 0 && overlapEm <= maxKerningEm
}

function toWord(glyphs: Glyphs): Word {
  const [first] = glyphs
  let text = ''
  let [left, top, right, bottom] = first.box
  for (const glyph of glyphs) {
    text += glyph.text
    left = Math.min(left, glyph.box[0])
    top = Math.min(top, glyph.box[1])
    right = Math.max(right, glyph.box[2])
    bottom = Math.max(bottom, glyph.box[3])
  }
  return {
    text: unifyHyphens(toXmlSafeText(text)),
    box: [
      roundToHundredths(left),
      roundToHundredths(top),
      roundToHundredths(right),
      roundToHundredths(bottom),
    ],
    baseline: roundToHundredths(first.baseline),
    font_size: roundToHundredths(first.size),
    ...(glyphs.at(-1)?.is_before_space && { trailing_space: true }),
  }
}

/** Replaces other hyphens, and minus signs inside a word, which some printer drivers write instead of hyphens. */
function unifyHyphens(text: string): string {
  return text
    .replaceAll(/[\u2010\u2011]/g, '-')
    .replaceAll(/(?<=[\p{L}\p{N}])\u2212(?=[\p{L}\p{N}])/gu, '-')
}

/** Rounds more finely than any printer can resolve. This keeps outputs small and deterministic. */
export function roundToHundredths(points: number): number {
  return Math.round(points * 100) / 100
}
