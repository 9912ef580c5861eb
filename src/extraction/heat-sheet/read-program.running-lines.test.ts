import { describe, expect, it } from 'vitest'
import { drawnPages } from '../../../test/fixtures/drawn-page.ts'
import { meetGrammar } from '../../../test/support/readings/meet-grammar.ts'
import { toHeatSheetReading } from './read-heat-sheet.ts'
import { readProgram } from './read-program.ts'

const read = (...drawings: string[]) =>
  toHeatSheetReading(readProgram(drawnPages(...drawings), meetGrammar), {})

describe('an age group beside the year of birth', () => {
  const years = ['F25 (2001)', '2001 M25', 'F25-29   1998', '(2001) 25-29', '1956 D70+']
  const list = (row: (number: number, name: string, club: string) => string) =>
    read(`Invented Masters - 14 March 2026
Event 1 Mixed 100m Freestyle
Heat 1
${row(1, 'Tamm Ida', 'Lake SC')}
${row(2, 'Berg Ann', 'Town Swim')}
${row(3, 'Orsi Mia', 'Lake SC')}
Heat 2
${row(1, 'Holm Eva', 'Lake SC')}
${row(2, 'Dahl Una', 'Town Swim')}
${row(3, 'Roe Liv', 'Town Swim')}
`)
  const expected = [
    ['Tamm Ida', 'Lake SC'],
    ['Berg Ann', 'Town Swim'],
    ['Orsi Mia', 'Lake SC'],
    ['Holm Eva', 'Lake SC'],
    ['Dahl Una', 'Town Swim'],
    ['Roe Liv', 'Town Swim'],
  ]

  it.each(years)('is not read, on one line: %s', (printed) => {
    const { events, warnings } = list(
      (number, name, club) =>
        `${number}   ${name}      ${printed}     ${club.padEnd(12)}   1:31.40`,
    )
    expect(warnings).toEqual([])
    expect(events.map((one) => [one.swimmer_name, one.team])).toEqual(expected)
    expect(new Set(events.map((one) => one.age))).toEqual(new Set(/\d{4}/.exec(printed)))
  })

  it.each(years)('is not read, above the club: %s', (printed) => {
    const { events, warnings } = list(
      (number, name, club) =>
        `${number}   ${name}      ${printed}     1:31.40\n        ${club.padEnd(12)}`,
    )
    expect(warnings).toEqual([])
    expect(events.map((one) => [one.swimmer_name, one.team])).toEqual(expected)
    expect(new Set(events.map((one) => one.age))).toEqual(new Set(/\d{4}/.exec(printed)))
  })

  it('is reported if the year was read as the team', () => {
    const { warnings } = list(
      (number, name) => `${number}   ${name} M 25 (2001)                     1:31.40`,
    )
    expect(warnings.map(({ code }) => code)).toContain('names_suspect')
  })
})

describe('a line that is set like a sentence', () => {
  const list = (row: (lane: number, name: string, club: string) => string) =>
    read(`Invented Gala - 14 March 2026
Event 1: 50m Freestyle Girls
1st heat
   ${row(1, 'ROE Ann', 'LAKE SC')}
   ${row(2, 'VAN BERG Ida Mia', 'CN Upper Lake 04')}
   ${row(3, 'ORSI Bea', 'Town-Swim')}
`)
  const rows = [
    'Ligne 1 : NAME (2014) – CLUB – 41.40',
    'Bahn 1: NAME (2014), CLUB, 41.40',
    'Corsia 1 : NAME - 2014 - CLUB - 41.40',
    'Calle n° 1: NAME / 2014 / CLUB / 41.40',
    'Lintasan 1 | NAME | 2014 | CLUB | 41.40',
    'Raia 1 – NAME (2014) CLUB 41.40',
    '1. NAME, 2014, CLUB, 41.40',
    'Lane 1. NAME – CLUB (2014) – 41.40',
  ]
  const fill = (row: string) => (lane: number, name: string, club: string) =>
    row.replace(/1/, String(lane)).replace('NAME', name).replace('CLUB', club)

  it.each(rows)('is read by its separators: %s', (row) => {
    const { events, warnings } = list(fill(row))
    expect(warnings).toEqual([])
    expect(
      events.map((one) => [one.lane, one.swimmer_name, one.age, one.team, one.seed_time]),
    ).toEqual([
      [1, 'ROE Ann', '2014', 'LAKE SC', '41.40'],
      [2, 'VAN BERG Ida Mia', '2014', 'CN Upper Lake 04', '41.40'],
      [3, 'ORSI Bea', '2014', 'Town-Swim', '41.40'],
    ])
  })

  it.each(['Lane 1: NAME, CLUB, 41.40', '1 = NAME (2014) – CLUB – 41.40'])(
    'is reported if its parts are unclear: %s',
    (row) => {
      expect(list(fill(row)).warnings.map(({ code }) => code)).toContain('names_suspect')
    },
  )
})

it('ignores announcements between heats and below a grid', () => {
  const heat = (number: number) => `Event ${number}: 50m Freestyle Girls
Heat     Lane 1          Lane 2
 1       Ida Tamm        Ann Berg
 2       Mia Orsi        Eva Holm
`
  const { events, warnings } = read(`Invented Gala - 14 March 2026
${heat(1)}
          11:00 Uhr Siegerehrung, danach Pause
${heat(2)}
         — Wręczenie pucharów —
`)
  expect(warnings).toEqual([])
  expect(events).toHaveLength(8)
})

it('starts a session between the tables of a spreadsheet', () => {
  const table = (event: number) => `Heat   Ln Swimmer       YoB   Club       Time
1      2  Ida Tamm      14    Lake SC    1:31.40
1      3  Ann Berg${event}     14    Lake SC    1:33.40
`
  const { events, warnings } = read(`Invented Gala - 14-15 March 2026
Session 1 – Saturday AM 14/03/2026, warm up 9:00
Event 1: Girls 100m Freestyle
${table(1)}
Session 2 – Sunday AM 15/03/2026, warm up 9:00
Event 2: Girls 100m Backstroke
${table(2)}
`)
  expect(warnings).toEqual([])
  expect(events.map((one) => one.session_date)).toEqual([
    '2026-03-14',
    '2026-03-14',
    '2026-03-15',
    '2026-03-15',
  ])
})
