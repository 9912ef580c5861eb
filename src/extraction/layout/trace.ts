import type { ColumnName, Rule } from '../../domain/mapping/invoice-layout.ts'
import type { TextLocation } from '../text/location.ts'
import type { DateOrder } from '../values/dates.ts'
import type { TableColumn } from './table-header.ts'
import type { NumberStyle } from '../values/numbers.ts'
import type { TextLine } from '../text/text-lines.ts'

/** One match of a rule's label or pattern, the text tried there and the resulting value. */
export interface RuleMatch {
  at: TextLocation
  seen: TextLocation[]
  value: string | null
}

/** A line's role in the table. */
export type LineRole = 'begins' | 'adds' | 'remark' | 'skipped' | 'ends'

interface LineStep {
  step: 'line'
  page: number
  y: number
  text: string
  role: LineRole
  /** Number of the item that the line starts or continues, counting from 1. */
  item?: number
  /** Columns that the line fills. */
  fills?: ColumnName[]
  /** Columns that the line would need to start an item. */
  lacks?: ColumnName[]
  /** Pattern that skips the line or ends the table. */
  pattern?: string
}

/** One engine step, as plain data. */
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

/** Receives each step; if there is no trace, the engine builds no step data. */
export type Trace = ((step: TraceStep) => void) | undefined

/** Receives the result of each rule tried for one value. */
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
