import { expect, it } from 'vitest'
import type { PreflightDocument } from '../../../domain/coretax/preflight-result.ts'
import { describeGroup } from './describe-group.ts'
import { type DocumentRule, groupRules } from './group-rules.ts'

function describeDates(code: string, dates: string[]): string | undefined {
  const documents = dates.map((date) => {
    const message = `Due on ${date}.`
    const facts = { severity: 'confirm', is_confirmed: false, path: null, fix: 'none' } as const
    const rule: DocumentRule = { code, params: { date }, message, ...facts }
    return { id: date, status: 'confirm', rules: [rule] } as unknown as PreflightDocument
  })
  const [group] = groupRules(documents)
  return group && describeGroup(group)
}

it('states no value in which the invoices differ', () => {
  expect(describeDates('filing_deadline_passed', ['1', '1'])).toBe('Due on 1.')
  expect(describeDates('filing_deadline_passed', ['1', '2'])).toMatch(/^Upload deadline passed/)
  expect(describeDates('grand_total_differs', ['1', '2'])).toBe('Grand total differs.')
})
