import { describe, expect, it } from 'vitest'
import { drawnPages } from '../../../test/fixtures/drawn-page.ts'
import { germanHeats } from '../../../test/fixtures/german-heats.ts'
import { meetGrammar } from '../../../test/support/readings/meet-grammar.ts'
import type { Params } from '../../domain/mapping/mapping.ts'
import { isHeatSheet } from './is-heat-sheet.ts'
import { toHeatSheetReading } from './read-heat-sheet.ts'
import { readProgram } from './read-program.ts'

const read = (drawings: string | string[], params: Params = {}) =>
  toHeatSheetReading(readProgram(drawnPages(...[drawings].flat()), meetGrammar), params)
const codes = (...drawings: string[]) => read(drawings).warnings.map(({ code }) => code)
const swims = (...drawings: string[]) =>
  read(drawings).events.map(({ event_number, heat_number, lane, seed_rank, swimmer_name }) =>
    [event_number, heat_number, lane ?? seed_rank, swimmer_name].join(' | '),
  )

const psychHead = `Lake Club        HY-TEK's MEET MANAGER 8.0 - 4:41 PM  1/31/2026 Page 1
          Spring Splash - 5/2/2026
               Psych Sheet
`
const psych = `${psychHead}
Event 1 Girls 11-12 50 Yard Freestyle
   Name                        Age Team            Seed Time
 1 Ahlgren, Ada                11  AQUA-XX             31.02
 2 Tamm, Ida                   12  LAKE-XX             31.40
`

const programHead = psychHead.replace('Psych Sheet', 'Meet Program')
const oneHeat = `${programHead}
Event 1 Girls 11-12 50 Yard Freestyle
Lane Name                        Age Team            Seed Time
Heat 1 of 1 Finals`

describe('a psych sheet', () => {
  it('reads rows below a title that is repeated without a table header', () => {
    const second = `${psychHead}
Event 1 ...(Girls 11-12 50 Yard Freestyle)
 3 Ng, Lí                      11  AQUA-XX             32.00
`
    expect(swims(psych, second)).toEqual([
      '1 |  | 1 | Ahlgren, Ada',
      '1 |  | 2 | Tamm, Ida',
      '1 |  | 3 | Ng, Lí',
    ])
    expect(codes(psych, second)).toEqual([])
  })

  it('reads rows below a new title without a table header, but skips records', () => {
    const next = `${psych}
Event 2 Boys 11-12 50 Yard Freestyle
     26.51 * Regional Time
     Pool Record: 22.04 7/25/2019 A Nobody
 1 Tamm, Ivo                   12  LAKE-XX             30.40
`
    expect(swims(next).slice(2)).toEqual(['2 |  | 1 | Tamm, Ivo'])
    expect(codes(next)).toEqual([])
  })

  it('reports a gap in the ranks, but accepts ties', () => {
    expect(codes(psych.replace(' 2 Tamm', ' 3 Tamm'))).toEqual(['ranks_missing'])
    expect(codes(psych.replace(' 2 Tamm', ' 1 Tamm'))).toEqual([])
  })
})

const sheet = `Frühlingsschwimmen                                  Seite 1
Abschnitt 1 - Samstag 02.05.2026
Beginn: 09:00 Uhr
${germanHeats}
Wettkampf 2 - 50m Kraul-Beinbew. weiblich
Lauf 1 (ca. 09:04 Uhr)
Bahn     Schwimmerin         Jg.    Verein              Meldezeit
Bahn 3   Ahlgren, Ada        2014   SV 1919 Seestadt     00:51,02
`

describe('a German sheet', () => {
  it('is recognised without a number of heats', () => {
    expect(isHeatSheet(drawnPages(sheet), meetGrammar)).toBe(true)
  })

  it('reads events with unknown strokes and teams with numbers, and skips withdrawals', () => {
    expect(swims(sheet)).toEqual([
      '1 | 1 | 2 | Tamm, Ivo',
      '1 | 2 | 2 | Orsi, Bo',
      '2 | 1 | 3 | Ahlgren, Ada',
    ])
    expect(read(sheet).events.map(({ team, age }) => `${team} ${age}`)).toEqual([
      'TuS Nord 04 2014',
      'Seeverein 2014',
      'SV 1919 Seestadt 2014',
    ])
    expect(codes(sheet)).toEqual([])
  })

  it('reports heats that start again, because a title must be missing', () => {
    const untitled = sheet.replace('Wettkampf 2 - 50m Kraul-Beinbew. weiblich', 'Kraulbeine')
    expect(codes(untitled)).toEqual(['heats_restart', 'unread_rows'])
  })

  it('accepts an event without distance and stroke if its first heat follows', () => {
    const named = sheet.replace('50m Kraul-Beinbew. weiblich', 'Große Familienstaffel')
    expect(swims(named).at(-1)).toBe('2 | 1 | 3 | ')
    expect(codes(named)).toEqual([])
  })

  it('reads each session with its day, and the meet from the page header', () => {
    const sunday = sheet
      .replace('Abschnitt 1 - Samstag 02', 'Abschnitt 2 - Sonntag 03')
      .replaceAll('Wettkampf ', 'Wettkampf 1')
    const { events, ...reading } = read([sheet, sunday])
    expect(reading).toMatchObject({
      meet_name: 'Frühlingsschwimmen',
      meet_start: '2026-05-02',
      meet_end: '2026-05-03',
    })
    expect([
      ...new Set(events.map(({ event_number, session_date }) => `${event_number} ${session_date}`)),
    ]).toEqual(['1 2026-05-02', '2 2026-05-02', '11 2026-05-03', '12 2026-05-03'])
  })

  it('does not give several undated sessions the same day', () => {
    const undated = sheet.replace(' - Samstag 02.05.2026', '')
    const second = undated
      .replace('Abschnitt 1', 'Abschnitt 2')
      .replaceAll('Wettkampf ', 'Wettkampf 1')
    const dates = (...drawings: string[]) =>
      new Set(read(drawings, { date: '2026-05-02' }).events.map((event) => event.session_date))
    expect(dates(undated, second)).toEqual(new Set([null]))
    expect(dates(undated)).toEqual(new Set(['2026-05-02']))
  })
})

