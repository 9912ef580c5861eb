import { describe, expect, it } from 'vitest'
import type { MissingNumberRow } from '../db/review/missing-numbers.sql.ts'
import { groupCompanies } from './missing-numbers.ts'

const row = (name: string, invoices: number, role = 'buyer'): MissingNumberRow => ({
  name,
  code: `filing_${role}_npwp_missing`,
  invoices,
  job_id: `job of ${name}`,
})

describe('companies without a number', () => {
  it('are one row for all spellings of a name, most invoices first', () => {
    const rows = [
      row('PT Maju', 3),
      row('CV Lain', 4, 'seller'),
      row('Maju, P.T.', 2),
      row('MAJU', 1),
    ]
    expect(groupCompanies(rows)).toEqual([
      {
        name: 'PT Maju',
        spellings: ['PT Maju', 'Maju, P.T.', 'MAJU'],
        role: 'buyer',
        invoice_count: 6,
        job_id: 'job of PT Maju',
      },
      expect.objectContaining({ name: 'CV Lain', role: 'seller', invoice_count: 4 }),
    ])
  })

  it('are different if their legal forms differ', () => {
    const rows = [row('PT Maju', 1), row('CV Maju', 1), row('Maju', 1)]
    expect(groupCompanies(rows).map(({ name }) => name)).toEqual(['CV Maju', 'Maju', 'PT Maju'])
  })
})
