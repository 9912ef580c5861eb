import { describe, expect, it } from 'vitest'
import { drawnPages } from '../../../test/fixtures/drawn-page.ts'
import { meetGrammar } from '../../../test/support/readings/meet-grammar.ts'
import { toHeatSheetReading } from './read-heat-sheet.ts'
import { readProgram } from './read-program.ts'

const read = (...drawings: string[]) =>
  toHeatSheetReading(readProgram(drawnPages(...drawings), meetGrammar), {})
const codes = (drawing: string) => read(drawing).warnings.map(({ code }) => code)

describe('a shortened year of birth', () => {
  it.each(['-10', "'10", '’10'])('is the age, without the mark: %s', (age) => {
    const { events, warnings } = read(`Vårsimiaden 2026
Gren 1. 50m frisim damer
Heat 1/1
1  Ida Tamm             ${age}   SK Neptun          31.40
2  Ann Berg             ${age}   Simklubben S02     ingen tid
`)
    expect(warnings).toEqual([])
    expect(events.map((one) => [one.age, one.team, one.seed_time])).toEqual([
      ['10', 'SK Neptun', '31.40'],
      ['10', 'Simklubben S02', 'ingen tid'],
    ])
  })
})

describe('a relay team', () => {
  const relay = (row: string) => `Invented Open - 14 March 2026
Event 1 Women 4x50m Freestyle Relay
Heat 1 of 1
${row}
`
  it.each([
    ["1  St Lake 'B'                       2:13.89", 'St Lake', 'B'],
    ['1  St Lake “A”                       2:13.89', 'St Lake', 'A'],
    ['1  Lake 24 Town 2     Lake 24 Town   2:13.89', 'Lake 24 Town', '2'],
    ['1  St Lake "B"        St Lake        2:13.89', 'St Lake', 'B'],
    ['1  LAKE     LAKE A                   2:13.89', 'LAKE', 'A'],
    ['1  St Lake lag 2                     2:13.89', 'St Lake', '2'],
  ])('is split from its club: %s', (row, team, squad) => {
    const { events, warnings } = read(relay(row))
    expect(warnings).toEqual([])
    expect(events.map((one) => [one.team, one.relay])).toEqual([[team, squad]])
  })
})

describe('an age group beside the year of birth', () => {
  it('is not read with the team', () => {
    const { events, warnings } = read(`Nikolausschwimmen
Wettkampf 1 - 50m Freistil weiblich
Lauf 1 von 1
Bahn     Name             Jg.    AK      Verein         Meldezeit
Bahn 1   Tamm, Ida        2014   AK 12   DJK Lake 04     00:41,02
Bahn 2   Berg, Ada        2012   AK 14   SV See 1912     00:39,02
`)
    expect(warnings).toEqual([])
    expect(events.map(({ age, team }) => [age, team])).toEqual([
      ['2014', 'DJK Lake 04'],
      ['2012', 'SV See 1912'],
    ])
  })
})

describe('given names in a column of their own', () => {
  it.each([
    ['Name          Vorname', 'Tamm          Ida', 'Tamm Ida'],
    ['Vorname       Name', 'Ida           Tamm', 'Ida Tamm'],
  ])('are part of the name: %s', (titles, cells, name) => {
    const { events } = read(`Nikolausschwimmen
Wettkampf 1 - 50m Freistil weiblich
Lauf 1 von 1
Bahn     ${titles.padEnd(24)}Jg.    Verein         Meldezeit
Bahn 1   ${cells.padEnd(24)}2014   SV Lake 04      00:41,02
`)
    expect(events.map((one) => [one.swimmer_name, one.age, one.team])).toEqual([
      [name, '2014', 'SV Lake 04'],
    ])
  })
})

describe('a team code before the name, without a table header', () => {
  const dual = (rows: string) => `SHRK @ DOLP    Sat Mar 14, 2026
#1 Girls 9-10 100y IM
Heat 1 of 1
${rows}
`
  it('is the team', () => {
    const { events, warnings } = read(
      dual(`1  DOLP   Tamm, Ida            8    1:18.95 _______
2  SHRK   De la Berg, Ann Mia  10     NT    _______
3  DOLP   Longname-Berg, Maria12    1:16.95 _______`),
    )
    expect(warnings).toEqual([])
    expect(events.map((one) => [one.swimmer_name, one.age, one.team])).toEqual([
      ['Tamm, Ida', '8', 'DOLP'],
      ['De la Berg, Ann Mia', '10', 'SHRK'],
      ['Longname-Berg, Maria', '12', 'DOLP'],
    ])
  })

  it('is reported if it was read with the name', () => {
    const sheet = dual(`1  DOLP   Tamm, Ida            8    1:18.95
2  DOLP Berg, Ann      9           1:19.95`)
    expect(codes(sheet)).toEqual(['names_suspect'])
  })
})

