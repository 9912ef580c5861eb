import type { Message } from '../../../domain/messages/message.ts'
import { render } from '../../../domain/i18n/render.ts'
import { isCheckFailure, toFilingRule } from '../../../domain/invoice/review-reasons.ts'
import type { FieldsReading } from '../../../domain/fields/fields-reading.ts'
import type { InvoiceReading } from '../../../domain/invoice/invoice.ts'
import type { Box } from '../../../domain/reading/reading.ts'
import type { Trial } from '../../../domain/api/routes/mappings.ts'
import type { MappingText } from '../../i18n/en/mappings.ts'
import { currentLanguage } from '../../i18n/ui-text.ts'
import { type Explanation, explanationSteps, type ValueStep } from './explanation-steps.ts'
import { tableRows } from './trial-report-table.ts'
import { valueRow } from './trial-report-value.ts'

/** A highlight on the page: label, value, near miss, column or line. */
export interface Highlight {
  page: number
  box: Box
  kind: 'label' | 'value' | 'near' | 'column' | 'line'
  text: string
}

/** A finding from a mapping test, with its highlights. */
export interface FindingRow {
  key: string
  state: 'good' | 'bad' | 'plain'
  name: string
  value: string
  how: string
  marks: Highlight[]
}

export type ReportGroupName =
  | 'match'
  | 'formats'
  | 'fields'
  | 'table'
  | 'totals'
  | 'checks'
  | 'values'

export interface ReportGroup {
  name: ReportGroupName
  rows: FindingRow[]
}

/** Returns findings in the order of the mapping's sections. */
export function trialReport(
  { explanation, reading }: Trial,
  messages: MappingText['report'],
): ReportGroup[] {
  const checks =
    reading?.kind === 'invoice'
      ? checkRows(reading)
      : reading?.kind === 'fields'
        ? nullRows(reading)
        : []
  const groups: ReportGroup[] = explanation
    ? [...explanationGroups(explanation, messages), { name: 'checks', rows: checks }]
    : [
        { name: 'values', rows: evidenceRows(reading) },
        { name: 'checks', rows: checks },
      ]
  return groups.filter(({ rows }) => rows.length > 0)
}

function explanationGroups(
  explanation: Explanation,
  messages: MappingText['report'],
): ReportGroup[] {
  const values = explanationSteps(explanation).filter((step) => step.step === 'value')
  const toRows = (steps: ValueStep[]) =>
    steps.map((step, index) => valueRow(step, index, explanation.nearest, messages))
  return [
    { name: 'match', rows: matchRows(explanation, messages) },
    { name: 'formats', rows: formatRows(explanation, messages) },
    { name: 'fields', rows: toRows(values.filter((step) => !isTotal(step))) },
    { name: 'table', rows: tableRows(explanation, messages) },
    { name: 'totals', rows: toRows(values.filter(isTotal)) },
  ]
}

const isTotal = ({ path }: ValueStep) => path.startsWith('totals.')

function matchRows(explanation: Explanation, messages: MappingText['report']): FindingRow[] {
  const { matches, nearest, also_claimed_by } = explanation
  const rows = matches.map(({ text, found, page }, index): FindingRow => {
    const closestMatch = found ? undefined : nearest[text]
    return {
      key: `match ${index}`,
      state: found ? 'good' : 'bad',
      name: messages.quoted(text),
      value: '',
      how: found
        ? page === null
          ? messages.acrossPages
          : messages.onPage(page)
        : messages.notFound(closestMatch?.text),
      marks: closestMatch ? [{ ...closestMatch, kind: 'near' }] : [],
    }
  })
  const others = also_claimed_by.map((name): FindingRow => {
    const how = messages.alsoMatches
    return { key: `claimed by ${name}`, state: 'bad', name, value: '', how, marks: [] }
  })
  return [...rows, ...others]
}

function formatRows(explanation: Explanation, messages: MappingText['report']): FindingRow[] {
  return explanationSteps(explanation).flatMap((step): FindingRow[] => {
    const plain = { state: 'plain' as const, how: '', marks: [] }
    if (step.step === 'numbers') {
      const value = step.style ?? messages.undecided
      return [{ ...plain, key: 'numbers', name: messages.numbers, value }]
    }
    if (step.step !== 'dates') return []
    const value = step.order === 'month' ? messages.monthFirst : messages.dayFirst
    return [{ ...plain, key: 'dates', name: messages.dates, value }]
  })
}

/** Lists checks, then the other review reasons. */
function checkRows({ checks, review }: InvoiceReading): FindingRow[] {
  const others = review.reasons.filter(({ code }) => !isCheckFailure(code))
  const row = (message: Message) => {
    return { value: '', how: render(message, currentLanguage.get()), marks: [] }
  }
  return [
    ...checks.map((check): FindingRow => {
      const { name, passed } = check
      return { key: `check ${name}`, state: passed ? 'good' : 'bad', name, ...row(check) }
    }),
    ...others.map((reason, index): FindingRow => {
      return {
        key: `reason ${index}`,
        state: 'bad',
        name: toFilingRule(reason).code,
        ...row(reason),
      }
    }),
  ]
}

/** Lists the positions of values, which are the only findings if there is no layout. */
function evidenceRows(reading: Trial['reading']): FindingRow[] {
  return Object.entries(reading?.evidence ?? {}).map(([path, { page, box, text }]): FindingRow => {
    const isPlaced = page !== null && box !== null
    const marks: Highlight[] = isPlaced ? [{ page, box, kind: 'value', text: path }] : []
    const isOwn = reading?.kind === 'fields'
    const name = isOwn ? path.replace(/^data\./, '') : path
    return { key: path, state: isOwn ? 'good' : 'plain', name, value: text, how: '', marks }
  })
}

/** Explains why requested values are null. */
function nullRows({ review }: FieldsReading): FindingRow[] {
  return review.reasons.map((reason, index): FindingRow => {
    const name = (reason.path ?? '').replace(/^data\./, '')
    const how = render(reason, currentLanguage.get())
    return { key: `reason ${index}`, state: 'bad', name, value: '', how, marks: [] }
  })
}
