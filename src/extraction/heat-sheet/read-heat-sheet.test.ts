import { meetGrammar } from '../../../test/support/readings/meet-grammar.ts'
import { describe, expect, it } from 'vitest'
import { drawnPages } from '../../../test/fixtures/drawn-page.ts'
import type { Params } from '../../domain/mapping/mapping.ts'
import { toHeatSheetReading } from './read-heat-sheet.ts'
import { readProgram } from './read-program.ts'
import { isHeatSheet } from './is-heat-sheet.ts'
import { render } from '../../domain/i18n/render.ts'
import { springSplashFacts } from '../../../test/support/readings/heat-sheet.ts'
import { assertPresent } from '../../../test/support/processes/assert-present.ts'

const head = `Lake Club               HY-TEK's MEET MANAGER 8.0 - 4:41 PM  1/31/2026 Page 1
          Spring Splash - 5/1/2026 to 5/3/2026
          Hosted by Lake Club at Invented Natatorium
          Meet Program - Saturday AM
`
const table = 'Lane Name                        Age Team            Seed Time'

const drawHeat = (sex: 'Girls' | 'Mixed') => `${head}
Event 1 ${sex} 13 & Over 50 Yard Freestyle
${table}
Heat 1 of 1 Finals`

const program = `${head}
Event 1 Girls 11-12 50 Yard Freestyle
     Pool Record: 22.04 7/25/2019 A Nobody
${table}
Heat 1 of 2 Finals
  2  Ahlgren, Ada                11  AQUA-XX             31.02
  3
  4  Tamm, Ivo B                 12  LAKE-XX                NT
Heat 2 of 2 Finals
  2  Ng, Lí                      11  AQUA-XX             29.10 QUAL
Event 2 Girls 13 & Over 100 Yard IM
${table}
Heat 1 of 1 Finals
  2  Ahlgren, Ada                14  LAKE-XX           1:09.30
`

const read = (drawing: string, params: Params = {}) =>
  toHeatSheetReading(readProgram(drawnPages(drawing), meetGrammar), params)
const rows = (drawing: string) =>
  read(drawing).events.map(({ lane, swimmer_name, age, team, seed_time }) =>
    [lane, swimmer_name, age, team, seed_time].join(' | '),
  )
const codes = (drawing: string, params: Params = {}) =>
  read(drawing, params).warnings.map(({ code }) => code)