describe('a code or a family name before the name, without a table header', () => {
  const heat = (rows: string) => `Invented Open - 14 March 2026
Event 1 Women 50m Freestyle
Heat 1 of 1
${rows}
`
  const rows = (cells: string[]) =>
    cells.map((cell, at) => `${at + 1}  ${cell.padEnd(34)}31.4${at}`).join('\n')
  const repeated = (codes: [string, string], names: string[]) =>
    rows(names.map((name, at) => `${codes[at % 2]}   ${name.padEnd(12)}   2010`))

  it.each([
    ['a country', rows(['NOR   Lee, Nora   Lake Club', 'SWE   Tamm, Ida   Town Club'])],
    ['an age group', rows(['W13   Lee, Nora   SK Lake', 'W14   Tamm, Ida   SK Lake'])],
    ['a sex', rows(['F   Ida Lee', 'F   Ann Roe'])],
    ['a sex, with ages', rows(['F   Ida Lee   12', 'F   Ann Roe   13'])],
    [
      'a repeated sex',
      repeated(['F', 'F'], ['Ida Lee', 'Ann Roe', 'Mia Ng', 'Eva Kim', 'Zoe Pi', 'Li So']),
    ],
    [
      'a repeated family name',
      repeated(['KIM', 'LEE'], ['Minjun', 'Seoyeon', 'Jiho', 'Ara', 'Hana', 'Dawon']),
    ],
    [
      'a repeated family name before two given names',
      repeated(['KIM', 'LEE'], ['Min Jun', 'Seo Yeon', 'Ji Ho', 'A Ra', 'Ha Na', 'Da Won']),
    ],
  ])('is reported: %s', (_, text) => {
    expect(codes(heat(text))).toEqual(['names_suspect'])
  })

  it('is a team if several swimmers with full names share it', () => {
    const names = ['Ida Lee', 'Ann Roe', 'Mia Ng', 'Eva Kim', 'Zoe Pi', 'Li So', 'Una Po']
    const all = [...names, 'Ada Berg', 'Bea Orsi', 'Cleo Tamm']
    const { events, warnings } = read(heat(repeated(['DOLP', 'SHRK'], all)))
    expect(warnings).toEqual([])
    expect(events.map((one) => [one.swimmer_name, one.team])).toEqual(
      all.map((name, at) => [name, ['DOLP', 'SHRK'][at % 2]]),
    )
  })
})

describe('a name printed over the year of birth', () => {
  it.each(['Berg, Ida Mari2 0 1 A 4', 'Berg, Ida M2 0 A1 R4 IA'])('is reported: %s', (name) => {
    const sheet = `Trofeo Invento - 14/03/2026
PRUEBA 1: 50 m Libre Femenino
SERIE 1
Calle  Nombre              Año     Club           Marca
1      Tamm, Ida           2014    C.N. Lake      31.40
2      Roe, Ann            2013    C.N. Lake      32.40
3      ${name.padEnd(28)}C.N. Lake      33.40
`
    expect(codes(sheet)).toEqual(['names_suspect'])
  })
})

it('reads a team that is named after the word for session', () => {
  const { events, warnings } = read(`Torneio Invento - 14/03/2026
10ª PROVA - 50 METROS LIVRE FEMININO
1ª SÉRIE
RAIA   ATLETA          NASC.   CLUBE        TEMPO
6      IDA TAMM        2010    C.N. LAKE    00:31.40
7      SESI LAKE       2011    SESI         00:32.40
`)
  expect(warnings).toEqual([])
  expect(events.map((one) => [one.lane, one.swimmer_name])).toEqual([
    [6, 'IDA TAMM'],
    [7, 'SESI LAKE'],
  ])
})

describe('a list without columns', () => {
  const list = (rows: string) => `Lakeside Championships
Saturday 14th March 2026
Event 1: 50m Freestyle Girls
Heat 1
${rows}
`
  it.each([
    ['Lane 1 – Ida Tamm (10), Riverside', 'Ida Tamm', '10', 'Riverside'],
    ['Lane 1: Tamm, Ida (10) [BLUE]     31.40Y', 'Tamm, Ida', '10', 'BLUE'],
  ])('is read: %s', (row, name, age, team) => {
    const { events, warnings } = read(list(row))
    expect(warnings).toEqual([])
    expect(events.map((one) => [one.lane, one.swimmer_name, one.age, one.team])).toEqual([
      [1, name, age, team],
    ])
  })

  it('is reported if an age is part of the name', () => {
    const sheet = list('Lane 1 – Ida Tamm (10x), Riverside')
    expect(codes(sheet)).toEqual(['names_suspect'])
  })
})

