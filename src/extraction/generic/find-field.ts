import type { Box } from '../../domain/reading.ts'
import { findLabel, type LabelPlace } from '../invoice/labels.ts'
import { belowOf, rightOf } from '../invoice/neighbours.ts'
import type { TextDocument } from '../invoice/text-document.ts'
import type { Segment } from '../invoice/text-lines.ts'
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

/** Everything that stands where one of the labels announces it, what is sure and longest named first. */
export function findField(
  words: FieldWords,
  document: TextDocument,
  labels: Phrases<string>,
  read: (text: string) => string | undefined,
): Finding[] {
  const find = (label: string, is_sure: boolean) =>
    findLabel(label, document.segments)
      .filter((place) => isLabel(place, is_sure, labels))
      .flatMap((place) => valueBeside(place, document, labels, read) ?? [])
      .map((found) => ({ ...found, is_sure }))
  const longestFirst = (list: readonly string[]) => list.toSorted((a, b) => b.length - a.length)
  return [
    ...longestFirst(words.sure).flatMap((label) => find(label, true)),
    ...longestFirst(words.likely ?? []).flatMap((label) => find(label, false)),
  ]
}

/**
 * A likely label stands alone or before a colon: `Date` is one, that of `Delivery date` and `Date due` is not. And
 * a label within a longer one that means something else is none at all.
 */
function isLabel(place: LabelPlace, is_sure: boolean, labels: Phrases<string>): boolean {
  const { segment, rest, fit } = place
  const before = textBefore(place)
  if (tokensOf(before).length > longestLead || /[()]/.test(before)) return false
  if (is_sure) return !/\b(tax|pajak|order|delivery)\b/i.test(before)
  if (fit === 'inside') return /^(vom|du|le)$/i.test(place.label.text)
  return !rest || /^\s*[:.#]/.test(rest.text) || segment.text.includes(':') || isValue(rest, labels)
}

function textBefore({ segment, label }: LabelPlace): string {
  return segment.text.slice(0, Math.max(0, segment.text.indexOf(label.text)))
}

/** First to the right of the label, then under it; another label is no value. */
function valueBeside(
  place: LabelPlace,
  document: TextDocument,
  labels: Phrases<string>,
  read: (text: string) => string | undefined,
): Omit<Finding, 'is_sure'> | undefined {
  const onPage = document.segments_by_page.get(place.segment.page) ?? []
  const near = [
    ...rightOf(place, onPage).map((group) => group.filter(isFull)[0]),
    belowOf(place.label, onPage)[0],
  ]
  for (const segment of near) {
    if (!segment || (segment !== place.rest && !isValue(segment, labels))) continue
    const value = read(segment.text.replace(/^[\s:.#]+/, ''))
    if (value !== undefined) {
      const { page, box, text } = segment
      return { value, place: { page, box, text } }
    }
  }
  return undefined
}

function isFull({ plain }: Segment): boolean {
  return plain !== ''
}

function isValue({ text }: Segment, labels: Phrases<string>): boolean {
  return labels.whole(text).length === 0 && !/:\s*$/.test(text)
}
