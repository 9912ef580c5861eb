import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Party } from '../../domain/invoice/directory.ts'
import { AppError } from '../../domain/errors/app-error.ts'
import { readTableCsv, writeTableCsv } from './table-csv.ts'

const words = fc
  .string({
    unit: fc.constantFrom('a', 'é', '|', '\\', '=', ',', ';', '"', "'", '-', '@', ' ', '\n'),
  })
  .map((text) => text.trim())
  .filter((text) => /[a-zé]/.test(text) && !text.startsWith("'"))
const parties = fc.array(
  fc.record({
    name: words,
    aliases: fc.array(words, { maxLength: 3 }),
    codes: fc.array(fc.record({ seller: words, code: words }), { maxLength: 2 }),
    tin: fc.constant('0123456782012000'),
    address: fc.option(words),
    goods: fc.option(fc.constant({ option: 'A' as const, code: '940100', unit: null })),
  }),
  { minLength: 1, maxLength: 4 },
)

function importError(csv: string): AppError {
  try {
    readTableCsv('parties', csv)
  } catch (error) {
    if (error instanceof AppError) return error
  }
  throw new Error('Expected an error')
}

describe('table CSV', () => {
  it('round-trips any content', () => {
    fc.assert(
      fc.property(parties, (given) => {
        const entries = given.map((party, index) => ({ id: `${index}`, entry: Party.parse(party) }))
        const back = readTableCsv('parties', writeTableCsv('parties', entries))
        expect(back.rows.map(({ id, given: it }) => ({ id, entry: Party.parse(it) }))).toEqual(
          entries,
        )
      }),
    )
  })

  it('escapes formulas that a spreadsheet would run', () => {
    const entry = Party.parse({ name: '=cmd()', tin: '0123456782012000', aliases: ['@x', '+1'] })
    const csv = writeTableCsv('parties', [{ id: 'x', entry }])
    expect(csv).toContain("x,'=cmd(),'@x | +1,")
    expect(Party.parse(readTableCsv('parties', csv).rows[0]?.given)).toEqual(entry)
  })

  it.each([
    [
      'semicolons, as in Indonesian spreadsheets',
      'code;name;aliases\r\nUM.0099;Sack;KRG | Karung\r\n',
    ],
    ['tabs and a byte order mark', '\ufeffcode\tname\taliases\nUM.0099\tSack\tKRG|Karung\n'],
    [
      'another order, old line endings and an empty line',
      'name,aliases,code\r\r"Sack",KRG | Karung,UM.0099',
    ],
  ])('parses %s', (_what, csv) => {
    expect(readTableCsv('units', csv).rows.map(({ given }) => given)).toEqual([
      { code: 'UM.0099', name: 'Sack', aliases: ['KRG', 'Karung'] },
    ])
  })

  it('accepts an old 15-digit NPWP with dots', () => {
    const { rows } = readTableCsv('parties', 'name;tin\nPT A;01.234.567.4-901.000\n')
    expect(rows[0]?.given['tin']).toBe('0012345674901000')
  })

  it.each([
    ['Indonesian headers', 'Nama;NPWP;Alamat\nPT A;0123456782012000;Jl. 1\n'],
    ['English headers', 'Customer Name|Tax ID|Address\nPT A|0123456782012000|Jl. 1\n'],
    [
      'headers with other words around',
      '"No.",Nama Pembeli,NPWP/NIK,ALAMAT\n1,PT A,0123456782012000,Jl. 1\n',
    ],
    ['content, where headers say nothing', 'a,b,alamat\nPT A,01.234.567.8-201.2000,Jl. 1\n'],
    ['content, beside codes', 'a,b,c,alamat\nCUST-1,PT A,0123456782012000,Jl. 1\n'],
  ])('matches columns by %s', (_what, csv) => {
    const { rows } = readTableCsv('parties', csv)
    expect(rows[0]?.given).toEqual({ name: 'PT A', tin: '0123456782012000', address: 'Jl. 1' })
  })

  it('lists the columns that it ignores', () => {
    expect(readTableCsv('parties', 'name,colour\nPT A,red\n').columns).toEqual([
      { header: 'name', field: 'name' },
      { header: 'colour', field: null },
    ])
  })

  it('rejects a file that it cannot parse', () => {
    expect(importError('name,tin\n"PT\r\nA",0123456782012000\n"PT B,1\nPT C,2\n').errors).toEqual([
      {
        pointer: '/4',
        code: 'csv_quote_open',
        params: {},
        detail: 'an opening quote is never closed',
      },
    ])
    expect(importError('1,2\n3,4\n').message).toContain('unknown: 1, 2')
    expect(importError('').message).toContain('Line 1: the columns must be id, name, aliases')
  })
})
