import { findBlockBelow } from '../text/neighbours.ts'
import { type Segment, toSegment } from '../text/text-lines.ts'

const sameLineEm = 0.35
const endsWithComma = /,\s*$/

/** Joins text that ends with a comma with the aligned lines below it, up to the first that does not end with one. */
export function continueText(first: Segment, onPage: Segment[]): Segment {
  if (!isCutOff(first)) return first
  const lines = [first]
  // The colon after the label may be the first word.
  const start = first.words.findIndex(({ text }) => /[\p{L}\p{N}]/u.test(text))
  const value = toSegment(first.words.slice(start), first.page)
  for (const segment of findBlockBelow(value, onPage)) {
    if (!isCutOff(lines.at(-1) ?? first) || hasTextToLeft(segment, onPage)) break
    lines.push(segment)
  }
  const words = lines.flatMap((line) => line.words)
  return toSegment(words, first.page)
}

/** True if the text ends with a comma, so that a part of it is missing. */
export function isCutOff({ text }: Segment): boolean {
  return endsWithComma.test(text)
}

function hasTextToLeft({ baseline, box, font_size }: Segment, onPage: Segment[]): boolean {
  return onPage.some(
    (other) =>
      other.box[2] <= box[0] && Math.abs(other.baseline - baseline) <= sameLineEm * font_size,
  )
}
