import type { Segment } from '../../text/text-lines.ts'
import { boundingBox } from '../../text/text-lines.ts'
import { restoreSpaces } from '../../values/spaced-numbers.ts'
import { tokenize } from '../labels/phrases.ts'
import { type Candidate, toValueKey } from './candidate.ts'
import type { DateFinder } from './dates.ts'
import type { LabelIndex, LabelMeaning } from './label-index.ts'
import type { PageView } from './page-view.ts'
import { positionFeatures } from './position-features.ts'
import { findSurroundings, labelFeatures, findNearestLabel } from './surroundings.ts'

const maxWords = 4
const maxLength = 40
const maxLabelTokens = 5
const codeWord = /^[\p{L}\p{N}#./_*+()-]+$/u

/** A preposition before the date, not part of the number: `FATTURA N. 1177 DEL 09/11/2026`. */
const datePreposition = / (?:del|dell|du|de|le|vom|van|dd|of|tgl|tanggal|dated)$/i

interface Span {
  text: string
  /** Offset of the span within its segment's text. */
  start: number
  first: number
  last: number
}

/** Finds every span of words that contains a digit and may be an invoice number. */
export function findNumbers(view: PageView, labels: LabelIndex, dates: DateFinder): Candidate[] {
  const candidates = view.document.segments.flatMap((segment) =>
    findSpans(segment, labels, dates)
      .filter((span) => !joinsDate(span, dates))
      .map((span) => toCandidate(span, segment, view, labels, dates))
      .filter(({ features }) => !features.includes('in_table') || features.some(isSureLabel)),
  )
  const counts = new Map<string, number>()
  for (const { key } of candidates) counts.set(key, (counts.get(key) ?? 0) + 1)
  return candidates.map((candidate) =>
    (counts.get(candidate.key) ?? 0) > 1
      ? { ...candidate, features: [...candidate.features, 'again'] }
      : candidate,
  )
}

/** True for `3/4/2025 104882`: a date in the cell before the number. */
function joinsDate({ text }: Span, dates: DateFinder): boolean {
  const words = text.split(' ')
  return words.length > 1 && words.some((word) => dates.find(word).length > 0)
}

function isSureLabel(feature: string): boolean {
  return feature.endsWith('_sure')
}

function findSpans({ words, text }: Segment, labels: LabelIndex, dates: DateFinder): Span[] {
  const spans: Span[] = []
  const parts = joinSlashes(
    words.map((word) => word.text),
    dates,
  )
  let [start, first] = [0, 0]
  for (const [at, part] of parts.entries()) {
    let size = 0
    for (let count = 1; count <= maxWords && at + count <= parts.length; count++) {
      const added = parts[at + count - 1] ?? []
      const before = parts.slice(at, at + count - 1).flat()
      if (isAfterSlash(before, added)) break
      size += added.length
      const texts = [...before, ...added]
      if (count > 1 && !texts.every((word) => isCodePart(word))) break
      const span = trimSpan(texts.join(' '), start, labels)
      if (span) spans.push({ ...span, first, last: first + size - 1 })
    }
    start += part.join(' ').length + 1
    first += part.length
  }
  return spans.filter(({ text: value }) => value.length <= maxLength && text.includes(value))
}

/** True for `#17` and `Invoice #17`, but not for `Ayer Rajah Crescent #04-12`. */
function isHashed(before: string, labels: LabelIndex): boolean {
  const label = /^(.*)#\s*$/.exec(before)?.[1]?.trim()
  return label === '' || (label !== undefined && labels.find(label) !== undefined)
}

/** True for `FA` in `FA 2026 / 0412`: letters that are part of the number, not its label. */
function isPrefix(text: string, labels: LabelIndex): boolean {
  return /^\p{Lu}{2,4}$/u.test(text) && labels.find(text) === undefined
}

/** Groups the words around slashes that are parts of one number: `045 / INV / XI / 2026`. */
function joinSlashes(words: string[], dates: DateFinder): string[][] {
  const groups: string[][] = []
  for (const word of words) {
    const last = groups.at(-1)
    const before = last?.at(-1)
    const isJoined = before?.endsWith('/') || word.startsWith('/')
    if (last && before && isJoined && isCodePart(before) && isCodePart(word)) last.push(word)
    else groups.push([word])
  }
  return groups.flatMap((group) =>
    isOneNumber(group.join(' '), dates) ? [group] : group.map((word) => [word]),
  )
}

/** True for `045 / INV / 2026` and `2026 / 0412`, but not for `4711 / PAGE` or `4711 / 12.03.2026`. */
function isOneNumber(text: string, dates: DateFinder): boolean {
  const parts = text.split(/\s*\/\s+|\s+\//)
  if (parts.some((part) => part === '' || dates.find(part).length > 0)) return false
  return text.split('/').length > 2 || parts.every((part) => /\d/.test(part))
}

/** True for `/` and `PAGE` after `4711`, and for `PAGE` after `4711/`: the number ends at the slash. */
function isAfterSlash(before: string[], [next = '']: string[]): boolean {
  const isAtSlash = before.at(-1)?.endsWith('/') || next.startsWith('/')
  return isAtSlash && before.some((word) => /\d/.test(word))
}

/** True for a word of capital letters and digits, such as `2024` and `001` in `INV 2024 001`. */
function isCodePart(text: string): boolean {
  return codeWord.test(text) && !/\p{Ll}{2}/u.test(text)
}

/** Removes brackets, closing punctuation and a label attached to the number (`No:123`, `#123`). */
function trimSpan(
  raw: string,
  start: number,
  labels: LabelIndex,
): { text: string; start: number } | undefined {
  const glued = /^(?<label>[^\d:]*\p{L}[^\d:]*[.:#]|[#:(]+)(?<value>.*\d.*)$/u.exec(raw)?.groups
  const label = glued?.label ?? ''
  const isMarked = /[:#(]$/.test(label) || labels.hasNumberWord(label)
  const isLabel = isMarked && (!/\p{L}/u.test(label) || labels.find(label) !== undefined)
  const offset = isLabel ? label.length : 0
  const text = raw
    .slice(offset)
    .replace(/^[\s:#]+/, '')
    .replace(/[.,;:)/]+$/, '')
  if (!/\d/.test(text) || !/^[\p{L}\p{N}]/u.test(text)) return undefined
  if (/^\d{1,2}\)\p{L}/u.test(text) || datePreposition.test(text)) return undefined
  const [word = '', ...rest] = text.split(' ')
  if (![word, ...rest].every((part) => codeWord.test(part))) return undefined
  // `KvK 68112233` is a label and its value.
  const meanings = rest.length > 0 ? labels.find(word)?.meanings : undefined
  if (meanings?.has('other_number_sure') || meanings?.has('tax_id_sure')) return undefined
  return { text, start: start + raw.indexOf(text, offset) }
}

function toCandidate(
  span: Span,
  segment: Segment,
  view: PageView,
  labels: LabelIndex,
  dates: DateFinder,
): Candidate {
  const { text, start, first, last } = span
  const surroundings = findSurroundings(view, segment, start)
  const following = segment.words[last + 1]?.text
  const next = datePreposition.test(` ${following}`) ? undefined : following
  const previous = segment.words[first - 1]?.text
  const isCut = [previous, next].some(
    (word) => word && /\d/.test(word) && isCodePart(word) && dates.find(word).length === 0,
  )
  const isPrefixed = previous !== undefined && isPrefix(previous, labels)
  // `No. 14, Avenue Road`
  const isHouse = segment.words[last]?.text.endsWith(',') && /^\p{L}/u.test(next ?? '')
  const features = [
    ...labelFeatures(surroundings, labels, (meanings, label) => {
      const role = classifyLabel(meanings, label, labels)
      return isHouse && role === 'likely' ? 'other' : role
    }),
    ...shapeFeatures(text, dates),
    ...positionFeatures(view, segment),
    ...(isCut || isPrefixed ? ['cut'] : []),
    ...(first < last ? ['several_words'] : []),
    ...(next && /^\p{L}/u.test(next) && last - first === 0 ? ['words_follow'] : []),
    ...(isHashed(segment.text.slice(0, start), labels) ? ['hash'] : []),
    ...(/\(\s*$/.test(segment.text.slice(0, start)) ? ['bracketed'] : []),
    ...(/^\p{Ll}/u.test(surroundings.inside) ? ['lower_start'] : []),
    ...(dates.find(segment.text.slice(start + text.length)).length > 0 ? ['date_follows'] : []),
    ...(isInDate(span, segment, dates) ? ['in_date'] : []),
    ...(tokenize(surroundings.inside).length > maxLabelTokens ? ['far_in_text'] : []),
  ]
  return {
    value: restoreSpaces(text),
    key: toValueKey(text),
    location: {
      page: segment.page,
      box: boundingBox(segment.words.slice(first, last + 1)),
      text: segment.text,
    },
    ...findNearestLabel(surroundings),
    features,
  }
}

/** True for `12` in `12 September 2025`. */
function isInDate({ text, start }: Span, segment: Segment, dates: DateFinder): boolean {
  return dates
    .find(segment.text)
    .some((date) => date.start <= start && start + text.length <= date.start + date.text.length)
}

/** Determines whether a number's label names the invoice number or another number. */
function classifyLabel(
  meanings: ReadonlySet<LabelMeaning>,
  text: string,
  labels: LabelIndex,
): string {
  if (meanings.has('number_sure')) return 'sure'
  const isOtherField = otherMeanings.some((meaning) => meanings.has(meaning))
  const isTitled = labels.hasTitle(text)
  const isNumber = labels.hasNumberWord(text)
  if (isTitled && isNumber && !isOtherField) return 'sure'
  if (meanings.has('number_likely') && !meanings.has('title'))
    return isTitled ? 'sure' : namesAnotherThing(text, labels) ? 'other' : 'likely'
  if (isOtherField) return 'other'
  return meanings.has('title') ? 'title' : 'unknown'
}

/** True for `Jl. Pemuda No.` and `Licence no.`: the number identifies something other than the document. */
function namesAnotherThing(text: string, labels: LabelIndex): boolean {
  const label = labels.find(text)
  return label !== undefined && label.length < label.of
}

const otherMeanings: readonly LabelMeaning[] = [
  'other_number_sure',
  'buyer.code_sure',
  'buyer.tin_sure',
  'tax_id_sure',
  'contact_sure',
  'due_date_sure',
  'other_date_sure',
  'date_sure',
  'date_likely',
  'currency_sure',
  'ship_to_sure',
]

function shapeFeatures(text: string, dates: DateFinder): string[] {
  const length = text.replace(/\W/g, '').length
  const tests: [boolean, string][] = [
    [/^\d+$/.test(text), 'digits'],
    [/\p{L}/u.test(text) && /\d/.test(text), 'letters_digits'],
    [/\p{L}[/-].*\d|\d[/-].*\d/u.test(text), 'separated'],
    [length <= 2, 'short_2'],
    [length === 3, 'short_3'],
    [length > 20, 'long'],
    [/^(19|20)\d\d$/.test(text), 'year'],
    [/^\d{5}$/.test(text), 'postal'],
    [dates.find(text).length > 0, 'date'],
    [/^-?[\d.,']*[.,]\d{1,2}$/.test(text) || text.endsWith('%'), 'money'],
    [/^[+(]|^0\d{2,4}[/-]?\d{4,}$/.test(text), 'phone'],
    [/^\p{L}{2}\d{8,}|^\d{2}\.\d{3}\.\d{3}/u.test(text), 'tax_number'],
    [/^(inv|re|rg|fa|fac|fv|si|f|ar|kw|ft)[-/.\s]?\d/i.test(text), 'prefix'],
    [/inv/i.test(text), 'contains_inv'],
    [/^\p{Ll}+\d*$/u.test(text), 'lower'],
    [/^\d+\p{L}{1,3}$/u.test(text), 'unit'],
    [/[()*]/.test(text), 'odd'],
  ]
  return tests.flatMap(([holds, name]) => (holds ? [name] : []))
}
