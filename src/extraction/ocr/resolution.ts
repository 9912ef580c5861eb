import type { Word } from '../../domain/reading/reading.ts'
import { dotsPerInch } from '../pdf/render-page.ts'

/** In pixels: the capital letter height that Tesseract reads best. */
const bestCapHeight = 30
/** In pixels: smaller letters lose strokes; a second pass does not help with taller letters. */
const minCapHeight = 20
/** Cap height as a share of the font size. */
const capHeightEm = 0.72
const maxDotsPerInch = 1200

/** Returns the resolution at which letters have the best height; undefined if they are tall enough. */
export function chooseSharperDpi(words: Word[]): number | undefined {
  const sizes = words.map(({ font_size }) => font_size).toSorted((a, b) => a - b)
  const median = sizes[sizes.length >> 1]
  if (median === undefined || median <= 0) return undefined
  const capHeight = (dpi: number) => (median * capHeightEm * dpi) / 72
  if (capHeight(dotsPerInch) >= minCapHeight) return undefined
  return Math.min(maxDotsPerInch, Math.round(bestCapHeight / capHeight(1)))
}
