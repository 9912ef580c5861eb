import type { Box } from '../../../domain/reading/reading.ts'
import type { Trial } from '../../../domain/api/routes/mappings.ts'

/** Text and its position on the page. */
export interface TextPosition {
  page: number
  box: Box
  text: string
}

interface Rule {
  right?: string
  below?: string
  above?: string
  under?: string
  text?: string
  constant?: string
  exact?: boolean
  nth?: number
}

/** The outcome of one rule for a value. */
export interface ValueStep {
  step: 'value'
  path: string
  rule: Rule
  sightings: { at: TextPosition; seen: TextPosition[]; value: string | null }[]
  value: string | null
}

export interface ColumnsStep {
  step: 'head' | 'columns'
  page: number
  y: number
  columns: { name: string; left: number; right: number }[]
}

export interface LineStep {
  step: 'line'
  page: number
  y: number
  text: string
  role: 'begins' | 'adds' | 'remark' | 'skipped' | 'ends'
  item?: number
  lacks?: string[]
  pattern?: string
}

export interface MissingHeaderStep {
  step: 'no_head'
  page: number
  goes_on: boolean
  heads: { column: string; labels: string[]; places: TextPosition[] }[]
}

interface FormatStep {
  step: 'numbers' | 'dates'
  style?: string | null
  order?: 'day' | 'month'
}

export type ExplanationStep = ValueStep | ColumnsStep | LineStep | MissingHeaderStep | FormatStep

export type Explanation = NonNullable<Trial['explanation']>

/** Casts the steps to the type that the server sends, which the API does not define. */
export function explanationSteps({ steps }: Explanation): ExplanationStep[] {
  return steps as unknown as ExplanationStep[]
}
