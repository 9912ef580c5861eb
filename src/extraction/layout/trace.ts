import type { ColumnName, Rule } from '../../domain/mapping/invoice-layout.ts'
import type { TextLocation } from '../text/location.ts'
import type { DateOrder } from '../values/dates.ts'
import type { Column } from './table-header.ts'
import type { NumberStyle } from '../values/numbers.ts'
import type { TextLine } from '../text/text-lines.ts'

/** A place where a rule's label or pattern was found, the pieces of text that it means, and what they gave. */
export interface Sighting {
  at: TextLocation
  seen: TextLocation[]
  value: string | null
}

/** What became of a line of the table. */
export type Role = 'begins' | 'adds' | 'remark' | 'skipped' | 'ends'

interface LineStep {
  step: 'line'
  page: number
  y: number
  text: string
  role: Role
  /** The item that it begins or adds to, from 1. */
  item?: number
  /** The columns that it fills. */
  fills?: ColumnName[]
  /** What it lacks to begin an item. */
  lacks?: ColumnName[]
  /** The pattern that skips it or ends the table. */
  pattern?: string
}

/** One thing that the engine did, as plain data. */
export type Step =
  | { step: 'numbers'; style: NumberStyle | null; votes: Record<'1.234,56' | '1,234.56', number> }
  | { step: 'dates'; order: DateOrder; votes: Record<DateOrder, number> }
  | { step: 'value'; path: string; rule: Rule; sightings: Sighting[]; value: string | null }
  | { step: 'head'; page: number; y: number; columns: Column[] }
  | {
      step: 'no_head'
      page: number
      goes_on: boolean
      heads: { column: ColumnName; labels: string[]; places: TextLocation[] }[]
    }
  | { step: 'columns'; page: number; columns: Column[] }
  | LineStep

/** Hears what the engine does; where there is none, nothing is made for it. */
export type Trace = ((step: Step) => void) | undefined

/** Hears how each rule fared that was tried for one value. */
export type RuleTrace = (rule: Rule, sightings: Sighting[], value: string | null) => void

export function traceRule(path: string, trace: Trace): RuleTrace | undefined {
  if (!trace) return undefined
  return (rule, sightings, value) => trace({ step: 'value', path, rule, sightings, value })
}

export function lineStep(
  { page, baseline: y, text }: TextLine,
  role: Role,
  more: Pick<LineStep, 'item' | 'fills' | 'lacks' | 'pattern'>,
): Step {
  return { step: 'line', page, y, text, role, ...more }
}