it('reads the club and number of a relay team, and never reads a footer as a swimmer', () => {
  // The entry is in the middle of the page, where no line is treated as a footer.
  const relay = `${'\n'.repeat(30)}Frühlingsschwimmen                                  Seite 1
Wettkampf 3 - 4x50m Freistil mixed
Lauf 1/1 (ca. 09:00 Uhr)
Bahn     Schwimmer(in)       Jg.    Verein              Meldezeit
Bahn 1   2. Mannschaft (X)   2008   SV 1919 Seestadt    02:35,00
Bahn 2   Seesterne (X)       Offen  Seeverein           02:36,00
www.example.org
erzeugt mit einem Programm, Seite 12
`
  expect(read(relay).events).toMatchObject([
    { lane: 1, team: 'SV 1919 Seestadt', relay: '2', swimmer_name: null, leg: null },
    { lane: 2, team: 'Seeverein', relay: 'Seesterne', swimmer_name: null, leg: null },
  ])
})

it('keeps leg numbers if the first leg is blank', () => {
  const relay = `${programHead}
Event 3 Girls 200 Yard Medley Relay
Lane Team                   Relay                   Seed Time
Heat 1 of 1 Finals
  2  AQUA-XX                  B                       2:04.10
     1)                     2) Ng, Lí 12
     3) Tamm, Ida 12        4) _______________
`
  const legs = (sheet: string) =>
    read(sheet).events.map(({ leg, swimmer_name }) => `${leg} ${swimmer_name}`)
  expect(legs(relay)).toEqual(['2 Ng, Lí', '3 Tamm, Ida'])
  expect(legs(relay.replace('1)', '  '))).toEqual(['2 Ng, Lí', '3 Tamm, Ida'])
})

describe('a shifted grid', () => {
  const shifted = `${oneHeat}
  1  Ahlgren, Ada               11 AQUA-XX             31.02
  2  Tamm, Ida                  12 Team 4 Swim-XX      31.40
`
  it('separates name, age and team', () => {
    const cells = read(shifted).events.map(({ swimmer_name, age, team }) => [
      swimmer_name,
      age,
      team,
    ])
    expect(cells).toEqual([
      ['Ahlgren, Ada', '11', 'AQUA-XX'],
      ['Tamm, Ida', '12', 'Team 4 Swim-XX'],
    ])
  })

  it('is reported if names contain another column', () => {
    const unclear = shifted.replace('11 AQUA-XX', '1l AQUA-XX')
    expect(codes(unclear)).toEqual(['names_suspect'])
    const merged = shifted.replace('Ada               11', 'Ada 13B             ')
    expect(codes(merged)).toEqual(['names_suspect'])
  })
})

it('reports lanes that no pool has', () => {
  expect(codes(sheet.replace('Bahn 3 ', 'Bahn 33 '))).toEqual(['names_suspect'])
})

it('reports a row with a name and a time outside of events', () => {
  const lost = sheet.replace('Beginn:', '3  Ng, Lí    2014  Seeverein   00:41,02\nBeginn:')
  expect(codes(lost)).toEqual(['unread_rows'])
})

it('splits an age that touches the team', () => {
  const touching = `${oneHeat}
  1  Ahlgren, Ada                 11AQUA-XX            31.02
  2  Tamm, Ida                       6PACK-XX          31.40
`
  const cells = read(touching).events.map(({ age, team }) => [age, team])
  expect(cells).toEqual([
    ['11', 'AQUA-XX'],
    [null, '6PACK-XX'],
  ])
})

it('estimates starts from the printed start of each session', () => {
  const untimed = sheet.replace(/ \(ca\. [^)]*\)/g, '')
  const starts = (params: Params) =>
    read(untimed, params).events.map(({ heat_start_time, estimated }) => [
      heat_start_time,
      estimated,
    ])
  expect(starts({})).toEqual([
    ['09:00', true],
    ['09:01', true],
    ['09:02', true],
  ])
  expect(starts({ session_start: '10:00' })[0]).toEqual(['10:00', true])
})

