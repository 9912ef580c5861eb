import { describe, expect, it } from 'vitest'
import { Party } from '../domain/invoice/directory.ts'
import type { ListedEntry } from './entries.ts'
import { type GivenRow, mergeRows } from './merge-rows.ts'

const tin = '0123456782012000'
const other = '0987654329012000'
const own = (id: string, fields: object): ListedEntry<'parties'> => ({
  id,
  origin: 'own',
  updated_at: null,
  entry: Party.parse({ tin, ...fields }),
})
const merge = (existing: ListedEntry<'parties'>[], ...rows: GivenRow[]) =>
  mergeRows('parties', existing, rows)
const given = (fields: Record<string, unknown>): GivenRow => ({ given: fields })

describe('a row', () => {
  it('completes the entry with the same name, in any spelling, and keeps the fields that it omits', () => {
    const known = own('1', { name: 'PT Maju', email: 'a@example.com', aliases: ['Maju Jaya'] })
    const row = given({ name: 'P.T. MAJU', tin: other, aliases: ['MJ'] })
    expect(merge([known], row)).toMatchObject([
      {
        outcome: 'changed',
        id: '1',
        entry: {
          name: 'PT Maju',
          tin: other,
          email: 'a@example.com',
          aliases: ['Maju Jaya', 'MJ'],
        },
      },
    ])
    expect(merge([known], given({ name: 'Maju Jaya', tin }))).toMatchObject([
      { outcome: 'unchanged', id: '1' },
    ])
  })

  it('replaces the fields of the entry with the same id', () => {
    const known = own('1', { name: 'PT Maju', aliases: ['Maju Jaya'] })
    const row = { id: '1', given: { name: 'PT Mundur', aliases: ['M'] } }
    expect(merge([known], row)).toMatchObject([
      { outcome: 'changed', id: '1', entry: { name: 'PT Mundur', aliases: ['M'], tin } },
    ])
  })

  it('is merged with an earlier row for the same company', () => {
    const rows = [
      given({ name: 'PT Baru', tin }),
      given({ name: 'PT. BARU', tin, address: 'Jl. 1' }),
    ]
    const [first, second] = merge([], ...rows)
    expect([first?.outcome, second?.outcome]).toEqual(['created', 'changed'])
    expect(second).toMatchObject({ entry: { name: 'PT Baru', address: 'Jl. 1' } })
  })

  it('is rejected without affecting other rows if it is invalid, contradicts an earlier row or uses a name that is taken', () => {
    const known = own('1', { name: 'PT Maju' })
    const rows = [
      given({ name: 'PT Satu', tin: '12' }),
      given({ tin }),
      given({ name: 'PT Dua', tin }),
      given({ name: 'PT Dua', tin: other }),
      given({ name: 'PT Tiga', tin, aliases: ['PT Maju'] }),
      given({ name: 'PT Empat', tin }),
    ]
    const codes = merge([known], ...rows).map((row) =>
      row.outcome === 'rejected' ? row.faults.map(({ code }) => code).join() : row.outcome,
    )
    expect(codes).toEqual([
      'digits',
      'missing',
      'created',
      'csv_entry_twice',
      'key_taken',
      'created',
    ])
  })
})
