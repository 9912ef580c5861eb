import { boundingBox, type Segment } from '../../text/text-lines.ts'
import { tokenize } from '../labels/phrases.ts'
import type { Candidate } from './candidate.ts'
import type { DateFinder, FoundDate } from './dates.ts'
import type { LabelIndex, LabelMeaning } from './label-index.ts'
import type { PageView } from './page-view.ts'
import { positionFeatures } from './position-features.ts'
import { findSurroundings, labelFeatures, findNearestLabel } from './surroundings.ts'

/** Maximum number of words in a title. Longer text is a sentence that mentions the document. */
const maxTitleTokens = 8

export interface DateCandidate extends Candidate {
  is_ambiguous: boolean
  /** Where the date starts in its location's text. */
  start: number
}

/** Lists every date on the pages. Omits item dates if there are other dates. */
export function findDates(view: PageView, labels: LabelIndex, dates: DateFinder): DateCandidate[] {
  const { segments } = view.document
  const find = (some: Segment[]) =>
    some.flatMap((segment) =>
      dates.find(segment.text).map((found) => toCandidate(found, segment, view, labels)),
    )
  const outside = find(segments.filter((segment) => !view.isInRows(segment)))
  const found = outside.length > 0 ? outside : find(segments)
  const own = found.filter((candidate) => !isDateOfReference(candidate))
  return addComparisons(own.length > 0 ? own : found)
}

/**
 * True for a contract or order date after its number, and for the end of a period: `Contract No: 007/2024 dated 15
 * January 2024`, `periode s.d. 25 Juni 2024`.
 */
function isDateOfReference({ features, location, start }: DateCandidate): boolean {
  const before = location.text.slice(0, start)
  if (periodEnd.test(before)) return true
  const isOrder = features.some((name) => /^(in|left)_order/.test(name))
  return isOrder && referenceDate.test(before)
}

const referenceDate = /\d\S*\s+\(?(?:tanggal|tgl|dated|dd|of|vom|du|del|van|d\.d)\.?\s*:?\s*$/i
const periodEnd = /(?:\bperiod[eo]?|\bpériode|zeitraum)\b[^:]*$|\bs(?:\.d\.?|\/d)\s*$/i

function toCandidate(
  { value, text, start, is_ambiguous }: FoundDate,
  segment: Segment,
  view: PageView,
  labels: LabelIndex,
): DateCandidate {
  const before = segment.text.slice(0, start)
  const around = findSurroundings(view, segment, start)
  const shared = findSharedLabel(view, segment, labels)
  const surroundings = shared ? { ...around, left: shared } : around
  const line = `${surroundings.left} ${segment.text}`
  const tests: [boolean, string][] = [
    [/\d\s*(-|–|to|bis|s\/d|au|al|tot|s\.d\.)\s*$/i.test(before), 'range_end'],
    [
      /^\s*(-|–|to|bis|s\/d|au|al|tot|s\.d\.)\s*\d/i.test(segment.text.slice(start + text.length)),
      'range_start',
    ],
    [/^\p{Lu}[\p{L}. ]+,\s*(den\s+|le\s+|li\s+|a\s+)?$/u.test(before), 'place_before'],
    [
      labels.hasTitle(before) &&
        !namesOtherDocument(before, labels) &&
        tokenize(before).length <= maxTitleTokens,
      'title_before',
    ],
    [/^\p{Ll}/u.test(before), 'lower_start'],
    [labels.hasTitle(line) && !labels.hasTitle(before), 'title_on_line'],
    [/\b\d+[)]?\s*$/.test(before), 'digits_before'],
    [/^[^:]*\d/.test(surroundings.above) && !surroundings.above.includes(':'), 'value_above'],
  ]
  return {
    value,
    key: value,
    is_ambiguous,
    start,
    location: {
      page: segment.page,
      box: locateDate(segment, start, text.length),
      text: segment.text,
    },
    ...findNearestLabel(surroundings),
    features: [
      ...labelFeatures(surroundings, labels, (meanings, label) => {
        const role = classifyLabel(meanings, label, labels)
        const isPaired =
          role === 'likely' && label === surroundings.above && isRepeated(label, view)
        return (isPaired && classifyByNumber(surroundings.label_of_left, labels)) || role
      }),
      ...positionFeatures(view, segment),
      ...tests.flatMap(([holds, name]) => (holds ? [name] : [])),
    ],
  }
}