it('reads a swimmer without a lane before the first heat, without a time', () => {
  const late = sheet.replace('abgem.   Weg', 'Bahn 0   Weg')
  expect(read(late).events[0]).toMatchObject({
    swimmer_name: 'Weg, Wim',
    heat_number: null,
    lane: null,
    heat_start_time: null,
  })
  expect(codes(late)).toEqual([])
})

describe('the place', () => {
  it('comes from the cover, with the days and the course', () => {
    const cover = `                     Meldeergebnis
            vom 02.05.2026 bis 03.05.2026
  Wettkampfbecken                              Schwimmbad-Adresse
  8 Bahnen á 50m                               "Glück-Auf" Halle
  Automatische Zeitnahme                       Hauptstraße 5
                                               Seestadt
`
    const { venue, course, meet_start, meet_end } = readProgram(
      drawnPages(cover, sheet),
      meetGrammar,
    )
    expect({ venue, course, meet_start, meet_end }).toEqual({
      venue: 'Glück-Auf Halle, Hauptstraße 5, Seestadt',
      course: 'LCM',
      meet_start: '2026-05-02',
      meet_end: '2026-05-03',
    })
  })

  it.each([
    ['Seestadt, 11. - 12.10.2025', 'Seestadt', '2025-10-11', '2025-10-12'],
    ['Lake Centre 11th & 12th October 2025', 'Lake Centre', '2025-10-11', '2025-10-12'],
    ['Lac, du 30 avril au 2 mai 2026', 'Lac', '2026-04-30', '2026-05-02'],
  ])('is read before the days: %s', (row, venue, meet_start, meet_end) => {
    const splash = `Winterschwimmfest
${row}
Wettkampf 1    Frauen, 50m Freistil
Lauf 1 von 1
3   AHLGREN Ada      08   Seeverein      31.02
`
    expect(read(splash)).toMatchObject({
      meet_name: 'Winterschwimmfest',
      venue,
      meet_start,
      meet_end,
    })
  })
})

it('learns the words for event and heat in an unknown language', () => {
  const polish = `Puchar Jeziora
Jezioro, 11. - 12.10.2025
Konkurencja 1, Kobiet, 50m dowolny
11.10.2025 - 9:00
Seria 1 z 2
3   AHLGREN Ada      08   Klub Jezioro    31.02
Seria 2 z 2
3   NG Lí            09   Klub Jezioro    30.02
Konkurencja 2, Mężczyzn, 50m dowolny
11.10.2025 - 9:10
Seria 1 z 1
4   TAMM Ivo         09   Klub Jezioro    29.02
`
  expect(isHeatSheet(drawnPages(polish), meetGrammar)).toBe(true)
  expect(swims(polish)).toEqual([
    '1 | 1 | 3 | AHLGREN Ada',
    '1 | 2 | 3 | NG Lí',
    '2 | 1 | 4 | TAMM Ivo',
  ])
  expect(read(polish).events[2]).toMatchObject({
    heat_start_time: '09:10',
    session_date: '2025-10-11',
  })
  expect(codes(polish)).toEqual([])
})

it('reads a title on two rows, lanes with a word, and relay names separated by commas', () => {
  const drawing = `Lake Night - 5/22/2026
Event 1
Girls 9-10 25 Yard Freestyle
Heat: 1 of 1
Lane 1: Ahlgren, Ada       9   AQUA-XX     18.02
Event 2
Mixed 4 x 25m Freestyle Relay
Heat: 1 of 1
Lane 3: SK Neptun 1                      1:18.02
        TAMM Ivo 08, NG Lí 09
        ORSI Bo (10), AHLGREN Ada (09)
`
  expect(isHeatSheet(drawnPages(drawing), meetGrammar)).toBe(true)
  expect(swims(drawing)).toEqual([
    '1 | 1 | 1 | Ahlgren, Ada',
    '2 | 1 | 3 | TAMM Ivo',
    '2 | 1 | 3 | NG Lí',
    '2 | 1 | 3 | ORSI Bo',
    '2 | 1 | 3 | AHLGREN Ada',
  ])
  expect(read(drawing).events[4]).toMatchObject({
    team: 'SK Neptun',
    relay: '1',
    leg: 4,
    age: '09',
  })
  expect(codes(drawing)).toEqual([])
})

describe('a licence number beside the name', () => {
  const readName = (row: string) =>
    readProgram(
      drawnPages(`Event 1 Girls 11-12 50 Yard Freestyle
Heat 1 of 1
 1 ${row}                11  AQUA-XX             31.02
`),
      meetGrammar,
    )

  it.each(['104729 Ahlgren, Ada', 'Ahlgren, Ada  AB-104729'])(
    'is not part of the name: %s',
    (row) => {
      const { heats, warnings } = readName(row)
      expect(heats[0]?.entries[0]?.name).toBe('Ahlgren, Ada')
      expect(warnings).toEqual([])
    },
  )

  it('is reported if it could be something else', () => {
    const { warnings } = readName('Ahlgren, Ada 104')
    expect(warnings.map(({ code }) => code)).toEqual(['names_suspect'])
  })
})
