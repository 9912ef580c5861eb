import { describe, expect, it } from 'vitest'
import { drawnPages } from '../../../test/fixtures/drawn-page.ts'
import { meetGrammar } from '../../../test/support/readings/meet-grammar.ts'
import { isHeatSheet } from './is-heat-sheet.ts'
import { toHeatSheetReading } from './read-heat-sheet.ts'
import { readProgram } from './read-program.ts'

function read(drawing: string) {
  const pages = drawnPages(drawing)
  expect(isHeatSheet(pages, meetGrammar)).toBe(true)
  return toHeatSheetReading(readProgram(pages, meetGrammar), {})
}

const rows = `1  Tamm, Ida        14   Lake SC            31.40
2  Berg, Ann        13   Harbor Swim Club   30.02
4  Orsi, Bea        14   Lake SC            32.10
`

describe('titles of an event and its heat', () => {
  it.each([
    ['on one line', 'Event 3 - Girls 50m Freestyle - Heat 2 of 2', null],
    ['on one line, with a time', 'Event 3 - Girls 50m Freestyle - Heat 2 of 2 - 9:30', '09:30'],
    ['with the heat in brackets', 'Event 3 Girls 50m Freestyle (Heat 2 of 2)', null],
    ['with the heat first', 'Heat 2 of 2 - Event 3 Girls 50m Freestyle', null],
    ['with the name last', 'Event 3 / Heat 2     Girls 50m Freestyle', null],
    ['with the time first', 'Event 3 Girls 50m Freestyle\n9:30 Heat 2', '09:30'],
    ['as letters', 'E3 Girls 50m Freestyle\nH2', null],
    ['with two separators', 'EVENT 3.- GIRLS 50 M FREESTYLE\nHeat 2', null],
    ['with an abbreviated "number"', 'Event Nbr. 3 - Girls 50m Freestyle\nHeat Nbr. 2', null],
    ['without a word for "event"', 'Nr. 3 Girls 50m Freestyle\nHeat 2', null],
    [
      'with the columns beside the heat',
      'Event 3 Girls 50m Freestyle\nHeat 2             Age  Team               Time',
      null,
    ],
    [
      'with the name below the day',
      'Event 3            Entry list\n14.03.2026 - 9:30      Girls, 50m Freestyle     11 - 14\nHeat 2',
      '09:30',
    ],
    [
      'with the name in another line',
      'Event 3\nSAT 14 MAR 2026\nGirls 50m Freestyle\nHeats\nHeat 2',
      null,
    ],
  ])('are read %s', (_form, titles, start) => {
    const { events } = read(`Invented Open - 14 March 2026\n${titles}\n${rows}`)
    expect(
      events.map((one) => [
        one.event_number,
        one.heat_number,
        one.lane,
        one.swimmer_name,
        one.team,
      ]),
    ).toEqual([
      [3, 2, 1, 'Tamm, Ida', 'Lake SC'],
      [3, 2, 2, 'Berg, Ann', 'Harbor Swim Club'],
      [3, 2, 4, 'Orsi, Bea', 'Lake SC'],
    ])
    expect(events[0]?.heat_start_time).toBe(start)
  })
})

describe('text between the cells of a row', () => {
  const table = (own: string) =>
    read(`Invented Open - 14 March 2026\nEvent 1 Girls 50m Freestyle\nHeat 1 of 1\n${own}`)
  it.each([
    '1  Tamm, Ida ........ 14   Lake SC ........... 31.40',
    '1  Tamm, Ida . . . .  14   Lake SC . . . . .   31.40',
    '1  Tamm, Ida........  14   Lake SC..........   31.40',
    'Lane 1: Tamm, Ida (14), Lake SC - 31.40',
    'Lane 1: Tamm, Ida (14) | Lake SC | 31.40',
  ])('belongs to no cell: %s', (row) => {
    const { events, warnings } = table(`${row}\n`)
    expect(events.map((one) => [one.swimmer_name, one.age, one.team, one.seed_time])).toEqual([
      ['Tamm, Ida', '14', 'Lake SC', '31.40'],
    ])
    expect(warnings.map(({ code }) => code)).not.toContain('names_suspect')
  })

  it('is no team if it stands for a time', () => {
    const { events } = table('1  Tamm, Ida        14   Lake SC            --:--.--\n')
    expect(events.map(({ team }) => team)).toEqual(['Lake SC'])
  })
})

