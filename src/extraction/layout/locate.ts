import type { Locator, Rule } from '../../domain/mapping/invoice-layout.ts'
import { findLabel, type LabelMatch } from '../text/labels.ts'
import { findSegmentsBelow, findSegmentsToRight } from '../text/neighbours.ts'
import { compile, type Pattern } from './pattern.ts'
import type { TextDocument } from '../text/text-document.ts'
import type { Segment } from '../text/text-lines.ts'
import { type TextLocation, toLocation } from '../text/location.ts'
import type { RuleMatch, RuleTrace } from './trace.ts'

/** Undefined for a constant, which has no location. */
export interface LocatedValue<T> {
  value: T
  location?: TextLocation
}

/** Extracts a value of one kind from text. Returns undefined if there is none. */
export interface ValueReader<T> {
  read: (text: string) => T | undefined
  /**
   * Which of the segments beside a label to prefer: an amount is at the end of its line, and a quantity is before it.
   */
  side: 'nearest' | 'first_that_fits' | 'last_that_fits'
}

/** Applies the rules in the mapping's order and returns the first value found. */
export function locateValue<T>(
  locator: Locator,
  document: TextDocument,
  reader: ValueReader<T>,
  trace?: RuleTrace,
): LocatedValue<T> | undefined {
  for (const rule of locator.filter(({ under }) => under === undefined)) {
    const attempts = rule.constant === undefined ? tryRule(rule, document, reader) : []
    const found =
      rule.constant === undefined ? chooseNth(rule, attempts) : readConstant(rule.constant, reader)
    trace?.(rule, attempts.map(toRuleMatch), found ? String(found.value) : null)
    if (found) return found
  }
  return undefined
}

function readConstant<T>(constant: string, { read }: ValueReader<T>): LocatedValue<T> | undefined {
  const value = read(constant)
  return value === undefined ? undefined : { value }
}

/** One match of a rule: the matched segment, the segments tried beside it, and the first value read. */
interface Attempt<T> {
  at: Segment
  seen: Segment[]
  found: LocatedValue<T> | undefined
}

function chooseNth<T>({ nth = 1 }: Rule, attempts: Attempt<T>[]): LocatedValue<T> | undefined {
  return attempts.flatMap(({ found }) => found ?? []).at(nth > 0 ? nth - 1 : nth)
}

/** Returns all of a rule's matches, best first. */
function tryRule<T>(rule: Rule, document: TextDocument, reader: ValueReader<T>): Attempt<T>[] {
  if (rule.text !== undefined) return tryPattern(compile(rule.text), rule.unless, document, reader)
  const label = rule.right ?? rule.below ?? rule.above
  if (label === undefined) return []
  const matches = findLabel(label, document.segments).filter(
    ({ fit }) => fit === 'whole' || !rule.exact,
  )
  return matches.map((place) => {
    const groups = listCandidateGroups(rule, place, document)
    const seen = orderCandidates(
      groups,
      rule.below === undefined ? reader.side : preferNearest(reader),
    )
    return { at: place.label, seen, found: findFirstReadable(seen, reader) }
  })
}

/** Returns groups of segments that the label may refer to, in the order in which to try them. */
function listCandidateGroups(rule: Rule, place: LabelMatch, document: TextDocument): Segment[][] {
  const onPage = document.segments_by_page.get(place.segment.page) ?? []
  if (rule.right !== undefined) return findSegmentsToRight(place, onPage)
  if (rule.below !== undefined) return [findSegmentsBelow(place.label, onPage)]
  return [document.line_before.get(place.segment)?.segments ?? []]
}

/** Keeps only the nearest non-empty segment of each group, or all of them for numbers. */
function orderCandidates(groups: Segment[][], side: ValueReader<unknown>['side']): Segment[] {
  return groups.flatMap((group) => {
    const full = group.filter(({ label_key }) => label_key !== '')
    if (side === 'nearest') return full.slice(0, 1)
    return side === 'first_that_fits' ? full : full.toReversed()
  })
}

/** Prefers the nearest number, because below a label a number is not at the end of the label's line. */
function preferNearest({ side }: ValueReader<unknown>): ValueReader<unknown>['side'] {
  return side === 'last_that_fits' ? 'first_that_fits' : side
}

function findFirstReadable<T>(
  segments: Segment[],
  reader: ValueReader<T>,
): LocatedValue<T> | undefined {
  for (const segment of segments) {
    const value = reader.read(segment.text.replace(/^[:\s]+/, ''))
    if (value !== undefined) return { value, location: toLocation(segment) }
  }
  return undefined
}

function tryPattern<T>(
  pattern: Pattern,
  unless: string | undefined,
  { segments }: TextDocument,
  reader: ValueReader<T>,
): Attempt<T>[] {
  const excluded = unless === undefined ? undefined : compile(unless)
  return segments.flatMap((segment) => {
    const match = pattern.exec(segment.text)
    if (!match || excluded?.test(segment.text)) return []
    const value = reader.read(match.value)
    const found = value === undefined ? undefined : { value, location: toLocation(segment) }
    return [{ at: segment, seen: [segment], found }]
  })
}

function toRuleMatch({ at, seen, found }: Attempt<unknown>): RuleMatch {
  return {
    at: toLocation(at),
    seen: seen.map(toLocation),
    value: found ? String(found.value) : null,
  }
}
