import type { Rule } from '../../../domain/mapping/invoice-layout.ts'
import type { RuleMatch, TraceStep } from '../../../extraction/layout/trace.ts'
import type { TextLocation } from '../../../extraction/text/location.ts'
import type { MappingExplanation } from '../../../extraction/mapping/explain.ts'
import { shorten } from '../../io/align-columns.ts'

type ValueStep = Extract<TraceStep, { step: 'value' }>

/** Returns one row per rule: field, value, and how it was found or why not. */
export function valueRows(steps: ValueStep[], nearest: MappingExplanation['nearest']): string[][] {
  return steps.map((step, index) => {
    const isFirst = steps[index - 1]?.path !== step.path
    const name = step.path.replace(/^totals\./, '')
    const value = step.value === null ? '–' : shorten(step.value, 40)
    return [
      isFirst ? name : '',
      value,
      step.value === null ? describeMiss(step, nearest) : describeMatch(step),
    ]
  })
}

function describeMatch({ rule, sightings, value }: ValueStep): string {
  if (rule.constant !== undefined) return 'fixed value'
  const found = sightings.filter((sighting) => sighting.value !== null)
  const at = found.find((sighting) => sighting.value === value)?.at
  const others =
    found.length > 1 ? `; found ${found.length} times, use nth or exact to choose one` : ''
  return `${describeRule(rule)}${at ? `, ${placeText(at)}` : ''}${others}`
}

function describeMiss(step: ValueStep, nearest: MappingExplanation['nearest']): string {
  const { rule, sightings } = step
  if (rule.under !== undefined && sightings.length === 0) return `${rule.under} not found`
  const label = rule.right ?? rule.below ?? rule.above
  if (sightings.length === 0) {
    if (label === undefined) return `${describeRule(rule)}: no match`
    const closestMatch = nearest[label]
    const alone = rule.exact ? ' as exact text' : ''
    const hint = closestMatch
      ? `; closest match: "${shorten(closestMatch.text, 40)}", ${placeText(closestMatch)}`
      : '; nothing similar'
    return `${describeRule(rule)}: not found${alone}${hint}`
  }
  const found = sightings.filter((sighting) => sighting.value !== null)
  if (found.length > 0)
    return `${describeRule(rule)}: only ${found.length} found, but nth is ${rule.nth}`
  return `${describeRule(rule)}, ${sightings.map((sighting) => describeMismatch(sighting, step.path)).join('; ')}`
}

function describeMismatch({ at, seen }: RuleMatch, path: string): string {
  const [first] = seen
  if (!first) return `${placeText(at)}: no text at that position`
  return `${placeText(at)}: "${shorten(first.text, 40)}" is not a ${valueKind(path)}`
}

function valueKind(path: string): string {
  if (path.startsWith('totals.')) return 'number'
  if (path === 'buyer.tin') return 'NPWP'
  return path === 'date' || path === 'currency' ? path : 'text'
}

function describeRule({ right, below, above, under, text }: Rule): string {
  if (right !== undefined) return `right of "${right}"`
  if (below !== undefined) return `below "${below}"`
  if (above !== undefined) return `line above "${above}"`
  return under === undefined ? `pattern ${text}` : `lines below ${under}`
}

export function placeText({ page, box: [left, top] }: TextLocation): string {
  return `page ${page} at ${Math.round(left)},${Math.round(top)}`
}