/** Returns the label above the text to the left, if it also names the date: `Invoice No. & Date`. */
function findSharedLabel(view: PageView, segment: Segment, labels: LabelIndex): string | undefined {
  const left = view.findLeftNeighbour(segment)
  const label = left && view.findAboveNeighbour(left)?.text
  const isShared = label && labels.hasTitle(label) && labels.hasDateWord(label)
  return isShared && labels.hasNumberWord(label) ? label : undefined
}

function isRepeated(label: string, { document }: PageView): boolean {
  return document.segments.filter(({ text }) => text === label).length > 1
}

/** Classifies a bare `Dated` label by the number beside it: `Invoice No. | Dated`, `Buyer's Order No. | Dated`. */
function classifyByNumber(label: string, labels: LabelIndex): string | undefined {
  const meanings = labels.find(label)?.meanings
  if (meanings?.has('number_sure')) return 'sure'
  return meanings?.has('other_number_sure') ? 'other' : undefined
}

/** True for `Original invoice: SI-30991 of`. */
function namesOtherDocument(text: string, labels: LabelIndex): boolean {
  return labels.find(text)?.meanings.has('other_number_sure') ?? false
}

/** Determines whether a date's label names the invoice date or another date. */
function classifyLabel(
  meanings: ReadonlySet<LabelMeaning>,
  text: string,
  labels: LabelIndex,
): string {
  if (meanings.has('date_sure')) return 'sure'
  if (meanings.has('due_date_sure')) return 'due'
  if (meanings.has('other_date_sure')) return 'other'
  if (meanings.has('other_number_sure')) return 'order'
  const isTitled = labels.hasTitle(text)
  if (meanings.has('date_likely'))
    return isTitled ? 'titled' : labels.hasOnlyDateWords(text) ? 'likely' : 'date_word'
  if (isTitled && labels.hasDateWord(text)) return 'sure'
  if (labels.hasDateWord(text)) return 'date_word'
  if (meanings.has('number_sure') || meanings.has('number_likely')) return 'number'
  return meanings.has('title') ? 'title' : 'else'
}

function addComparisons(candidates: DateCandidate[]): DateCandidate[] {
  const values = [...new Set(candidates.map(({ value }) => value))].toSorted()
  const open = new Set(candidates.filter((it) => !isOtherDate(it)).map(({ value }) => value))
  return candidates.map((candidate, index) => {
    const tests: [boolean, string][] = [
      [index === 0, 'first'],
      [values.length === 1, 'only'],
      [values.length > 1 && open.size === 1 && open.has(candidate.value), 'only_open'],
      [values.length > 1 && candidate.value === values.at(-1), 'latest'],
      [values.length > 1 && candidate.value === values[0], 'earliest'],
      [candidates.filter(({ value }) => value === candidate.value).length > 1, 'again'],
    ]
    const added = tests.flatMap(([holds, name]) => (holds ? [name] : []))
    return { ...candidate, features: [...candidate.features, ...added] }
  })
}

/** True for a date that a label assigns to something other than the document. */
function isOtherDate({ features }: Candidate): boolean {
  return features.some((name) => /^(in|left|above)_(due|other|order)$/.test(name))
}

function locateDate({ words }: Segment, start: number, length: number) {
  let offset = 0
  const inside = words.filter(({ text }) => {
    const from = offset
    offset += text.length + 1
    return from < start + length && from + text.length > start
  })
  return boundingBox(inside.length > 0 ? inside : words)
}
