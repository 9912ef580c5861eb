import { plain, type Segment, toSegment } from './text-lines.ts'

/** A place where a label stands. */
export interface LabelPlace {
  segment: Segment
  /** The label alone, for measuring. */
  label: Segment
  /** What follows it in its segment, or undefined. */
  rest: Segment | undefined
  fit: Fit
}

/** How much of its segment a label fills, best first. */
const fits = ['whole', 'beginning', 'inside'] as const
type Fit = (typeof fits)[number]

/**
 * Every place of a label: those that fill their segment first, then those that begin it, then the
 * others. Upper case, spaces, colons and dots do not matter, but it begins and ends where a word may.
 */
export function findLabel(label: string, segments: Segment[]): LabelPlace[] {
  const wanted = plain(label)
  const places = segments
    .filter((segment) => segment.plain.includes(wanted))
    .flatMap((segment) => placeIn(segment, wanted) ?? [])
  return fits.flatMap((fit) => places.filter((place) => place.fit === fit))
}

function placeIn(segment: Segment, wanted: string): LabelPlace | undefined {
  const words = segment.words.map(({ text }) => plain(text))
  const whole = words.join('')
  let at = whole.indexOf(wanted)
  while (at >= 0 && !isBounded(words, whole, at, at + wanted.length)) {
    at = whole.indexOf(wanted, at + 1)
  }
  if (at < 0) return undefined
  const end = at + wanted.length
  const fit = at > 0 ? 'inside' : end < whole.length ? 'beginning' : 'whole'
  const [first, last] = [wordAt(words, at), wordAt(words, end - 1)]
  const label = toSegment(segment.words.slice(first, last + 1), segment.page)
  return { segment, label, rest: restOf(segment, last, end - lengthUpTo(words, last - 1)), fit }
}

/** What follows the label, of whose last word it takes so many characters that count. */
function restOf(segment: Segment, last: number, taken: number): Segment | undefined {
  const [word, ...after] = segment.words.slice(last)
  const tail = word ? [{ ...word, text: withoutStart(word.text, taken) }] : []
  const words = [...tail, ...after].filter(({ text }) => text !== '')
  const rest = toSegment(words, segment.page)
  return rest.plain === '' ? undefined : rest
}

function withoutStart(text: string, taken: number): string {
  let end = 0
  while (plain(text.slice(0, end)).length < taken) end++
  return text.slice(end)
}

function isBounded(words: string[], whole: string, start: number, end: number): boolean {
  const edges = new Set(words.map((_, index) => lengthUpTo(words, index)))
  const startsWell =
    start === 0 || edges.has(start) || !/[\p{L}\p{N}]/u.test(whole[start - 1] ?? '')
  const next = `${whole[end - 1]}${whole[end] ?? ''}`
  return startsWell && (edges.has(end) || !/^(\p{L}\p{L}|\p{N}\p{N}|\p{N}\p{L})$/u.test(next))
}

function lengthUpTo(words: string[], index: number): number {
  return words.slice(0, index + 1).reduce((length, word) => length + word.length, 0)
}

function wordAt(words: string[], offset: number): number {
  return words.findIndex((_, index) => lengthUpTo(words, index) > offset)
}
