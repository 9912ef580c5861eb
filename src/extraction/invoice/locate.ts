import type { Locator, Rule } from '../../domain/invoice-layout.ts'
import type { Box } from '../../domain/reading.ts'
import { findLabel, type LabelPlace } from './labels.ts'
import { belowOf, rightOf } from './neighbours.ts'
import type { TextDocument } from './text-document.ts'
import type { Segment } from './text-lines.ts'

/** A value and where it stands; a constant stands nowhere. */
export interface Found<T> {
  value: T
  place?: { page: number; box: Box; text: string }
}

/** Makes a value of the right kind out of a piece of text, or undefined. */
export interface Kind<T> {
  read: (text: string) => T | undefined
  /** Which of several pieces beside a label: amounts stand at the end of their line. */
  side: 'nearest' | 'farthest'
}

/** The first value that one of the rules finds; rules are tried in the order of the mapping. */
export function locate<T>(
  locator: Locator,
  document: TextDocument,
  kind: Kind<T>,
): Found<T> | undefined {
  for (const rule of locator) {
    const found = applyRule(rule, document, kind)
    if (found) return found
  }
  return undefined
}

function applyRule<T>(rule: Rule, document: TextDocument, kind: Kind<T>): Found<T> | undefined {
  if (rule.constant !== undefined) {
    const value = kind.read(rule.constant)
    return value === undefined ? undefined : { value }
  }
  const found = findAll(rule, document, kind)
  const { nth = 1 } = rule
  return found.at(nth > 0 ? nth - 1 : nth)
}

/** All places with a value of this kind, the likeliest first. */
function findAll<T>(rule: Rule, document: TextDocument, kind: Kind<T>): Found<T>[] {
  if (rule.text !== undefined) return findText(new RegExp(rule.text, 'iu'), document, kind)
  const label = rule.right ?? rule.below ?? rule.above
  if (label === undefined) return []
  const places = findLabel(label, document.segments).filter(
    ({ fit }) => fit === 'whole' || !rule.exact,
  )
  return places.flatMap((place) => firstOf(segmentsBeside(rule, place, document), kind) ?? [])
}

/** The pieces of text that a label may mean, in groups to try in turn. */
function segmentsBeside(rule: Rule, place: LabelPlace, document: TextDocument): Segment[][] {
  const onPage = document.segments_by_page.get(place.segment.page) ?? []
  if (rule.right !== undefined) return rightOf(place, onPage)
  if (rule.below !== undefined) return [belowOf(place.label, onPage)]
  return [document.line_before.get(place.segment)?.segments ?? []]
}

/** Of a group only the nearest piece with anything in it counts, but for amounts any that is a number. */
function firstOf<T>(groups: Segment[][], kind: Kind<T>): Found<T> | undefined {
  const candidates = groups.flatMap((group) => {
    const full = group.filter(({ plain }) => plain !== '')
    return kind.side === 'nearest' ? full.slice(0, 1) : full.toReversed()
  })
  for (const { text, page, box } of candidates) {
    const value = kind.read(text.replace(/^[:\s]+/, ''))
    if (value !== undefined) return { value, place: { page, box, text } }
  }
  return undefined
}

function findText<T>(pattern: RegExp, { segments }: TextDocument, kind: Kind<T>): Found<T>[] {
  return segments.flatMap(({ text, page, box }) => {
    const match = pattern.exec(text)
    const value = match && kind.read(match[1] ?? match[0])
    return value === undefined || value === null ? [] : [{ value, place: { page, box, text } }]
  })
}
