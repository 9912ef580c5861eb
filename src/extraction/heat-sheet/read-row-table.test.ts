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

  const byClub = (titles: string) => `Invented Gala - 14 March 2026

Lake SC
${titles}
1    2   3    Tamm, Ida           2014     50m Freestyle Girls      41.40
2    1   4    Tamm, Bo            2013     50m Freestyle Boys       39.40
2    1   5    van der Berg, Ola   2013     50m Freestyle Boys       NT
`

  it.each([
    'P    S   C    Nadador/a           Año      Prueba                   Marca',
    'Z    R   D    Plavec              Ročník   Název                    Čas',
    'A    S   L    Nama                Tahun    Nomor lomba              Waktu',
    'G    B   C    Nuotatore/trice     Anno     Gara                     Tempo',
    'WK   L   B    Schwimmer*in        Jahrg.   Strecke                  Meldezeit',
    'É    S   L    Nageur·euse         Année    Course                   Temps',
  ])('may be grouped by club, with single letters as titles: %s', (titles) => {
    const { events, warnings } = read(byClub(titles))
    expect(warnings).toEqual([])
    expect(events).toMatchObject([
      { event_number: 1, heat_number: 2, lane: 3, swimmer_name: 'Tamm, Ida', team: 'Lake SC' },
      { event_number: 2, heat_number: 1, lane: 4, swimmer_name: 'Tamm, Bo', team: 'Lake SC' },
      { lane: 5, swimmer_name: 'van der Berg, Ola', age: '2013', team: 'Lake SC' },
    ])
  })

  it('is reported if an unknown title may be for the swimmers', () => {
    const titles = 'E    H   L    Xyz                 Age      Description              Time'
    expect(read(byClub(titles)).warnings.map(({ code }) => code)).toEqual(['names_suspect'])
  })

  it.each([
    'Disc.  Název disciplíny       Rozpl.  Dráha  Jméno            Roč.   Oddíl      Čas',
    'Vsz.   Versenyszám neve       Futam   Pálya  Név              Szül.  Egyesület  Idő',
    'Épr.   Nom de l\u2019épreuve       Sér.    Coul.  Nom              Année  Club       Temps',
    'Gara   Descrizione            Batt.   Cors.  Atleta           Anno   Società    Tempo',
  ])('may have abbreviated titles: %s', (titles) => {
    const { events, warnings, meet_start } = read(`Start list – Otter Cup 30.05.2026
${titles}
1      50m Freestyle Girls    1       2      TAMM Ida         2015   LAKE       41.40
1      50m Freestyle Girls    1       3      BERG Ann         2014   TOWN       42.84
1      50m Freestyle Girls    2       2      ROE Mia          2014   LAKE       39.31
`)
    expect(warnings).toEqual([])
    expect(meet_start).toBe('2026-05-30')
    expect(events).toMatchObject([
      { event_number: 1, heat_number: 1, lane: 2, swimmer_name: 'TAMM Ida', team: 'LAKE' },
      { heat_number: 1, lane: 3, swimmer_name: 'BERG Ann', age: '2014' },
      { heat_number: 2, lane: 2, seed_time: '39.31', session_date: '2026-05-30' },
    ])
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

describe('a list by swimmer or team', () => {
  it('reads the swimmer above each table, although the columns move', () => {
    const { events, warnings } = read(`Invented Gala - 13 March 2026 to 14 March 2026
Roe, Ann  (12)  Lake SC
Day           Event   Name of event             Heat   Lane   Seed Time
Friday 3/13   # 1     Girls 100m Freestyle      2      4      1:02.33
Saturday 3/14 # 5     Girls 50m Backstroke      1      3      NT
Ng, Bo  (11)  Town Swim
Day              Event   Name of event               Heat   Lane   Seed Time
Friday 3/13      # 2     Boys 100m Freestyle         1      5      1:12.33
`)
    expect(warnings).toEqual([])
    expect(events).toMatchObject([
      { event_number: 1, heat_number: 2, lane: 4, swimmer_name: 'Roe, Ann', age: '12' },
      { event_number: 2, swimmer_name: 'Ng, Bo', team: 'Town Swim', seed_time: '1:12.33' },
      { event_number: 5, swimmer_name: 'Roe, Ann', session_date: '2026-03-14', team: 'Lake SC' },
    ])
  })

  it('reads the team above its swimmers, whose names are merged cells', () => {
    const { events, warnings } = read(`Invented Gala - 14 March 2026
Team: Lake SC (2 swimmers)
Swimmer      Age   Event               E    H    L    Time
Roe, Ann     12    Girls 100 Free      1    2    4    1:02.33
                   Girls 50 Back       5    1    3    41.33
Team: Town Swim (1 swimmer)
Swimmer      Age   Event               E    H    L    Time
Ng, Bo       11    Boys 100 Free       2    1    5    1:12.33
`)
    expect(warnings).toEqual([])
    expect(events.map((one) => [one.event_number, one.swimmer_name, one.age, one.team])).toEqual([
      [1, 'Roe, Ann', '12', 'Lake SC'],
      [2, 'Ng, Bo', '11', 'Town Swim'],
      [5, 'Roe, Ann', '12', 'Lake SC'],
    ])
  })

  it('reads lines that state event, heat and lane in words', () => {
    const drawing = `Coupe du Lac, 9 et 10 mai 2026
ROE Anne (2012) - CN Bellerive
  sam. 09/05 09h00 – Épreuve 1 : 100 Dos Dames, série 2, couloir 4 (01:12.46)
  dim. 10/05 10h30 – Épreuve 5 : 50 Brasse Dames, série 1, couloir 3 (NT)
TAMM Ivo (2013) - AS Ville
  sam. 09/05 09h10 – Épreuve 2 : 100 Dos Messieurs, série 1, couloir 5 (01:20.46)
`
    expect(isHeatSheet(drawnPages(drawing), meetGrammar)).toBe(true)
    const { events, warnings } = read(drawing)
    expect(warnings).toEqual([])
    expect(events).toMatchObject([
      { event_number: 1, lane: 4, swimmer_name: 'ROE Anne', heat_start_time: '09:00' },
      { event_number: 2, swimmer_name: 'TAMM Ivo', team: 'AS Ville', age: '2013' },
      { event_number: 5, heat_number: 1, session_date: '2026-05-10', seed_time: 'NT' },
    ])
  })

  it('reads a team with counts beside it, which is repeated, and an abbreviated title of the time', () => {
    const titles =
      'Atleta        Anno    Gara                        Batteria   Corsia   Tempo iscr.'
    const { events, warnings } = read(`Trofeo Inventato - 14/03/2026
Nuoto Lago di Sopra                                            atleti: 2 presenze gara: 2
${titles}
TAMM Ida      2014    1 - 50 Stile Libero Femmine     1          3        0'41"81
TAMM Ugo      2013    2 - 50 Stile Libero Maschi      1          4        0'42"81
Nuoto Lago di Sopra (segue)
${titles}
VALLE Ida     2014    1 - 50 Stile Libero Femmine     1          4        S.T.
`)
    expect(warnings).toEqual([])
    expect(events.map((one) => [one.swimmer_name, one.team, one.seed_time])).toEqual([
      ['TAMM Ida', 'Nuoto Lago di Sopra', `0'41"81`],
      ['VALLE Ida', 'Nuoto Lago di Sopra', 'S.T.'],
      ['TAMM Ugo', 'Nuoto Lago di Sopra', `0'42"81`],
    ])
  })

  it('reads a time with a comma at the end of a line that states its event, heat and lane', () => {
    const { events, warnings } = read(`Wedstrijd 14-03-2026
Ida Tamm (2013) – ZV Water
Programma 1     50 m vrije slag meisjes     serie 3    baan 5    00:41,99
Programma 3     50 m schoolslag meisjes     serie 3    baan 3    --:--,--
Programma 5     100 m rugslag meisjes       serie 2    baan 3    01:34,43
`)
    expect(warnings).toEqual([])
    expect(events.map((one) => one.seed_time)).toEqual(['00:41,99', '--:--,--', '01:34,43'])
  })

  it('reports the rows below a heading that names nobody', () => {
    const { events, warnings } = read(`Invented Gala - 14 March 2026
Roe, Ann  (12)  Lake SC
Day       Event   Name of event             Heat   Lane   Seed Time
Saturday  # 1     Girls 100m Freestyle      2      4      1:02.33
1234 5678
Day       Event   Name of event             Heat   Lane   Seed Time
Saturday  # 2     Boys 100m Freestyle       1      5      1:12.33
`)
    expect(events.map((one) => one.event_number)).toEqual([1])
    expect(warnings.map(({ code }) => code)).toEqual(['unread_rows'])
  })
})

describe('a value that was not read', () => {
  it.each(['41.40', `0'51"81`, '00:55,02', '1:12.40', 'NT'])(
    'is reported if it is a seed time below an unknown title: %s',
    (time) => {
      const row = `3      Boys 50m Freestyle        1     1     Bo Roe              11    Lake SC      ${time}`
      const { events, warnings } = read(`${heading.replace('Entry time', 'Zzz')}${row}\n`)
      expect(events).toMatchObject([{ swimmer_name: 'Bo Roe', seed_time: null }])
      expect(warnings).toMatchObject([
        { code: 'columns_mixed', params: { page: 1, text: expect.stringContaining(time) } },
      ])
    },
  )

  it('is not reported if it is the start of the heat', () => {
    const [, titles = ''] = heading.split('\n')
    const { events, warnings } = read(`Invented Gala - Saturday 14 March 2026
${titles.replace('Entry time', 'Zzz')}
3      Boys 50m Freestyle        1     1     Bo Roe              11    Lake SC      10:05
`)
    expect(events).toMatchObject([{ heat_start_time: '10:05' }])
    expect(warnings).toEqual([])
  })

  it('is reported if it is the number of two events, whose column is another one', () => {
    const { warnings } = read(
      gala.replace('2      Boys 100m Backstroke      1 ', '1      Boys 100m Backstroke      3 '),
    )
    expect(warnings).toMatchObject([
      { code: 'columns_mixed', params: { text: expect.stringContaining('Backstroke') } },
    ])
  })
})

describe('a table with heats below the title of each event', () => {
  const sheet = (rows: string) => `Voorjaarswedstrijd
Dag 1: zaterdag 9 mei 2026, aanvang 09:00 uur
Programma 1: 50 meter rugslag meisjes
Serie   Baan   Naam            Geb.jaar   Vereniging     Inschrijftijd
${rows}Dag 2: zondag 10 mei 2026, aanvang 10:00 uur
Programma 2: 50 meter rugslag jongens
Serie   Baan   Naam            Geb.jaar   Vereniging     Inschrijftijd
1       3      Bo Jansen       2011       ZV Water       00:40.33
`
  const rows = [
    '        2      Fleur Bakker    2012       ZV Water       00:41.33\n',
    '1       3      Tess Visser     2012       ZV Golf        00:42.33\n',
    '        5      Noor Mulder     2013       ZV Golf        00:43.33\n',
    '        1      Sanne Visser    2011       ZV Golf        00:39.33\n',
    '2\n',
    '        4      Lieke Bakker    2011       ZV Water       geen tijd\n',
  ]

  it('gives the number in the middle of a merged cell to all rows of the heat', () => {
    const { events, warnings } = read(sheet(rows.join('')))
    expect(warnings).toEqual([])
    expect(events.map((one) => [one.heat_number, one.lane, one.session_date])).toEqual([
      [1, 2, '2026-05-09'],
      [1, 3, '2026-05-09'],
      [1, 5, '2026-05-09'],
      [2, 1, '2026-05-09'],
      [2, 4, '2026-05-09'],
      [1, 3, '2026-05-10'],
    ])
  })

  it('reports the rows if the printed heats do not fit the lanes', () => {
    const { events, warnings } = read(sheet(rows.filter((row) => row !== '2\n').join('')))
    expect(events.map((one) => one.event_number)).toEqual([2])
    expect(warnings.map(({ code }) => code)).toContain('unread_rows')
  })

  it('does not read the rows of an unknown title as those of the event before it', () => {
    const { events, warnings } = read(
      sheet(rows.join('')).replace('Programma 2: 50 meter rugslag jongens', 'Sprintje voor allen'),
    )
    expect(events).toHaveLength(5)
    expect(warnings.map(({ code }) => code)).toEqual(['unread_rows'])
  })
})

it('reports a day that may be read in two ways, if no other date shows which is meant', () => {
  const sheet = (day: string) => `Invented Gala
Date         Event  Description               Heat  Lane  Swimmer             Age   Club
${day}   1      Girls 50m Freestyle       1     3     Ida Tamm            9     Lake SC
`
  expect(read(sheet('09/05/2026')).warnings).toMatchObject([{ code: 'date_order' }])
  expect(read(sheet('19/05/2026')).warnings).toEqual([])
})
