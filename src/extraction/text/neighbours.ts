import type { LabelMatch } from './labels.ts'
import type { Segment } from './text-lines.ts'

// Maximum baseline difference between segments on one line, in ems (multiples of the font size).
const lineToleranceEm = 0.35
/** In some layouts, a label is half a line below its value. */
export const besideReachEm = 0.6
const belowReachEm = 5
const maxLineStepEm = 2
const leftToleranceEm = 1

/**
 * Returns the segments to the right of a label, nearest first: those on its line, then those half a line above or
 * below.
 */
export function findSegmentsToRight(
  { label, rest }: Pick<LabelMatch, 'label' | 'rest'>,
  onPage: Segment[],
): Segment[][] {
  const edge = label.box[2] - lineToleranceEm * label.font_size
  const between = (from: number, to: number) =>
    onPage
      .filter((segment) => {
        const step = Math.abs(measureBaselineStepEm(label, segment))
        return segment.box[0] >= edge && step > from && step <= to
      })
      .toSorted((a, b) => a.box[0] - b.box[0])
  return [
    [...(rest ? [rest] : []), ...between(-1, lineToleranceEm)],
    between(lineToleranceEm, besideReachEm),
  ]
}

/** Returns segments below a label that overlap it horizontally, nearest first. */
export function findSegmentsBelow(label: Segment, onPage: Segment[]): Segment[] {
  return onPage.filter((segment) => {
    const step = measureBaselineStepEm(label, segment)
    return step > lineToleranceEm && step <= belowReachEm && overlaps(label, segment)
  })
}

/**
 * Returns the left-aligned lines below a segment, up to the first vertical gap. The gap before the first line may be
 * larger by `gapEm`.
 */
export function findBlockBelow(first: Segment, onPage: Segment[], gapEm = 0): Segment[] {
  const block: Segment[] = []
  let last = first
  for (const segment of onPage) {
    const isAligned = Math.abs(segment.box[0] - first.box[0]) <= leftToleranceEm * first.font_size
    const step = measureBaselineStepEm(last, segment)
    if (!isAligned || step <= lineToleranceEm) continue
    if (step > maxLineStepEm + (last === first ? gapEm : 0)) break
    block.push(segment)
    last = segment
  }
  return block
}

/** Returns the vertical distance from the upper to the lower baseline, in ems. */
function measureBaselineStepEm(upper: Segment, lower: Segment): number {
  return (lower.baseline - upper.baseline) / Math.max(upper.font_size, lower.font_size)
}

function overlaps(one: Segment, other: Segment): boolean {
  return other.box[0] <= one.box[2] && other.box[2] >= one.box[0]
}
