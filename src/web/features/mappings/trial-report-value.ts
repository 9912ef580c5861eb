import type { MappingText } from '../../i18n/en/mappings.ts'
import type { Explanation, ValueStep } from './explanation-steps.ts'
import type { Highlight, FindingRow } from './trial-report.ts'

type ReportMessages = MappingText['report']

/** Explains how one rule found a value, or why it did not. */
export function valueRow(
  step: ValueStep,
  index: number,
  nearest: Explanation['nearest'],
  messages: ReportMessages,
): FindingRow {
  const { path, value } = step
  return {
    key: `${path} ${index}`,
    state: value === null ? 'bad' : 'good',
    name: path.replace(/^totals\./, ''),
    value: value ?? '–',
    how: value === null ? explainMissing(step, nearest, messages) : explainFound(step, messages),
    marks: valueMarks(step, nearest),
  }
}

function explainFound({ rule, sightings }: ValueStep, messages: ReportMessages): string {
  if (rule.constant !== undefined) return messages.constant
  const found = sightings.filter((sighting) => sighting.value !== null)
  const others = found.length > 1 ? ` ${messages.foundTimes(found.length)}` : ''
  return `${ruleText(rule, messages)}.${others}`
}

function explainMissing(
  { rule, sightings }: ValueStep,
  nearest: Explanation['nearest'],
  messages: ReportMessages,
): string {
  const prefix = ruleText(rule, messages)
  if (sightings.length === 0) {
    const label = ruleLabel(rule)
    return `${prefix}: ${label === undefined ? messages.noMatch : messages.notFound(nearest[label]?.text)}`
  }
  const found = sightings.filter((sighting) => sighting.value !== null)
  if (found.length > 0) return `${prefix}: ${messages.tooFew(found.length, rule.nth ?? 1)}`
  const [first] = sightings.flatMap(({ seen }) => seen)
  return `${prefix}: ${first ? messages.wrongType(first.text) : messages.noText}`
}

function ruleText(rule: ValueStep['rule'], messages: ReportMessages): string {
  const { right, below, above, under, text } = rule
  if (right !== undefined) return messages.rightOf(right)
  if (below !== undefined) return messages.below(below)
  if (above !== undefined) return messages.above(above)
  return under === undefined ? messages.pattern(text ?? '') : messages.under(under)
}

function ruleLabel({ right, below, above }: ValueStep['rule']): string | undefined {
  return right ?? below ?? above
}

/** Highlights labels, values and near misses, each in its own colour. */
function valueMarks({ path, rule, sightings, value }: ValueStep, nearest: Explanation['nearest']) {
  const label = ruleLabel(rule)
  const closestMatch = sightings.length === 0 && label !== undefined ? nearest[label] : undefined
  if (closestMatch) return [{ ...closestMatch, kind: 'near' } satisfies Highlight]
  const used = sightings.filter((sighting) => sighting.value === value)
  return used.flatMap(({ at, seen }): Highlight[] => [
    ...(label === undefined ? [] : [{ ...at, kind: 'label' as const }]),
    ...seen
      .slice(0, rule.under === undefined ? 1 : undefined)
      .map(
        (place): Highlight => ({ ...place, kind: value === null ? 'near' : 'value', text: path }),
      ),
  ])
}
