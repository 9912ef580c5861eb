import type { Box } from '../../domain/reading/reading.ts'
import type { Point } from './page-rotation.ts'

/** One drawn character, in the coordinates of the upright page. */
export interface Glyph {
  text: string
  /** Where its ink is. */
  box: Box
  baseline: number
  size: number
  /** Which way the writing runs; [1, 0] is from left to right. */
  direction: Point
  /** Where it begins and ends, measured along the direction. */
  start: number
  end: number
  /** Where its line of writing is, measured across the direction. */
  level: number
  /** The instruction that drew it: the letters of a ligature share it, overprints do not. */
  object: number
  /** Whether that instruction goes on with a space after it and then ends. */
  is_before_space: boolean
}

/** A space of the document, or a gap or line end that pdfium takes for one. */
export const space = 'space'

/** What a page draws. */
export type GlyphOrSpace = Glyph | typeof space

// In ems, that is, parts of the font size. A raised figure stands higher than this.
const maxBaselineStepEm = 0.25

/** How far two glyphs lie on each other along their line; below zero, how far they are apart. */
export function overlapBetween(one: Glyph, other: Glyph): number {
  return Math.min(one.end, other.end) - Math.max(one.start, other.start)
}

export function isSameLine(one: Glyph, other: Glyph): boolean {
  const em = Math.max(one.size, other.size)
  const [x, y] = one.direction
  const isParallel = x * other.direction[0] + y * other.direction[1] > 0.99
  return isParallel && Math.abs(one.level - other.level) <= maxBaselineStepEm * em
}
