import type { Rule } from '../domain/mapping/invoice-layout.ts'
import type { Sighting, Step } from '../extraction/layout/trace.ts'
import type { TextLocation } from '../extraction/text/location.ts'
import type { Explanation } from '../extraction/mapping/explain.ts'
import { shortened } from './aligned.ts'

type ValueStep = Extract<Step, { step: 'value' }>

/** A row for each rule that was tried: the value's name, the value, and how it was found or why not. */
export function valueRows(steps: ValueStep[], nearest: Explanation['nearest']): string[][] {
  return steps.map((step, index) => {
    const isFirst = steps[index - 1]?.path !== step.path
    const name = step.path.replace(/^totals\./, '')
    const value = step.value === null ? '–' : shortened(step.value, 40)
    return [isFirst ? name : '', value, step.value === null ? whyNot(step, nearest) : how(step)]
  })
}

function how({ rule, sightings, value }: ValueStep): string {
  if (rule.constant !== undefined) return 'the same in every document'
  const found = sightings.filter((sighting) => sighting.value !== null)
  const at = found.find((sighting) => sighting.value === value)?.at
  const others = found.length > 1 ? `; ${found.length} places have one, see nth and exact` : ''
  return `${nameOf(rule)}${at ? `, ${placeText(at)}` : ''}${others}`
}

function whyNot(step: ValueStep, nearest: Explanation['nearest']): string {
  const { rule, sightings } = step
  if (rule.under !== undefined && sightings.length === 0) return `${rule.under} stands nowhere`
  const label = rule.right ?? rule.below ?? rule.above
  if (sightings.length === 0) {
    if (label === undefined) return `${nameOf(rule)}: fits no text`
    const like = nearest[label]
    const alone = rule.exact ? ' alone' : ''
    const hint = like
      ? `; nearest: "${shortened(like.text, 40)}", ${placeText(like)}`
      : '; nothing is like it'
    return `${nameOf(rule)}: no such text${alone}${hint}`
  }
  const found = sightings.filter((sighting) => sighting.value !== null)
  if (found.length > 0) return `${nameOf(rule)}: only ${found.length} found, nth is ${rule.nth}`
  return `${nameOf(rule)}, ${sightings.map((sighting) => misfit(sighting, step.path)).join('; ')}`
}

function misfit({ at, seen }: Sighting, path: string): string {
  const [first] = seen
  if (!first) return `${placeText(at)}: nothing stands there`
  return `${placeText(at)}: "${shortened(first.text, 40)}" is no ${kindOf(path)}`
}

function kindOf(path: string): string {
  if (path.startsWith('totals.')) return 'number'
  if (path === 'buyer.tin') return 'tax number'
  return path === 'date' || path === 'currency' ? path : 'text'
}

function nameOf({ right, below, above, under, text }: Rule): string {
  if (right !== undefined) return `right of "${right}"`
  if (below !== undefined) return `below "${below}"`
  if (above !== undefined) return `line before "${above}"`
  return under === undefined ? `pattern ${text}` : `lines under ${under}`
}

export function placeText({ page, box: [left, top] }: TextLocation): string {
  return `page ${page} at ${Math.round(left)},${Math.round(top)}`
}
