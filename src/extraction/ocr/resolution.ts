import type { Word } from '../../domain/reading/reading.ts'
import { dotsPerInch } from '../pdf/render-page.ts'

/** Height in pixels of a capital letter that Tesseract reads best. */
const bestCapHeight = 30
/** Smaller letters lose strokes; above, a second pass gains nothing. */
const minCapHeight = 20
/** Of the font size. */
const capHeightEm = 0.72
const maxDotsPerInch = 1200

/** Resolution at which the letters of a page have the best height; undefined if they were tall enough. */
export function chooseSharperDpi(words: Word[]): number | undefined {
  const sizes = words.map(({ font_size }) => font_size).toSorted((a, b) => a - b)
  const median = sizes[sizes.length >> 1]
  if (median === undefined || median <= 0) return undefined
  const capHeight = (dpi: number) => (median * capHeightEm * dpi) / 72
  if (capHeight(dotsPerInch) >= minCapHeight) return undefined
  return Math.min(maxDotsPerInch, Math.round(bestCapHeight / capHeight(1)))
}
