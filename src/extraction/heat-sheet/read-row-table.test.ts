import { describe, expect, it } from 'vitest'
import { drawnPages } from '../../../test/fixtures/drawn-page.ts'
import { meetGrammar } from '../../../test/support/readings/meet-grammar.ts'
import { findRowTable } from './grammar/row-table.ts'
import { isHeatSheet } from './is-heat-sheet.ts'
import { toHeatSheetReading } from './read-heat-sheet.ts'
import { readProgram } from './read-program.ts'

const read = (...drawings: string[]) =>
  toHeatSheetReading(readProgram(drawnPages(...drawings), meetGrammar), {})

const heading = `Invented Gala - Saturday 14 March 2026
Event  Description               Heat  Lane  Swimmer             Age   Club         Entry time
`
const gala = `${heading}1      Girls 50m Freestyle       1     3     Ida Tamm            9     Lake SC      41.40
1      Girls 50m Freestyle       1     4     Ann van der Berg    10    Town Swim    NT
1      Girls 50m Freestyle       2     3     Mia Roe             10    Lake SC      39.40
2      Boys 100m Backstroke      1     5     Bo Ng               11    Town Swim    1:21.40
`

describe('a spreadsheet with event, heat and lane in each row', () => {
  it('is read, with the day above it', () => {
    const pages = drawnPages(gala)
    expect(isHeatSheet(pages, meetGrammar)).toBe(true)
    const { events, warnings, meet_name } = read(gala)
    expect(warnings).toEqual([])
    expect(meet_name).toBe('Invented Gala')
    expect(events).toMatchObject([
      { event_number: 1, event_name: 'Girls 50m Freestyle', heat_number: 1, lane: 3, age: '9' },
      { lane: 4, swimmer_name: 'Ann van der Berg', team: 'Town Swim', seed_time: 'NT' },
      { heat_number: 2, swimmer_name: 'Mia Roe', seed_time: '39.40' },
      { event_number: 2, swimmer_name: 'Bo Ng', session_date: '2026-03-14', seed_time: '1:21.40' },
    ])
  })

  it('continues on the next page, with or without its titles', () => {
    const rows = (number: number) =>
      `3      Boys 50m Freestyle        ${number}     1     Bo Swimmer${number}         11    Lake SC      31.40\n`
    const { events, warnings } = read(gala, `${heading}${rows(1)}`, rows(2))
    expect(warnings).toEqual([])
    expect(events.slice(4).map((one) => [one.heat_number, one.lane])).toEqual([
      [1, 1],
      [2, 1],
    ])
  })

  it('may be sorted by swimmer, in German, with a time of day', () => {
    const { events, warnings } = read(`Startliste 14.03.2026
WK   Strecke               Lauf   Bahn   Uhrzeit   Name              Jahrg.   Verein
2    100m Rücken männl.    1      4      10:05     Berg, Bo          2012     SV Lake
1    50m Brust weibl.      1      2      10:00     Tamm, Ida         2014     TSV Ort
1    50m Brust weibl.      1      3      10:00     Tamm, Mia         2013     TSV Ort
`)
    expect(warnings).toEqual([])
    expect(events.map((one) => [one.event_number, one.lane, one.heat_start_time])).toEqual([
      [1, 2, '10:00'],
      [1, 3, '10:00'],
      [2, 4, '10:05'],
    ])
  })

  it('may contain merged cells only in their first row', () => {
    const blank = (row: string) => row.replace(/^1      Girls 50m Freestyle/, ' '.repeat(26))
    const [title, names, first, ...others] = gala.split('\n')
    const { events, warnings } = read([title, names, first, ...others.map(blank)].join('\n'))
    expect(warnings).toEqual([])
    expect(events.map((one) => [one.event_number, one.heat_number, one.lane])).toEqual([
      [1, 1, 3],
      [1, 1, 4],
      [1, 2, 3],
      [2, 1, 5],
    ])
  })

  it.each([
    ['3      Boys 50m Freestyle        1     x     Bo Roe              11    Lake SC      31.40'],
    ['3      Boys 50m Freestyle        1     1     Bo Roe              11    Lake SC      soon'],
    ['x      Boys 50m Freestyle        1     1     Bo Roe              11    Lake SC      31.40'],
  ])('reports a row that cannot be read: %s', (row) => {
    const { events, warnings } = read(`${gala}${row}\n`)
    expect(events).toHaveLength(4)
    expect(warnings.map(({ code }) => code)).toEqual(['unread_rows'])
  })

  it('reports a lane that occurs twice', () => {
    const [row = ''] = gala.split('\n').slice(2)
    expect(read(`${gala}${row}\n`).warnings.map(({ code }) => code)).toEqual(['lane_twice'])
  })

  it.each([
    ['a name', `${' '.repeat(45)}Maria`],
    ['a team', `${' '.repeat(71)}and Town`],
    ['an event', `${' '.repeat(7)}Relay`],
  ])('reports the rest of %s on a line of its own', (_, rest) => {
    const { events, warnings } = read(`${gala}${rest}\n`)
    expect(events).toHaveLength(4)
    expect(warnings.map(({ code }) => code)).toEqual(['unread_rows'])
  })

  it('does not report a note at the foot of the page', () => {
    expect(read(`${gala}\n\n\n       Well swum\n`).warnings).toEqual([])
  })

  it('joins the columns that describe an event', () => {
    const { events, warnings } = read(`Invented Gala - Saturday 14 March 2026
Event  Sex      Distance  Stroke         Heat  Lane  Name            Club         Entry time
1      Women    100m      Freestyle      1     3     Ida Tamm        Lake SC      1:01.40
2      Girls    200       Medley Relay   1     3     Lake SC A       Lake SC      2:21.40
`)
    expect(warnings).toEqual([])
    expect(events).toMatchObject([
      { event_name: 'Women 100m Freestyle', swimmer_name: 'Ida Tamm' },
      { event_name: 'Girls 200 Medley Relay', swimmer_name: null },
    ])
  })

  it('is not read if it has more columns than a sheet needs', () => {
    const [title, names, ...rows] = gala.split('\n')
    const wide = (count: number) =>
      drawnPages(
        [title, `${names}   ${Array.from({ length: count }, () => 'x').join('   ')}`, ...rows].join(
          '\n',
        ),
      )
    expect(findRowTable(wide(22), meetGrammar)).toBeDefined()
    expect(findRowTable(wide(23), meetGrammar)).toBeUndefined()
  })
})