describe('a list by swimmer', () => {
  it('may separate name, age and team by commas, and leave the year to the heading', () => {
    const { events, warnings } = read(`Swimmers of Lake SC, 14 March 2026

Ida Tamm, 14, Lake SC
Day          Event   Race                  Heat   Lane   Entry time
Sat 14 Mar   3       Girls 50m Freestyle   2      4      31.40
Sun 15 Mar   5       Girls 50m Butterfly   1      2      33.40
`)
    expect(warnings).toEqual([])
    expect(events.map((one) => [one.swimmer_name, one.age, one.team, one.session_date])).toEqual([
      ['Ida Tamm', '14', 'Lake SC', '2026-03-14'],
      ['Ida Tamm', '14', 'Lake SC', '2026-03-15'],
    ])
  })
})

describe('a day between the events', () => {
  const days = (banner: string, table = '') =>
    read(`Invented Open - 14.03.2026

Event 1 Girls 50m Freestyle
${table}Heat 1 of 1
${rows}
${banner}
Event 2 Girls 50m Butterfly
${table}Heat 1 of 1
${rows}`)
  it.each([
    'Lake Pool – 15/03/2026 – 2nd session – 9:00',
    'DAY TWO – Sunday, 15 March 2026 – Lake Pool – 9:00',
    'Lake Pool | Sunday 15 March 2026 | warm-up 8:00',
  ])('starts a session, with other text beside it: %s', (banner) => {
    const { events } = days(banner)
    expect(events.map((one) => [one.event_number, one.session_date])).toEqual([
      ...[1, 1, 1].map((event) => [event, '2026-03-14']),
      ...[2, 2, 2].map((event) => [event, '2026-03-15']),
    ])
  })
})

describe('columns of an entry', () => {
  const table = (own: string) =>
    read(`Invented Open - 14 March 2026\nEvent 1 Girls 50m Freestyle\nHeat 1 of 1\n${own}`)
  it('may have the year before the name, without column titles', () => {
    const { events, warnings } = table(`1   2013   Ida Tamm         Lake SC       31.40
2   2014   Ann Berg         Harbor SC     30.02
`)
    expect(warnings).toEqual([])
    expect(events.map((one) => [one.swimmer_name, one.age, one.team])).toEqual([
      ['Ida Tamm', '2013', 'Lake SC'],
      ['Ann Berg', '2014', 'Harbor SC'],
    ])
  })

  it('may include an age group, without column titles', () => {
    const { events, warnings } = table(`1   Tamm Ida     1959   AGE 65   Lake SC       31.40
2   Berg Ann     1985   AGE 40   Harbor SC     30.02
`)
    expect(warnings).toEqual([])
    expect(events.map(({ age, team }) => [age, team])).toEqual([
      ['1959', 'Lake SC'],
      ['1985', 'Harbor SC'],
    ])
  })

  it('may have a title for the team but none for the name', () => {
    const { events, warnings } = read(`Invented Carnival - 14 March 2026
Event 1 Girls 50m Freestyle
Heat 1                             House          Age    Place
Lane 1    Ida Tamm                 Hume (Green)   12     ______
Lane 2    Ann Berg                 Banks (Red)    12     ______
`)
    expect(warnings).toEqual([])
    expect(events.map((one) => [one.swimmer_name, one.age, one.team])).toEqual([
      ['Ida Tamm', '12', 'Hume (Green)'],
      ['Ann Berg', '12', 'Banks (Red)'],
    ])
  })

  it('may have a time with full stops only', () => {
    const { events } = table('1   Tamm Ida     2014   Lake SC       1.02.83\n')
    expect(events.map(({ team, seed_time }) => [team, seed_time])).toEqual([['Lake SC', '1.02.83']])
  })

  it('may have an unknown phrase for "no time" below the times', () => {
    const { events, warnings } = table(`1   Tamm Ida     2014   Lake SC       31.40
2   Berg Ann     2014   Lake SC       30.02
3   Orsi Bea     2013   Harbor SC     32.02
4   Roe Mia      2013   Harbor SC     33.02
5   Lund Eva     2013   Harbor SC     34.02
6   Holm Liv     2013   Harbor SC     34.12
7   Dahl Una     2013   Harbor SC     ZILCH
`)
    expect(warnings).toEqual([])
    expect(events.at(-1)).toMatchObject({ team: 'Harbor SC', seed_time: 'ZILCH' })
  })
})