describe('reading a meet program', () => {
  it('reads meet name, dates and venue', () => {
    expect(read(program)).toMatchObject({
      sheet: 'program',
      ...springSplashFacts,
      warnings: [],
    })
  })

  it('locates each value on the page', () => {
    const { evidence, events } = read(program)
    expect(events[2]).toMatchObject({ swimmer_name: 'Ng, Lí', qualifier: 'QUAL', heat_number: 2 })
    expect(evidence['events.2']).toMatchObject({ page: 1, text: '2 Ng, Lí 11 AQUA-XX 29.10 QUAL' })
    expect(evidence['events.2.heat_number']?.text).toBe('Heat 2 of 2 Finals')
    expect(evidence['events.2.event_name']?.text).toBe('Event 1 Girls 11-12 50 Yard Freestyle')
    expect(evidence['venue']?.text).toContain('Natatorium')
  })

  it('reads names that touch the age, missing ages and team names with digits', () => {
    const drawing = `${drawHeat('Mixed')}
  1  Featherstonehaugh, Regan MW13   AQUA-XX             31.02
  2  Tamm, Ivo                       LAKE-XX             31.03
  3  _____ Ng, Lí                14  Team 4 Swim-XX      31.04 B____
  4  Moonbeam Rae,               15  AQUA-XX              X31.05
`
    expect(rows(drawing)).toEqual([
      '1 | Featherstonehaugh, Regan M | W13 | AQUA-XX | 31.02',
      '2 | Tamm, Ivo |  | LAKE-XX | 31.03',
      '3 | Ng, Lí | 14 | Team 4 Swim-XX | 31.04',
      '4 | Moonbeam Rae, | 15 | AQUA-XX | X31.05',
    ])
    expect(
      read(drawing).events.map(({ qualifier, exhibition }) => [qualifier, exhibition]),
    ).toEqual([
      [null, false],
      [null, false],
      ['B', false],
      [null, true],
    ])
  })

  it('treats an initial that touches the age as an initial, not as a sex', () => {
    const drawing = `${drawHeat('Girls')}
  1  Featherstonehaugh, Regan     M13  AQUA-XX           31.02
`
    expect(rows(drawing)).toEqual(['1 | Featherstonehaugh, Regan M | 13 | AQUA-XX | 31.02'])
  })

  it('reads a program typeset as plain sentences without columns', () => {
    const drawing = `${head}
#17 Girls 13 & Over 50 LC Meter Freestyle
Lane Name Age Team Seed Time
Heat 1 of 1 Finals
1 Rower 7, 15 AQUA-XX 27.95
2 Ng, Lí 14 UN-01-XX NT
`
    expect(rows(drawing)).toEqual([
      '1 | Rower 7, | 15 | AQUA-XX | 27.95',
      '2 | Ng, Lí | 14 | UN-01-XX | NT',
    ])
  })

  it('reads several sessions, each with its date', () => {
    const sunday = program.replace('Saturday AM', 'Sunday AM').replaceAll('Event ', 'Event 1')
    const { events, session_date } = toHeatSheetReading(
      readProgram(drawnPages(program, sunday), meetGrammar),
      {},
    )
    expect([...new Set(events.map((event) => event.session_date))]).toEqual([
      '2026-05-02',
      '2026-05-03',
    ])
    expect(session_date).toBeNull()
  })

  it('reports unreadable rows and missing heats', () => {
    expect(codes(program.replace('Heat 1 of 2', 'Heat 1 of 3'))).toEqual(['heats_missing'])
    expect(codes(program.replace('  4  Tamm', '  2  Tamm'))).toEqual(['lane_twice'])
    expect(codes(program.replace('  3\n', '  Bring your own goggles\n'))).toEqual(['unread_rows'])
    expect(
      codes(program.replace('Yard Freestyle\n', 'Yard Freestyle      31.02 12.33\n')),
    ).toContain('columns_mixed')
    expect(
      codes(program.replace('5/1/2026 to 5/3/2026', '5/1/2026').replace(/1\/31|7\/25/g, '1/1')),
    ).toEqual(['date_order'])
  })
})

describe('reading a relay', () => {
  const relay = (legs: string) => `${head}
Event 3 Girls 200 Yard Medley Relay
Lane Team                   Relay                   Seed Time
Heat 1 of 1 Finals
  2  AQUA-XX                  B                       2:04.10
${legs}
  3  LAKE-XX         X12      A                            NT
  4  _____
`
  const swims = (drawing: string) =>
    read(drawing).events.map(({ lane, team, relay: letter, leg, swimmer_name, age }) =>
      [lane, team, letter, leg, swimmer_name, age].join(' | '),
    )

  it.each([
    [
      'numbered',
      '     1) Ahlgren, Ada 11     2) Ng, Lí 12\n     3) Tamm, Ivo 12        4) Orsi, Bo B 11',
    ],
    ['bare', '     Ahlgren, Ada 11        Ng, Lí 12\n     Tamm, Ivo 12           Orsi, Bo B 11'],
    ['of one row', '  1) Ahlgren, Ada 11 2) Ng, Lí 12 3) Tamm, Ivo 12 4) Orsi, Bo B 11'],
  ])('reads %s legs', (_how, legs) => {
    expect(swims(relay(legs))).toEqual([
      '2 | AQUA-XX | B | 1 | Ahlgren, Ada | 11',
      '2 | AQUA-XX | B | 2 | Ng, Lí | 12',
      '2 | AQUA-XX | B | 3 | Tamm, Ivo | 12',
      '2 | AQUA-XX | B | 4 | Orsi, Bo B | 11',
      '3 | LAKE-XX | A |  |  | X12',
    ])
  })
})

