import type { Box } from '../../domain/reading/reading.ts'
import type { Point } from './page-rotation.ts'

/** One drawn character, in upright page coordinates. */
export interface Glyph {
  text: string
  /** Bounding box of the ink. */
  box: Box
  baseline: number
  size: number
  /** Unit vector of the writing direction; [1, 0] is left to right. */
  direction: Point
  /** Extent along the writing direction. */
  start: number
  end: number
  /** Position of the baseline, perpendicular to the writing direction. */
  level: number
  /** Id of the text object that drew the glyph. Letters in a ligature have the same id; overprinted letters do not. */
  object: number
  /** True if the text object ends with a space after this glyph. */
  is_before_space: boolean
}

/** A space in the document. */
export const space = 'space'

/** A space or line end that pdfium infers from the positions of letters; on a page with little text it guesses wrong. */
export const inferredSpace = 'inferred space'

export type GlyphOrSpace = Glyph | typeof space | typeof inferredSpace

export function isSpace(mark: GlyphOrSpace): mark is typeof space | typeof inferredSpace {
  return mark === space || mark === inferredSpace
}

// In ems (multiples of the font size); superscripts rise further.
const maxBaselineStepEm = 0.25

/** Returns the overlap of two glyphs along their line; a gap is negative. */
export function overlapBetween(one: Glyph, other: Glyph): number {
  return Math.min(one.end, other.end) - Math.max(one.start, other.start)
}

export function isSameLine(one: Glyph, other: Glyph): boolean {
  const em = Math.max(one.size, other.size)
  const [x, y] = one.direction
  const isParallel = x * other.direction[0] + y * other.direction[1] > 0.99
  return isParallel && Math.abs(one.level - other.level) <= maxBaselineStepEm * em
}
