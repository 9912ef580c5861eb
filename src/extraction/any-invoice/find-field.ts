import type { Box, Word } from '../../domain/reading/reading.ts'
import { findLabel, type LabelMatch } from '../text/labels.ts'
import { segmentsBelow, segmentsToRight } from '../text/neighbours.ts'
import { restoreSpaces } from '../values/spaced-numbers.ts'
import type { TextDocument } from '../text/text-document.ts'
import type { Segment } from '../text/text-lines.ts'
import { type Phrases, tokensOf } from './phrases.ts'

/** A value beside a label. */
export interface Finding {
  value: string
  place: { page: number; box: Box; text: string }
  /** Its label can mean nothing else. */
  is_sure: boolean
}

export interface FieldWords {
  sure: readonly string[]
  likely?: readonly string[] | undefined
}

/** In words: a label after more than these is part of a sentence. */
const longestLead = 2

/** Where labels are looked for, and what else is one. */
export interface FieldSearch {
  document: TextDocument
  /** All labels of fields: none of them is another's value. */
  labels: Phrases<string>
  /** The words of the table, which name columns and goods but no fields. */
  table: ReadonlySet<Word>
  /** Where it begins on its first page. */
  table_top: number
}

/** What may be a field's value; a `name` can be any text and so needs a colon before it on its line. */
export interface FieldKind {
  read: (text: string) => string | undefined
  is_name?: boolean
}

/** Everything that stands where one of the labels announces it, what is sure and longest named first. */
export function findField(words: FieldWords, search: FieldSearch, kind: FieldKind): Finding[] {
  const find = (label: string, is_sure: boolean) =>
    findLabel(label, search.document.segments)
      .filter((place) => !place.label.words.some((word) => search.table.has(word)))
      .filter((place) => isLabel(place, is_sure, kind))
      .flatMap((place) => valueBeside(place, search, kind) ?? [])
      .map((found) => ({ ...found, is_sure }))
  const longestFirst = (list: readonly string[]) => list.toSorted((a, b) => b.length - a.length)
  return [
    ...longestFirst(words.sure).flatMap((label) => find(label, true)),
    ...longestFirst(words.likely ?? []).flatMap((label) => find(label, false)),
  ]
}

/**
 * A likely label stands alone or before its value: `Date` is one, that of `Delivery date` and `Date due` is not. And
 * a label within a longer one that means something else is none at all.
 */
function isLabel(place: LabelMatch, is_sure: boolean, kind: FieldKind): boolean {
  const { rest, fit } = place
  const before = textBefore(place)
  if (tokensOf(before).length > longestLead || /[()]/.test(before)) return false
  const isMarked = !rest || /^\s*[:.#]/.test(rest.text) || !kind.is_name
  if (is_sure) return isMarked && !/\b(tax|pajak|order|delivery)\b/i.test(before)
  if (fit === 'inside') return /^(vom|du|le)$/i.test(place.label.text)
  return isMarked
}

function textBefore({ segment, label }: LabelMatch): string {
  return segment.text.slice(0, Math.max(0, segment.text.indexOf(label.text)))
}

/** First to the right of the label, then under it; another label is no value. */
function valueBeside(
  place: LabelMatch,
  { document, labels }: FieldSearch,
  { read }: FieldKind,
): Omit<Finding, 'is_sure'> | undefined {
  const onPage = document.segments_by_page.get(place.segment.page) ?? []
  const right = segmentsToRight(place, onPage).map((group) => group.filter(isFull)[0])
  for (const segment of [...right, segmentsBelow(place.label, onPage)[0]]) {
    if (!segment || (segment !== place.rest && !isValue(segment, labels))) continue
    const value = read(segment.text.replace(/^[\s:.#]+/, ''))
    if (value !== undefined) {
      const { page, box, text } = segment
      return { value: restoreSpaces(value), place: { page, box, text } }
    }
  }
  return undefined
}

function isFull({ label_key }: Segment): boolean {
  return label_key !== ''
}

function isValue({ text }: Segment, labels: Phrases<string>): boolean {
  return labels.whole(text).length === 0 && !/:\s*$/.test(text)
}
