import { describe, expect, it } from 'vitest'
import type { Job } from '../job/job.ts'
import type { OutputFormat } from '../mapping/output-formats.ts'
import { invoiceSummary as invoice } from '../../../test/support/readings/invoice-summary.ts'
import { containsPrimary, primaryFormat } from './primary-output.ts'

const sheet = { kind: 'heat_sheet', meet: null, date: null, swimmers: null } as const

function aJob(summary: Job['summary'], formats: OutputFormat[]) {
  return { summary, outputs: formats.map((format) => ({ format })) }
}

describe('the primary output', () => {
  it.each([
    ['an invoice', aJob(invoice, ['json', 'xml', 'csv', 'ubl']), 'xml'],
    [
      'an invoice whose Coretax file is withheld',
      aJob({ ...invoice, coretax: 'confirm' }, ['json', 'csv', 'ubl']),
      'xml',
    ],
    [
      'an invoice that is not filed, in euros',
      aJob({ ...invoice, currency: 'EUR' }, ['json', 'csv', 'ubl']),
      'ubl',
    ],
    ['an invoice with neither file', aJob(invoice, ['json', 'csv']), 'xml'],
    ['a meet', aJob(sheet, ['json', 'ics', 'csv']), 'ics'],
    ['a meet without a calendar', aJob(sheet, ['json', 'csv']), 'ics'],
    ['any other document', aJob(null, ['json', 'txt']), 'json'],
    ['a result from a foreign gateway', aJob(null, ['xml']), 'xml'],
    ['an expired job', aJob(null, []), undefined],
  ] as const)('of %s', (_, job, expected) => {
    expect(primaryFormat(job)).toBe(expected)
  })

  it('is part of an archive and of a download without a format', () => {
    const job = aJob(invoice, ['json', 'xml'])
    expect(
      [undefined, 'zip', 'xml', 'json', 'xlsx'].map((one) => containsPrimary(job, one)),
    ).toEqual([true, true, true, false, false])
  })

  it('is not part of an archive while the Coretax file is withheld', () => {
    const withheld = aJob({ ...invoice, coretax: 'confirm' }, ['json', 'csv'])
    expect(containsPrimary(withheld, 'zip')).toBe(false)
    expect(containsPrimary(aJob(invoice, ['json', 'csv']), 'zip')).toBe(true)
  })
})
