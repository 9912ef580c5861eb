import type { LabelPlace } from './labels.ts'
import type { Segment } from './text-lines.ts'

// In ems, that is, parts of the font size.
const sameLine = 0.35
/** Some layouts set a label half a line lower than its value. */
export const besideReach = 0.6
const belowReach = 5
const widestStep = 2
const sameLeft = 1

/** What follows a label to the right, from near to far: first on its own line, then half a step off. */
export function rightOf({ label, rest }: LabelPlace, onPage: Segment[]): Segment[][] {
  const edge = label.box[2] - sameLine * label.font_size
  const between = (from: number, to: number) =>
    onPage
      .filter((segment) => {
        const step = Math.abs(stepBetween(label, segment))
        return segment.box[0] >= edge && step > from && step <= to
      })
      .toSorted((a, b) => a.box[0] - b.box[0])
  return [[...(rest ? [rest] : []), ...between(-1, sameLine)], between(sameLine, besideReach)]
}

/** What stands under a label and within its width, from near to far. */
export function belowOf(label: Segment, onPage: Segment[]): Segment[] {
  return onPage.filter((segment) => {
    const step = stepBetween(label, segment)
    return step > sameLine && step <= belowReach && overlaps(label, segment)
  })
}

/** The lines that go on under a piece of text at the same left edge, down to the first gap. */
export function blockUnder(first: Segment, onPage: Segment[]): Segment[] {
  const block: Segment[] = []
  let last = first
  for (const segment of onPage) {
    const isAligned = Math.abs(segment.box[0] - first.box[0]) <= sameLeft * first.font_size
    const step = stepBetween(last, segment)
    if (!isAligned || step <= sameLine) continue
    if (step > widestStep) break
    block.push(segment)
    last = segment
  }
  return block
}

/** How far the second stands below the first, in ems. */
function stepBetween(upper: Segment, lower: Segment): number {
  return (lower.baseline - upper.baseline) / Math.max(upper.font_size, lower.font_size)
}

function overlaps(one: Segment, other: Segment): boolean {
  return other.box[0] <= one.box[2] && other.box[2] >= one.box[0]
}
