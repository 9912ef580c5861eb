import type { Bitmap } from '../pdf/render-page.ts'

// Range and steps of the search, in degrees. Scanners never skew paper by more than this range.
const maxSkewDegrees = 10
const coarseStepDegrees = 0.5
const fineStepDegrees = 0.05

/** Width to which the page is reduced, in pixels. At this width, text lines remain distinct. */
const sampleWidth = 1000
/** A pixel less dark than this, out of 255, counts as paper. */
const minDarkness = 30

/** The dark samples of a bitmap, each with its darkness. */
interface Ink {
  xs: number[]
  ys: number[]
  weights: number[]
  /** Maximum distance from the corner to a sample. */
  max_distance: number
}

/**
 * Returns the clockwise rotation, in degrees, that makes the text horizontal, or undefined for a blank page. At that
 * angle, the projection profile alternates most sharply between lines of ink and white space.
 */
export function measureSkew(bitmap: Bitmap): number | undefined {
  const ink = sampleInk(bitmap)
  if (ink.xs.length === 0) return undefined
  const roughAngle = findSharpestAngle(ink, 0, { within: maxSkewDegrees, step: coarseStepDegrees })
  return findSharpestAngle(ink, roughAngle, { within: coarseStepDegrees, step: fineStepDegrees })
}

function findSharpestAngle(
  ink: Ink,
  middle: number,
  { within, step }: { within: number; step: number },
) {
  let best = middle
  let bestSharpness = measureSharpness(ink, middle)
  for (let angle = middle - within; angle <= middle + within; angle += step) {
    const sharpness = measureSharpness(ink, angle)
    if (sharpness > bestSharpness) {
      best = angle
      bestSharpness = sharpness
    }
  }
  return best
}

/** Returns the sum of squared differences between adjacent rows in the rotated projection profile. */
function measureSharpness({ xs, ys, weights, max_distance }: Ink, degrees: number): number {
  const sin = Math.sin((degrees * Math.PI) / 180)
  const cos = Math.cos((degrees * Math.PI) / 180)
  const rows = new Float64Array(2 * max_distance + 1)
  for (let index = 0; index < xs.length; index++) {
    const row = max_distance + Math.round(sin * (xs[index] ?? 0) + cos * (ys[index] ?? 0))
    rows[row] = (rows[row] ?? 0) + (weights[index] ?? 0)
  }
  return rows.reduce((sum, weight, row) => sum + (weight - (rows[row - 1] ?? 0)) ** 2, 0)
}

function sampleInk(bitmap: Bitmap): Ink {
  const step = Math.max(1, Math.floor(Math.min(bitmap.width, bitmap.height) / sampleWidth))
  const columns = Math.floor(bitmap.width / step)
  const rows = Math.floor(bitmap.height / step)
  const paper = bitmap.pixels.reduce((sum, pixel) => sum + pixel, 0) / bitmap.pixels.length
  const ink: Ink = {
    xs: [],
    ys: [],
    weights: [],
    max_distance: Math.ceil(Math.hypot(columns, rows)),
  }
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const dark = paper - meanBrightness(bitmap, { left: x * step, top: y * step, side: step })
      if (dark < minDarkness) continue
      ink.xs.push(x)
      ink.ys.push(y)
      ink.weights.push(dark)
    }
  }
  return ink
}

function meanBrightness(
  bitmap: Bitmap,
  { left, top, side }: { left: number; top: number; side: number },
) {
  let sum = 0
  for (let y = top; y < top + side; y++) {
    for (let x = left; x < left + side; x++) sum += bitmap.pixels[y * bitmap.width + x] ?? 0
  }
  return sum / side ** 2
}