it('does not read the time of printing as the day of the meet', () => {
  const { events } = read(`11/19/26, 10:12 PM                                 Heat Sheet
Lake Marlins vs. Harbor Flyers
Saturday, June 27, 2026 • Lake Pool
Event 1 Girls 50m Freestyle
Heat 1 of 1
${rows}`)
  expect(events.map((one) => one.session_date)).toEqual(['2026-06-27', '2026-06-27', '2026-06-27'])
})

describe('columns in another order', () => {
  it('may have the lane last', () => {
    const { events, warnings } = read(`Invented Open - 14 March 2026
Event 1 Girls 50m Freestyle
Heat 1 of 1
Name              Age     Club          Entry time    Lane
Ida Tamm          14      Lake SC       31.40         3
Ann Berg          13      Harbor SC     30.02         4
`)
    expect(warnings).toEqual([])
    expect(events.map((one) => [one.lane, one.swimmer_name, one.age, one.team])).toEqual([
      [3, 'Ida Tamm', '14', 'Lake SC'],
      [4, 'Ann Berg', '13', 'Harbor SC'],
    ])
  })

  it('may have a position before the lane', () => {
    const { events, warnings } = read(`Invented Open - 14 March 2026
Event 1 Girls 50m Freestyle
Heat 1 of 1
Pos    Lane    Name              Age     Club          Entry time
1      3       Ida Tamm          14      Lake SC       31.40
2      5       Ann Berg          13      Harbor SC     30.02
`)
    expect(warnings).toEqual([])
    expect(events.map((one) => [one.lane, one.swimmer_name])).toEqual([
      [3, 'Ida Tamm'],
      [5, 'Ann Berg'],
    ])
  })

  it('may have columns for the family name and the given name', () => {
    const { events, warnings } = read(`Pokalschwimmen am 14.3.2026
Wettkampf 1 50m Freistil weiblich
Lauf 1
Bahn   Nachname          Vorname           JG      Verein          Zeit
1      Tamm              Ida Marie         2014    Lake SC         0:31,40
2      von Berg          Ann               2013    Harbor SC       0:30,02
`)
    expect(warnings).toEqual([])
    expect(events.map(({ swimmer_name, team }) => [swimmer_name, team])).toEqual([
      ['Tamm Ida Marie', 'Lake SC'],
      ['von Berg Ann', 'Harbor SC'],
    ])
  })

  it('are reported if an unknown column before the name has words', () => {
    const { warnings } = read(`Pokalschwimmen am 14.3.2026
Wettkampf 1 50m Freistil weiblich
Lauf 1
Bahn   Zuordnung         Vorname           JG      Verein          Zeit
1      Tamm              Ida Marie         2014    Lake SC         0:31,40
`)
    expect(warnings.map(({ code }) => code)).toContain('names_suspect')
  })

  it('may include columns to fill in', () => {
    const { events, warnings } = read(`Invented Open - 14 March 2026
Event 1 Girls 50m Freestyle
Heat 1 of 1
Lane    Name              Age     Club          Seed       Watch 1    Watch 2    Official
3       Ida Tamm          14      Lake SC       31.40      _______    _______    ________
`)
    expect(warnings).toEqual([])
    expect(events).toMatchObject([{ lane: 3, swimmer_name: 'Ida Tamm', seed_time: '31.40' }])
  })
})
