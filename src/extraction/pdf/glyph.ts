import type { Box } from '../../domain/reading/reading.ts'
import type { Point } from './page-rotation.ts'

/** A character drawn on the page, in upright page coordinates. */
export interface Glyph {
  text: string
  /** Bounding box of the ink. */
  box: Box
  baseline: number
  size: number
  /** Unit vector of the writing direction, where [1, 0] is left to right. */
  direction: Point
  /** Extent along the writing direction. */
  start: number
  end: number
  /** Baseline position, perpendicular to the writing direction. */
  level: number
  /**
   * ID of the text object that drew the glyph. The ID is the same for all letters in a ligature, and different for
   * overprinted letters.
   */
  object: number
  /** True if the text object ends with a space after this glyph. */
  is_before_space: boolean
}

/** A space in the document. */
export const space = 'space'

/**
 * A space or the end of a line that pdfium infers from letter positions. On a page with little text, the inference may
 * be wrong.
 */
export const inferredSpace = 'inferred space'

export type GlyphOrSpace = Glyph | typeof space | typeof inferredSpace

export function isSpace(mark: GlyphOrSpace): mark is typeof space | typeof inferredSpace {
  return mark === space || mark === inferredSpace
}

// Maximum baseline difference within a line, in ems (multiples of the font size). Superscripts rise further.
const maxBaselineStepEm = 0.25

/** Returns how much two glyphs overlap along their line, or a negative number if there is a gap. */
export function overlapBetween(one: Glyph, other: Glyph): number {
  return Math.min(one.end, other.end) - Math.max(one.start, other.start)
}

export function isSameLine(one: Glyph, other: Glyph): boolean {
  const em = Math.max(one.size, other.size)
  const [x, y] = one.direction
  const isParallel = x * other.direction[0] + y * other.direction[1] > 0.99
  return isParallel && Math.abs(one.level - other.level) <= maxBaselineStepEm * em
}
