import type { ColumnName, Rule } from '../../domain/mapping/invoice-layout.ts'
import type { TextLocation } from '../text/location.ts'
import type { DateOrder } from '../values/dates.ts'
import type { TableColumn } from './table-header.ts'
import type { NumberStyle } from '../values/numbers.ts'
import type { TextLine } from '../text/text-lines.ts'

/** A match of a rule's label or pattern, the text tried there and the value read from it. */
export interface RuleMatch {
  at: TextLocation
  seen: TextLocation[]
  value: string | null
}

/** The role of a line in the table. */
export type LineRole = 'begins' | 'adds' | 'remark' | 'skipped' | 'ends'

interface LineStep {
  step: 'line'
  page: number
  y: number
  text: string
  role: LineRole
  /** Number of the item that the line starts or continues, counting from 1. */
  item?: number
  /** The columns in which the line has content. */
  fills?: ColumnName[]
  /** The columns in which the line would need content to start an item. */
  lacks?: ColumnName[]
  /** The pattern that skips the line or ends the table. */
  pattern?: string
}

/** One of the engine's steps, as plain data. */
export type TraceStep =
  | { step: 'numbers'; style: NumberStyle | null; votes: Record<'1.234,56' | '1,234.56', number> }
  | { step: 'dates'; order: DateOrder; votes: Record<DateOrder, number> }
  | { step: 'value'; path: string; rule: Rule; sightings: RuleMatch[]; value: string | null }
  | { step: 'head'; page: number; y: number; columns: TableColumn[] }
  | {
      step: 'no_head'
      page: number
      goes_on: boolean
      heads: { column: ColumnName; labels: string[]; places: TextLocation[] }[]
    }
  | { step: 'columns'; page: number; columns: TableColumn[] }
  | LineStep

/** Called with each step. If it is undefined, the engine does not create step data. */
export type Trace = ((step: TraceStep) => void) | undefined

/** Called with the result of each rule tried for one value. */
export type RuleTrace = (rule: Rule, sightings: RuleMatch[], value: string | null) => void

export function traceRule(path: string, trace: Trace): RuleTrace | undefined {
  if (!trace) return undefined
  return (rule, sightings, value) => trace({ step: 'value', path, rule, sightings, value })
}

export function toLineStep(
  { page, baseline: y, text }: TextLine,
  role: LineRole,
  more: Pick<LineStep, 'item' | 'fills' | 'lacks' | 'pattern'>,
): TraceStep {
  return { step: 'line', page, y, text, role, ...more }
}
