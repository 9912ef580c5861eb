import type { Bitmap } from '../pdf/render-page.ts'

/** Minimum difference in brightness between paper and ink, out of 255. */
const minContrast = 60

/**
 * Returns 1 for each pixel that is clearly darker than the paper, which has the most frequent brightness on the page.
 */
export function createInkMask({ pixels }: Bitmap): Uint8Array {
  const counts = new Uint32Array(256)
  for (const pixel of pixels) counts[pixel] = (counts[pixel] ?? 0) + 1
  const darkest = counts.indexOf(Math.max(...counts)) - minContrast
  const ink = new Uint8Array(pixels.length)
  for (let index = 0; index < pixels.length; index++) {
    if ((pixels[index] ?? 255) < darkest) ink[index] = 1
  }
  return ink
}