describe('reading other sheet kinds', () => {
  it('reads heat and lane in each row', () => {
    const drawing = `2 May 2026 - County Relays                       Page: 1

Event 1 - Boys Open 50m Freestyle

Straight finals only

H1  L2 (1)   Ivo Tamm            11   Lake School        10:39.99
    L3 (2)   Bo Orsi             12   Hill School

H2  L2 (3)   Ada Ahlgren         11   Lake School          31.02
`
    expect(isHeatSheet(drawnPages(drawing), meetGrammar)).toBe(true)
    expect(rows(drawing)).toEqual([
      '2 | Ivo Tamm | 11 | Lake School | 10:39.99',
      '3 | Bo Orsi | 12 | Hill School | ',
      '2 | Ada Ahlgren | 11 | Lake School | 31.02',
    ])
    expect(read(drawing)).toMatchObject({ meet_name: 'County Relays', session_date: '2026-05-02' })
  })

  it('reads a German sheet', () => {
    const drawing = `Frühlingsschwimmen - 02.05.2026

Wettkampf 101 - 50m Rücken weiblich (Finale)
Lauf 1/2 (ca. 09:06 Uhr)
Bahn 2   Ada Ahlgren         2014   Seeverein         00:41,02
Bahn 3
Lauf 2/2 (ca. 09:08 Uhr)
Bahn 3   Lí Ng               2015   Seeverein         00:39,00
`
    expect(isHeatSheet(drawnPages(drawing), meetGrammar)).toBe(true)
    expect(rows(drawing)).toEqual([
      '2 | Ada Ahlgren | 2014 | Seeverein | 00:41,02',
      '3 | Lí Ng | 2015 | Seeverein | 00:39,00',
    ])
    expect(read(drawing).events[1]).toMatchObject({
      heat_number: 2,
      heats_total: 2,
      heat_start_time: '09:08',
      estimated: true,
    })
  })

  it('reads start times per event', () => {
    const drawing = `Lake Club          HY-TEK's MEET MANAGER 8.0 - 1/31/2026 Page 1
         Spring Splash - 5/1/2026 to 5/3/2026
                  Session Report

          Session: 2 Saturday Hill Pool (9-10 Boys)
   Day of Meet: 2 Starts at 04:15 PM Heat Interval: 20 Seconds / Back +10 Seconds
Round        Event                          Entries  Heats    Starts at
Finals     2 Boys 9-10 300 Freestyle             17      3 u  04:15 PM   _______
             Break: 25 Minutes:
Finals-1  6A Boys 9-10 100 Freestyle Relay       12      2 u  05:02 PM   _______
             Entry / Heat Totals:                29      5
             Finish Time                                      05:20 PM   _______
`
    expect(isHeatSheet(drawnPages(drawing), meetGrammar)).toBe(true)
    const { sheet, events, warnings } = read(drawing)
    expect([sheet, warnings]).toEqual(['session_report', []])
    expect(
      events.map(
        ({ session_date, event_number, event_letter, heats_total, heat_start_time, round }) =>
          [session_date, event_number, event_letter, heats_total, heat_start_time, round].join(' '),
      ),
    ).toEqual(['2026-05-02 2  3 16:15 Finals', '2026-05-02 6 A 2 17:02 Finals-1'])
    expect(codes(drawing.replace('Boys 9-10 300', 'Everyone'))).toEqual(['unread_rows'])
    expect(events[0]?.session).toBe('2 Saturday Hill Pool (9-10 Boys)')
  })

  it('rejects documents without events and heats', () => {
    expect(
      isHeatSheet(drawnPages('Event 3 Girls 50 Yard Freestyle: swim suits 12.50'), meetGrammar),
    ).toBe(false)
    expect(isHeatSheet(drawnPages('Heat 1 of 3: boil the water'), meetGrammar)).toBe(false)
  })
})

