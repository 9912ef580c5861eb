import type { Box, Page, Word } from '../../domain/reading/reading.ts'
import { createViewTransform, type View } from '../pdf/render-page.ts'
import { roundToHundredths } from '../pdf/words.ts'
import { transformBox } from './transform-box.ts'

/** Maximum height relative to the words beneath. A watermark is far taller and must not replace them. */
const maxHeightRatio = 2

/**
 * Combines the page's text layer, such as a stamp, with recognised words. Where both cover the same spot, the text
 * layer wins, because it is exact.
 */
export function mergeTextLayer(
  page: Page,
  view: View,
  recognised: Word[],
): { all: Word[]; found: number } {
  const drawn = page.words.map((word) => toView(word, page, view))
  const found = recognised.filter((word) => !drawn.some((one) => isSameSpot(one.box, word.box)))
  return { all: [...drawn, ...found], found: found.length }
}

function toView(word: Word, { width, height }: Page, view: View): Word {
  const [, baseline] = createViewTransform([width, height], view, 1)([word.box[0], word.baseline])
  return {
    ...word,
    box: transformBox(word.box, [width, height], view),
    baseline: roundToHundredths(baseline),
  }
}

function isSameSpot(drawn: Box, recognised: Box): boolean {
  const [left, top, right, bottom] = recognised
  const [x, y] = [(left + right) / 2, (top + bottom) / 2]
  const isAlike = drawn[3] - drawn[1] <= maxHeightRatio * (bottom - top)
  return isAlike && x >= drawn[0] && x <= drawn[2] && y >= drawn[1] && y <= drawn[3]
}
