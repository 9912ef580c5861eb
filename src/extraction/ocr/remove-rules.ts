import type { Bitmap } from '../pdf/render-page.ts'
import { createInkMask } from './ink-mask.ts'

/** Minimum length of a rule, in points. No stroke of a letter is as long. */
const minLength = 24
/** Maximum thickness of a rule, in points. Thicker bars are backgrounds, which may contain white text. */
const maxThickness = 2.4
/** Minimum fraction of a rule that must be thin. Letters and other rules may cross the rest. */
const minThinShare = 0.6
/** Width of the grey edge that smoothing leaves beside a rule, in pixels. */
const fringePixels = 2

const paperBrightness = 255

interface CleanPage {
  bitmap: Bitmap
  /** True if vertical rules separate the table's columns. */
  hasGrid: boolean
}

/**
 * Erases the lines of tables and boxes, which Tesseract reads as letters and which garble the text inside. Letters that
 * touch a line keep their pixels. Erases nothing if there are no vertical lines: horizontal lines alone do not garble
 * text, and they help Tesseract to keep a narrow column of numbers.
 */
export function removeRules(bitmap: Bitmap): CleanPage {
  const { width, height, scale } = bitmap
  const ink = createInkMask(bitmap)
  const pixels = bitmap.pixels.slice()
  const limits = { length: minLength * scale, thickness: maxThickness * scale }
  eraseRules({ ink, pixels, length: width, count: height, along: 1, across: width }, limits)
  const vertical = { ink, pixels, length: height, count: width, along: width, across: 1 }
  const hasGrid = eraseRules(vertical, limits) > 0
  return hasGrid ? { bitmap: { ...bitmap, pixels }, hasGrid } : { bitmap, hasGrid }
}

/** The rows or the columns of a bitmap. */
interface Lines {
  ink: Uint8Array
  pixels: Uint8Array
  /** Number of pixels in a line. */
  length: number
  /** Number of lines. */
  count: number
  /** Distance in the array between adjacent pixels of a line, and between adjacent lines. */
  along: number
  across: number
}

interface Limits {
  length: number
  thickness: number
}

/** Erases runs of ink that are rules and returns how many it erased. */
function eraseRules(lines: Lines, limits: Limits): number {
  let erasedRuns = 0
  for (let line = 0; line < lines.count; line++) {
    let start = 0
    for (let at = 0; at <= lines.length; at++) {
      if (at < lines.length && lines.ink[line * lines.across + at * lines.along]) continue
      const isLong = at - start >= limits.length
      if (isLong && eraseRun(lines, { line, start, end: at }, limits)) erasedRuns++
      start = at + 1
    }
  }
  return erasedRuns
}

interface Run {
  line: number
  start: number
  end: number
}

function eraseRun(lines: Lines, run: Run, limits: Limits): boolean {
  const spans = measureSpans(lines, run, limits)
  const thin = spans.filter(({ isCrossing }) => !isCrossing).length
  if (thin < minThinShare * (run.end - run.start)) return false
  for (const { at, from, to, isCrossing } of spans) {
    const [first, last] = isCrossing
      ? [run.line, run.line]
      : [Math.max(0, from - fringePixels), Math.min(lines.count - 1, to + fringePixels)]
    for (let line = first; line <= last; line++) {
      lines.pixels[line * lines.across + at * lines.along] = paperBrightness
    }
  }
  return true
}

/** The extent of the ink across a run, at one of the run's pixels. */
interface Span {
  at: number
  from: number
  to: number
  /** True if a rule in the other direction crosses here. */
  isCrossing: boolean
}

/**
 * Measures the thickness along a run. Omits pixels at which a letter touches the run: the ink there is neither thin nor
 * a crossing rule.
 */
function measureSpans(lines: Lines, { line, start, end }: Run, limits: Limits): Span[] {
  const spans: Span[] = []
  for (let at = start; at < end; at++) {
    const from = line - countInk(lines, { line, at, step: -1 }, limits.length)
    const to = line + countInk(lines, { line, at, step: 1 }, limits.length)
    const thickness = to - from + 1
    const isCrossing = thickness >= limits.length
    if (isCrossing || thickness <= limits.thickness) spans.push({ at, from, to, isCrossing })
  }
  return spans
}

/** Counts consecutive ink pixels in one direction across the lines. */
function countInk(
  { ink, count, along, across }: Lines,
  { line, at, step }: { line: number; at: number; step: 1 | -1 },
  maxLength: number,
): number {
  let length = 0
  for (let next = line + step; next >= 0 && next < count && length < maxLength; next += step) {
    if (!ink[next * across + at * along]) break
    length++
  }
  return length
}
