import type { Bitmap } from '../pdf/render-page.ts'
import { createInkMask } from './ink-mask.ts'

/** In points: longer than any stroke of a letter. */
const minLength = 24
/** In points: thicker bars are backgrounds, which may hold white text. */
const maxThickness = 2.4
/** Share of a rule's length that must be thin; letters and other rules may cross the rest. */
const minThinShare = 0.6
/** Pixels beside a rule that smoothing greyed. */
const fringe = 2

const paper = 255

interface CleanPage {
  bitmap: Bitmap
  /** Vertical rules separated the columns of a table. */
  hasGrid: boolean
}

/**
 * Erases the lines of tables and boxes, because Tesseract takes them for letters and garbles the text inside. Letters that
 * touch a line keep their pixels. Without vertical lines nothing is erased: horizontal ones garble no text and help
 * Tesseract to keep a narrow column of numbers.
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

/** The rows of a bitmap, or its columns. */
interface Lines {
  ink: Uint8Array
  pixels: Uint8Array
  /** Pixels of a line. */
  length: number
  /** Number of lines. */
  count: number
  /** Distance between neighbours within a line, and between lines. */
  along: number
  across: number
}

interface Limits {
  length: number
  thickness: number
}

/** Returns how many runs of ink it erased. */
function eraseRules(lines: Lines, limits: Limits): number {
  let erased = 0
  for (let line = 0; line < lines.count; line++) {
    let start = 0
    for (let at = 0; at <= lines.length; at++) {
      if (at < lines.length && lines.ink[line * lines.across + at * lines.along]) continue
      const isLong = at - start >= limits.length
      if (isLong && eraseRun(lines, { line, start, end: at }, limits)) erased++
      start = at + 1
    }
  }
  return erased
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
      : [Math.max(0, from - fringe), Math.min(lines.count - 1, to + fringe)]
    for (let line = first; line <= last; line++) {
      lines.pixels[line * lines.across + at * lines.along] = paper
    }
  }
  return true
}

/** Extent of the ink across a run, at one of its pixels. */
interface Span {
  at: number
  from: number
  to: number
  /** A rule in the other direction crosses here. */
  isCrossing: boolean
}

/** Leaves out pixels where the ink is neither thin nor a crossing rule: a letter touches the run. */
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

/** Consecutive ink beyond a pixel, in one direction across the lines. */
function countInk(
  { ink, count, along, across }: Lines,
  { line, at, step }: { line: number; at: number; step: 1 | -1 },
  most: number,
): number {
  let length = 0
  for (let next = line + step; next >= 0 && next < count && length < most; next += step) {
    if (!ink[next * across + at * along]) break
    length++
  }
  return length
}
