import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDate, voteDateOrder } from './dates.ts'

const monthNames = ['en-GB', 'id-ID', 'de-DE', 'fr-FR'].map((language) =>
  Array.from({ length: 12 }, (_, month) =>
    new Date(2025, month).toLocaleString(language, { month: 'long' }),
  ),
)

describe('parseDate', () => {
  it.each([
    ['2025-11-14', '2025-11-14'],
    ['29.08.2025', '2025-08-29'],
    ['3/7/2025', '2025-07-03'],
    ['07 Mei 2025', '2025-05-07'],
    ['28 Okt 2022', '2022-10-28'],
    ['19-Mei-25', '2025-05-19'],
    ['1-Sep-25', '2025-09-01'],
    ['August 29 , 2025', '2025-08-29'],
    ['October 7, 2025', '2025-10-07'],
    ['Jakarta, 25 Juli 2025', '2025-07-25'],
    ['2nd Des 1999', '1999-12-02'],
    ['31.12.98', '1998-12-31'],
    ['5. März 2026', '2026-03-05'],
    ['1er juillet 2025', '2025-07-01'],
  ])('parses %s', (text, date) => {
    expect(parseDate(text)).toBe(date)
  })

  it.each(['', '31.02.2025', '2025-13-01', '5 Foo 2025', 'AB1C-990204-0007', '12.34'])(
    'finds no date in %j',
    (text) => {
      expect(parseDate(text)).toBeUndefined()
    },
  )

  it('parses the month first if the document does', () => {
    expect(parseDate('03/07/2025', 'month')).toBe('2025-03-07')
  })

  it('parses any date in every notation', () => {
    const range = { min: new Date('1970-01-01'), max: new Date('2069-12-31'), noInvalidDate: true }
    fc.assert(
      fc.property(fc.date(range), (date) => {
        const iso = date.toISOString().slice(0, 10)
        const [year = '', month = '', day = ''] = iso.split('-')
        for (const names of monthNames) {
          const name = names[Number(month) - 1] ?? ''
          // Two French months share their first three letters.
          const short = name.slice(0, name.startsWith('jui') ? 4 : 3)
          const ways = [
            `${day}/${month}/${year}`,
            `${day}.${month}.${year}`,
            `${Number(day)} ${name} ${year}`,
            `${day}-${short}-${year.slice(2)}`,
            `${name} ${Number(day)} , ${year}`,
          ]
          expect(ways.map((way) => parseDate(way))).toEqual(ways.map(() => iso))
        }
      }),
    )
  })
})

describe('voteDateOrder', () => {
  it('recognises a number too large to be a month', () => {
    expect(voteDateOrder(['03/07/2025', '12/31/2025'])).toBe('month')
    expect(voteDateOrder(['03/07/2025', '31/12/2025'])).toBe('day')
    expect(voteDateOrder(['03/07/2025'])).toBe('day')
  })
})