describe('choosing a swimmer', () => {
  it("returns the requested swimmers' swims, or everyone's", () => {
    const { events, swimmers } = read(program, { swimmer: 'Ivo Tamm; lí ng' })
    expect(events.map(({ swimmer_name }) => swimmer_name)).toEqual(['Tamm, Ivo B', 'Ng, Lí'])
    expect(swimmers.map(({ requested, found }) => [requested, found.length])).toEqual([
      ['Ivo Tamm', 1],
      ['lí ng', 1],
    ])
  })

  it('returns swimmers with the same name separately, by team or age', () => {
    const both = read(program, { swimmer: 'Ada Ahlgren' })
    expect(both.events).toHaveLength(2)
    expect(both.swimmers[0]?.found).toHaveLength(2)
    expect(both.warnings[0]?.code).toBe('swimmer_ambiguous')
    expect(render(assertPresent(both.warnings[0]))).toBe(
      'Ada Ahlgren could be Ahlgren, Ada (11) of AQUA-XX or Ahlgren, Ada (14) of LAKE-XX: all are shown. Narrow it down by team or age.',
    )
    for (const choice of [{ team: 'lake-xx' }, { age: '14' }]) {
      const one = read(program, { swimmer: 'Ada Ahlgren', ...choice })
      expect(one.events.map(({ team }) => team)).toEqual(['LAKE-XX'])
      expect(one.warnings.map(({ code }) => code)).toEqual(['no_start_time'])
    }
  })

  it('finds one swimmer in a relay and in a mixed event', () => {
    const drawing = `${program}Event 3 Mixed 50 Yard Freestyle
${table}
Heat 1 of 1 Finals
  2  Ng, Lí                     W11  AQUA-XX             29.10
Event 4 Girls 200 Yard Medley Relay
Lane Team                   Relay                   Seed Time
Heat 1 of 1 Finals
  2  Aqua Swimming            B                       2:04.10
     1) Ng, Lí 11     2) Ahlgren, Ada 11
`
    const { events, swimmers } = read(drawing, { swimmer: 'Lí Ng', team: 'AQUA-XX' })
    expect(events.map(({ event_number }) => event_number)).toEqual([1, 3, 4])
    expect(swimmers[0]?.found).toEqual([{ swimmer_name: 'Ng, Lí', age: '11', team: 'AQUA-XX' }])
  })

  it('reports an unknown name with the nearest matches', () => {
    const { events, warnings } = read(program, { swimmer: 'Ivo Tam' })
    expect(events).toEqual([])
    expect(warnings).toEqual([
      {
        code: 'swimmer_not_found',
        path: null,
        params: { requested: 'Ivo Tam', did_you_mean: ['Tamm, Ivo B'] },
      },
    ])
    expect(render(assertPresent(warnings[0]))).toBe(
      'Ivo Tam is not on this sheet. Did you mean Tamm, Ivo B?',
    )
  })
})

describe('start times', () => {
  const starts = (params: Params, drawing = program) =>
    read(drawing, params).events.map(({ heat_start_time, estimated }) => [
      heat_start_time,
      estimated,
    ])

  it('are estimated from the session start and the slowest seed time in each heat', () => {
    expect(starts({ session_start: '09:00' })).toEqual([
      ['09:00', true],
      ['09:00', true],
      ['09:01', true],
      ['09:02', true],
    ])
  })

  it('are kept if printed, and anchor the estimates', () => {
    const printed = program.replace('Heat 1 of 2 Finals', 'Heat 1 of 2 Finals Starts at 01:58 PM')
    expect(starts({ session_start: '09:00' }, printed)).toEqual([
      ['13:58', false],
      ['13:58', false],
      ['13:59', true],
      ['14:00', true],
    ])
  })

  it('are null if there is no session start', () => {
    expect(starts({})).toEqual(Array(4).fill([null, false]))
    expect(codes(program, { swimmer: 'Lí Ng' })).toEqual(['no_start_time'])
    expect(codes(program, { swimmer: 'Lí Ng', session_start: '09:00' })).toEqual(['estimated'])
  })

  it('assume a slow pace if there are no seed times, and stay within the day', () => {
    const untimed = program.replace('31.02', 'NT   ').replace('29.10', 'NT   ')
    expect(starts({ session_start: '23:57' }, untimed)).toEqual([
      ['23:57', true],
      ['23:57', true],
      ['23:58', true],
      [null, false],
    ])
  })

  it('use the date that the user entered if the sheet has none', () => {
    const unclear = program.replace('Saturday AM', 'All Events')
    expect(codes(unclear, { swimmer: 'Lí Ng' })).toEqual(['no_date', 'no_start_time'])
    const dated = read(unclear, { swimmer: 'Lí Ng', date: '2026-05-03', venue: 'Hill Pool' })
    expect(dated).toMatchObject({ session_date: '2026-05-03', venue: 'Hill Pool' })
  })
})

it('finds no heats in other documents', () => {
  expect(readProgram(drawnPages('A letter about nothing'), meetGrammar)).toMatchObject({
    heats: [],
  })
})
