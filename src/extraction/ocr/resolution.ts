import type { Word } from '../../domain/reading/reading.ts'
import { dotsPerInch } from '../pdf/render-page.ts'

/** Cap height, in pixels, at which Tesseract is most accurate. */
const bestCapHeight = 30
/** Minimum cap height, in pixels: smaller letters lose strokes, and a second pass does not help with taller letters. */
const minCapHeight = 20
/** Cap height in ems. */
const capHeightEm = 0.72
const maxDotsPerInch = 1200

/** Returns the resolution at which letters have the best height, or undefined if they are tall enough already. */
export function chooseHigherDpi(words: Word[]): number | undefined {
  const sizes = words.map(({ font_size }) => font_size).toSorted((a, b) => a - b)
  const median = sizes[sizes.length >> 1]
  if (median === undefined || median <= 0) return undefined
  const capHeight = (dpi: number) => (median * capHeightEm * dpi) / 72
  if (capHeight(dotsPerInch) >= minCapHeight) return undefined
  return Math.min(maxDotsPerInch, Math.round(bestCapHeight / capHeight(1)))
}