it('reads N.T. as no time', () => {
  const { events } = read(`Trofeo - 14/03/2026
Gara n. 1 - 50 Dorso Femmine
Batteria 1
Cor.  Cognome e Nome      Anno    Società          Tempo Iscr.
1     ROSSI IDA           2010    CUS 2000         N.T.
`)
  expect(events.map((one) => [one.team, one.seed_time])).toEqual([['CUS 2000', 'N.T.']])
})

it('reads the house of a pupil as the team', () => {
  const { events, warnings } = read(`School Gala - 14 March 2026
Race 1: Year 7 Girls 50m Freestyle
Heat 1
Lane     House        Swimmer
Lane 1   Red          Ida Tamm
Lane 2   Blue         Ann Roe
`)
  expect(warnings).toEqual([])
  expect(events.map((one) => [one.swimmer_name, one.team])).toEqual([
    ['Ida Tamm', 'Red'],
    ['Ann Roe', 'Blue'],
  ])
})

describe('digits in a name', () => {
  const psych = (name: string, age: string) => `Invented Classic - 11/28/2026
Psych Sheet
Event 1 Women 100 Yard Freestyle
     Name                          Age    Team            Seed Time
   1 ${name.padEnd(30)}${age.padEnd(7)}LAKE              30.72
   2 Berg, Ada                     ${age.padEnd(7)}LAKE              31.72
`
  it.each([
    ['Tamm_S9SB9SM10, Ida', '2012'],
    ['H2O2,', '13'],
    ['17Rolls,', '13'],
  ])('are accepted as the classes of a para swimmer and in pseudonyms: %s', (name, age) => {
    expect(codes(psych(name, age))).toEqual([])
  })
})

describe('a team without a table header', () => {
  const names = ['Ida Tamm', 'Ann Berg', 'Mia Roe', 'Li Ng', 'Eva Orsi', 'Zoe Lund']
  const clubs = ['Lake SC', 'Hill SC']
  const sheet = (row: (name: string, club: string) => string) => `Invented Dual Meet
Session 1 - Saturday 14 March 2026
Event 1 Girls 9-10 50m Freestyle
Heat 1 of 1
${names.map((name, at) => `${at + 1}  ${row(name, clubs[at % 2] ?? '')}  ${at + 8}    31.4${at}`).join('\n')}
`
  it.each([
    ['before the name', (name: string, club: string) => `${club}     ${name.padEnd(18)}`],
    ['between name and age', (name: string, club: string) => `${name.padEnd(18)}${club}     `],
  ])('is recognised by repetition, %s', (_, row) => {
    const { events, warnings } = read(sheet(row))
    expect(warnings).toEqual([])
    expect(events.map((one) => [one.swimmer_name, one.team])).toEqual(
      names.map((name, at) => [name, clubs[at % 2]]),
    )
  })

  it('is not confused with given names in a column of their own', () => {
    const { events } = read(sheet((name) => name.replace(' ', '     ').padEnd(20)))
    expect(events.map((one) => [one.swimmer_name, one.team])).toEqual(
      names.map((name) => [name, null]),
    )
  })
})

it('reads the year of a day of birth', () => {
  const { events, warnings } = read(`Pokal 2026
Wettkampf 1 - 50m Freistil weiblich
Lauf 1 von 1
Bahn  Name            Geb.         Verein       Meldezeit
1     Tamm, Ida       18.03.2011   SV Lake 04   00:31,40
`)
  expect(warnings).toEqual([])
  expect(events.map(({ age, team }) => [age, team])).toEqual([['2011', 'SV Lake 04']])
})

it('reads a lane without a time beside the name of the meet', () => {
  const { events, meet_name } =
    read(`Invented Bare Meet                            8    Eva Roe      Hill
Session 1 - Saturday 14 March 2026            Heat 2 of 2
Event 1 Girls 9-10 50m Freestyle              2    Li Ng        Lake
Heat 1 of 2                                   Event 2 Boys 50m Freestyle
7    Ida Tamm     Lake                        Heat 1 of 1
                                              1    Bo Orsi      Hill
`)
  expect(meet_name).toBe('Invented Bare Meet')
  expect(events.map((one) => [one.event_number, one.heat_number, one.lane])).toEqual([
    [1, 1, 7],
    [1, 1, 8],
    [1, 2, 2],
    [2, 1, 1],
  ])
})
