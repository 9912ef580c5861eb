import { describe, expect, it } from 'vitest'
import { Party } from '../domain/invoice/directory.ts'
import { paginateCompanies } from './company-pages.ts'
import { groupCompanies, type CompanySpelling, excludeKnownNumbers } from './missing-numbers.ts'

const row = (
  name: string,
  invoices: number,
  { role = 'buyer', approved = 0 }: Partial<Pick<CompanySpelling, 'role' | 'approved'>> = {},
): CompanySpelling => ({ name, role, invoices, approved, job_id: `job of ${name}` })

describe('companies without a number', () => {
  it('are listed once for all spellings of a name, most invoices first', () => {
    const rows = [
      row('PT Maju', 3),
      row('CV Lain', 4, { role: 'seller' }),
      row('Maju, P.T.', 2, { approved: 1 }),
      row('MAJU', 1),
    ]
    expect(groupCompanies(rows)).toEqual([
      {
        name: 'PT Maju',
        spellings: ['PT Maju', 'Maju, P.T.', 'MAJU'],
        role: 'buyer',
        invoice_count: 6,
        approved_count: 1,
        job_id: 'job of PT Maju',
      },
      expect.objectContaining({ name: 'CV Lain', role: 'seller', invoice_count: 4 }),
    ])
  })

  it('include approved invoices until the directory has the number', () => {
    const party = Party.parse({ name: 'PT Maju', tin: '0123456782012000' })
    const rows = [row('Maju PT', 3, { approved: 2 }), row('PT Maju', 1, { approved: 1 })]
    expect(excludeKnownNumbers(rows, [])).toEqual(rows)
    expect(excludeKnownNumbers(rows, [party])).toEqual([row('Maju PT', 1)])
  })

  it('count as different companies if their legal forms differ', () => {
    const rows = [row('PT Maju', 1), row('CV Maju', 1), row('Maju', 1)]
    expect(groupCompanies(rows).map(({ name }) => name)).toEqual(['CV Maju', 'Maju', 'PT Maju'])
  })
})

describe('pages of companies', () => {
  const all = [
    { name: 'PT A', invoice_count: 3 },
    { name: 'PT B', invoice_count: 3 },
    { name: 'PT C', invoice_count: 1 },
  ]

  it('continue after the last company, even if it is no longer listed', () => {
    const first = paginateCompanies(all, 2, undefined)
    expect(first.companies).toEqual(all.slice(0, 2))
    expect(paginateCompanies(all, 2, first.next_cursor ?? '')).toEqual({
      companies: all.slice(2),
      next_cursor: null,
    })
    const afterFirst = paginateCompanies(all, 1, undefined).next_cursor ?? ''
    expect(paginateCompanies(all.slice(1), 5, afterFirst).companies).toEqual(all.slice(1))
  })

  it('reject an invalid cursor', () => {
    for (const cursor of ['', 'e30', Buffer.from('[1]').toString('base64url')]) {
      expect(() => paginateCompanies(all, 1, cursor), cursor).toThrow(/cursor/)
    }
  })
})
