import { render } from '../../../domain/i18n/render.ts'
import type { InvoiceReading } from '../../../domain/invoice/invoice.ts'
import { isCheckFailure, toFilingRule } from '../../../domain/invoice/review-reasons.ts'
import type { MappingExplanation } from '../../../extraction/mapping/explain.ts'
import { alignColumns } from '../../io/align-columns.ts'
import { tableText } from './explain-table.ts'
import { placeText, valueRows } from './explain-values.ts'

/** Returns lines of text that explain a reading. Positions are in points from the page's top left corner. */
export function explanationText(explanation: MappingExplanation): string[] {
  const { reading, steps, nearest } = explanation
  if (reading === null) return ['  This mapping has no layout to explain.']
  const values = steps.filter((step) => step.step === 'value')
  const [totals, fields] = [true, false].map((isTotal) =>
    values.filter(({ path }) => path.startsWith('totals.') === isTotal),
  )
  return [
    '  match',
    ...matchText(explanation),
    '  formats',
    ...formatText(explanation),
    '  fields',
    ...alignColumns(valueRows(fields ?? [], nearest), '    '),
    '  table',
    ...tableText(explanation),
    '  totals',
    ...alignColumns(valueRows(totals ?? [], nearest), '    '),
    '  checks',
    ...checkText(reading),
  ]
}

function matchText({ matches, nearest, also_claimed_by }: MappingExplanation): string[] {
  const rows = matches.map(({ text, found, page }) => {
    const closestMatch = nearest[text]
    const hint = closestMatch
      ? `; closest match: "${closestMatch.text}", ${placeText(closestMatch)}`
      : ''
    const where = page === null ? 'across pages' : `page ${page}`
    return [found ? '✓' : '✗', `"${text}"`, found ? where : `not found${hint}`]
  })
  const others = also_claimed_by.map((name) => `    ✗ ${name} also matches this document`)
  return [...alignColumns(rows, '    '), ...others]
}

function formatText({ steps }: MappingExplanation): string[] {
  return steps.flatMap((step) => {
    if (step.step === 'numbers') {
      const votes = Object.entries(step.votes).map(([style, count]) => `${count} for ${style}`)
      return [`    numbers  ${step.style ?? 'undecided'} (${votes.join(', ')})`]
    }
    if (step.step !== 'dates') return []
    const votes = Object.entries(step.votes).map(([order, count]) => `${count} for ${order} first`)
    return [`    dates    ${step.order} first (${votes.join(', ')})`]
  })
}

/** Lists all checks, then the other reasons for review. */
function checkText({ checks, review }: InvoiceReading): string[] {
  const others = review.reasons.filter(({ code }) => !isCheckFailure(code))
  return alignColumns(
    [
      ...checks.map((check) => [check.passed ? '✓' : '✗', check.name, render(check)]),
      ...others.map((reason) => ['✗', toFilingRule(reason).code, render(reason)]),
    ],
    '    ',
  )
}
