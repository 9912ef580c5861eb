import type { Box, Page } from '../../domain/reading/reading.ts'
import { createViewTransform, type View } from '../pdf/render-page.ts'
import { roundToHundredths } from '../pdf/words.ts'

/** Returns the smallest upright box in the view that contains a box on the page. */
export function transformBox(box: Box, size: [number, number], view: View): Box {
  const place = createViewTransform(size, view, 1)
  const [left, top, right, bottom] = box
  const corners = [
    place([left, top]),
    place([right, top]),
    place([left, bottom]),
    place([right, bottom]),
  ]
  const xs = corners.map(([x]) => x)
  const ys = corners.map(([, y]) => y)
  const enclosingBox: Box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
  return enclosingBox.map(roundToHundredths) as Box
}

/** Maps a box on a rotated and deskewed page back to the stored page. */
export function toStoredBox(box: Box, { width, height, ocr }: Page): Box {
  if (!ocr || (ocr.turned === 0 && ocr.straightened === 0)) return box
  // Rotations about the page centre commute, so their order does not matter.
  const turns = (((360 - ocr.turned) / 90) % 4) as View['turns']
  return transformBox(box, [width, height], { turns, deskew: -ocr.straightened })
}
