import { toLabelKey, type Segment, toSegment } from './text-lines.ts'

/** One occurrence of a label. */
export interface LabelMatch {
  segment: Segment
  /** Only the label's words, for its geometry. */
  label: Segment
  /** The text after the label in the same segment. */
  rest: Segment | undefined
  fit: Fit
}

/** How a label fits its segment, best fit first. */
const fits = ['whole', 'beginning', 'inside'] as const
type Fit = (typeof fits)[number]

/**
 * Finds every occurrence of a label, best fit first: a whole segment, the start of a segment, the inside of a segment.
 * Ignores case, spaces, colons and dots, but matches only at word boundaries.
 */
export function findLabel(label: string, segments: Segment[]): LabelMatch[] {
  const labelKey = toLabelKey(label)
  const matches = segments
    .filter((segment) => segment.label_key.includes(labelKey))
    .flatMap((segment) => matchSegment(segment, labelKey) ?? [])
  return fits.flatMap((fit) => matches.filter((place) => place.fit === fit))
}

function matchSegment(segment: Segment, wanted: string): LabelMatch | undefined {
  const words = segment.words.map(({ text }) => toLabelKey(text))
  const whole = words.join('')
  let at = whole.indexOf(wanted)
  while (at >= 0 && !isAtWordBoundaries(words, whole, at, at + wanted.length)) {
    at = whole.indexOf(wanted, at + 1)
  }
  if (at < 0) return undefined
  const end = at + wanted.length
  const fit = at > 0 ? 'inside' : end < whole.length ? 'beginning' : 'whole'
  const [first, last] = [findWordIndex(words, at), findWordIndex(words, end - 1)]
  const label = toSegment(segment.words.slice(first, last + 1), segment.page)
  return {
    segment,
    label,
    rest: findTextAfterLabel(segment, last, end - measureLength(words, last - 1)),
    fit,
  }
}

/**
 * Returns the text after a label that ends within the word at `last`. `taken` is how many characters of that word
 * belong to the label, excluding those that the comparison ignores.
 */
function findTextAfterLabel(segment: Segment, last: number, taken: number): Segment | undefined {
  const [word, ...after] = segment.words.slice(last)
  const tail = word ? [{ ...word, text: dropStart(word.text, taken) }] : []
  const words = [...tail, ...after].filter(({ text }) => text !== '')
  const rest = toSegment(words, segment.page)
  return rest.label_key === '' ? undefined : rest
}

function dropStart(text: string, taken: number): string {
  let end = 0
  while (toLabelKey(text.slice(0, end)).length < taken) end++
  return text.slice(end)
}

function isAtWordBoundaries(words: string[], whole: string, start: number, end: number): boolean {
  const edges = new Set(words.map((_, index) => measureLength(words, index)))
  const hasCleanStart =
    start === 0 || edges.has(start) || !/[\p{L}\p{N}]/u.test(whole[start - 1] ?? '')
  const next = `${whole[end - 1]}${whole[end] ?? ''}`
  return hasCleanStart && (edges.has(end) || !/^(\p{L}\p{L}|\p{N}\p{N}|\p{N}\p{L})$/u.test(next))
}

function measureLength(words: string[], index: number): number {
  return words.slice(0, index + 1).reduce((length, word) => length + word.length, 0)
}

function findWordIndex(words: string[], offset: number): number {
  return words.findIndex((_, index) => measureLength(words, index) > offset)
}
