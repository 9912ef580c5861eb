import { findFirstIndex } from '../text/find-first-index.ts'
import { findBlockBelow } from '../text/neighbours.ts'
import { type Segment, toSegment } from '../text/text-lines.ts'

const sameLineEm = 0.35
const endsWithComma = /,\s*$/

/**
 * Joins text that ends with a comma to the aligned lines below it, up to the first line that does not end with a comma.
 */
export function continueText(first: Segment, onPage: Segment[]): Segment {
  if (!isCutOff(first)) return first
  const lines = [first]
  // The colon after the label may be the first word.
  const start = first.words.findIndex(({ text }) => /[\p{L}\p{N}]/u.test(text))
  const value = toSegment(first.words.slice(start), first.page)
  const hasTextToLeft = createLeftCheck(onPage)
  for (const segment of findBlockBelow(value, onPage)) {
    if (!isCutOff(lines.at(-1) ?? first) || hasTextToLeft(segment)) break
    lines.push(segment)
  }
  const words = lines.flatMap((line) => line.words)
  return toSegment(words, first.page)
}

/** True if the text ends with a comma, so that a part of it is missing. */
export function isCutOff({ text }: Segment): boolean {
  return endsWithComma.test(text)
}

/** Returns a check that looks only at segments on the same line, so that many lines take linear time. */
function createLeftCheck(onPage: Segment[]): (segment: Segment) => boolean {
  const sorted = onPage.toSorted((one, other) => one.baseline - other.baseline)
  return ({ baseline, box, font_size }) => {
    const reach = sameLineEm * font_size
    const from = findFirstIndex(sorted, (other) => other.baseline >= baseline - reach)
    const to = findFirstIndex(sorted, (other) => other.baseline > baseline + reach)
    return sorted.slice(from, to).some((other) => other.box[2] <= box[0])
  }
}
