import {
  chooseValues,
  type HeaderWeights,
} from '../../src/extraction/any-invoice/header/choose-values.ts'
import {
  type RankedField,
  rankedFields,
} from '../../src/extraction/any-invoice/header/find-candidates.ts'
import type { TrainingDocument } from './documents.ts'

export interface Outcome {
  document: TrainingDocument
  field: RankedField
  value: string | null
  is_right: boolean
  /** True if the value needs no review. */
  is_sure: boolean
}

/** Reads documents with the given weights and compares each value with the expected one. */
export function evaluate(
  documents: readonly TrainingDocument[],
  weights: HeaderWeights,
): Outcome[] {
  return documents.flatMap((document) => {
    const choices = chooseValues(document.candidates, weights)
    return rankedFields.flatMap((field) => {
      const expected = document.truth[field]
      if (expected === undefined) return []
      const { value } = choices[field]
      const isUnclear = field === 'date' && choices.is_order_unclear
      const is_sure = choices[field].is_sure && !isUnclear
      return [
        {
          document,
          field,
          value: value?.value ?? null,
          is_right: value?.key === expected,
          is_sure,
        },
      ]
    })
  })
}

/**
 * Formats `99/104 (4)`: correct values, all values and, in parentheses, wrong values that would not be flagged for
 * review.
 */
function summarise(outcomes: readonly Outcome[], field: RankedField): string {
  const fieldOutcomes = outcomes.filter((outcome) => outcome.field === field)
  if (fieldOutcomes.length === 0) return '–'
  const right = fieldOutcomes.filter(({ is_right }) => is_right)
  const confident = right.filter(({ is_sure }) => is_sure)
  const wrong = fieldOutcomes.filter(({ is_right, is_sure }) => !is_right && is_sure)
  return `${right.length}/${fieldOutcomes.length}, ${confident.length} sure${wrong.length > 0 ? `, **${wrong.length} wrong**` : ''}`
}

/** Returns a Markdown table with one row per layout. */
export function toTable(rows: readonly { name: string; outcomes: readonly Outcome[] }[]): string {
  const header = ['layout', 'documents', ...rankedFields]
  const lines = rows.map(({ name, outcomes }) => {
    const count = new Set(outcomes.map(({ document }) => document)).size
    return [name, String(count), ...rankedFields.map((field) => summarise(outcomes, field))]
  })
  const widths = header.map((_, column) =>
    Math.max(...[header, ...lines].map((cells) => cells[column]?.length ?? 0)),
  )
  const rule = widths.map((width) => '-'.repeat(width))
  return [header, rule, ...lines]
    .map((cells) => cells.map((text, column) => text.padEnd(widths[column] ?? 0)))
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}
