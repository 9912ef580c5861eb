import type { Bitmap } from '../pdf/render-page.ts'

// In degrees. No paper lies more askew than that in a scanner.
const most = 10
const coarse = 0.5
const fine = 0.05

/** Lines of writing are still apart on a picture of this width. */
const width = 1000
/** Less dark than that, of 255, is the paper. */
const faintest = 30

/** Dark spots of a picture, and how dark each is. */
interface Ink {
  xs: number[]
  ys: number[]
  weights: number[]
  /** No spot is farther from the corner. */
  reach: number
}

/**
 * How many degrees clockwise make the writing on a picture level; nothing if there is no ink on it. Seen
 * along its lines, writing is rows of ink with white between them, and at no other angle are they so sharp.
 */
export function skewOf(bitmap: Bitmap): number | undefined {
  const ink = inkOf(bitmap)
  if (ink.xs.length === 0) return undefined
  const roughly = sharpest(ink, 0, { within: most, step: coarse })
  return sharpest(ink, roughly, { within: coarse, step: fine })
}

function sharpest(ink: Ink, middle: number, { within, step }: { within: number; step: number }) {
  let best = middle
  let most = sharpnessOf(ink, middle)
  for (let angle = middle - within; angle <= middle + within; angle += step) {
    const sharpness = sharpnessOf(ink, angle)
    if (sharpness > most) {
      best = angle
      most = sharpness
    }
  }
  return best
}

/** How much the rows of a picture turned so far differ from those beside them. */
function sharpnessOf({ xs, ys, weights, reach }: Ink, degrees: number): number {
  const sin = Math.sin((degrees * Math.PI) / 180)
  const cos = Math.cos((degrees * Math.PI) / 180)
  const rows = new Float64Array(2 * reach + 1)
  for (let index = 0; index < xs.length; index++) {
    const row = reach + Math.round(sin * (xs[index] ?? 0) + cos * (ys[index] ?? 0))
    rows[row] = (rows[row] ?? 0) + (weights[index] ?? 0)
  }
  return rows.reduce((sum, weight, row) => sum + (weight - (rows[row - 1] ?? 0)) ** 2, 0)
}

function inkOf(bitmap: Bitmap): Ink {
  const step = Math.max(1, Math.floor(Math.min(bitmap.width, bitmap.height) / width))
  const columns = Math.floor(bitmap.width / step)
  const rows = Math.floor(bitmap.height / step)
  const paper = bitmap.pixels.reduce((sum, pixel) => sum + pixel, 0) / bitmap.pixels.length
  const ink: Ink = { xs: [], ys: [], weights: [], reach: Math.ceil(Math.hypot(columns, rows)) }
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const dark = paper - meanOf(bitmap, { left: x * step, top: y * step, side: step })
      if (dark < faintest) continue
      ink.xs.push(x)
      ink.ys.push(y)
      ink.weights.push(dark)
    }
  }
  return ink
}

function meanOf(bitmap: Bitmap, { left, top, side }: { left: number; top: number; side: number }) {
  let sum = 0
  for (let y = top; y < top + side; y++) {
    for (let x = left; x < left + side; x++) sum += bitmap.pixels[y * bitmap.width + x] ?? 0
  }
  return sum / side ** 2
}
