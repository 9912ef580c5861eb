import { describe, expect, it } from 'vitest'
import { drawnPages } from '../../../test/fixtures/drawn-page.ts'
import { meetGrammar } from '../../../test/support/readings/meet-grammar.ts'
import { isHeatSheet } from './is-heat-sheet.ts'
import { toHeatSheetReading } from './read-heat-sheet.ts'
import { readProgram } from './read-program.ts'

const read = (...drawings: string[]) =>
  toHeatSheetReading(readProgram(drawnPages(...drawings), meetGrammar), {})
const names = (...drawings: string[]) => read(...drawings).events.map((one) => one.swimmer_name)

const german = (rows: string) => `Nikolausschwimmen
Abschnitt 1 - Samstag 03.12.2022
Wettkampf 1 - 50m Freistil weiblich
Lauf 1 von 1
${rows}
`

describe('a lane without a swimmer', () => {
  it.each(['--- frei ---', '- leer -', '(frei)', '---', 'nicht besetzt'])(
    'is empty if its row says %s',
    (text) => {
      const sheet = german(`Bahn 1   Tamm, Ida        2010   SV Lake    00:31,40
Bahn 2   ${text}
Bahn 3   Frei, Ada        2011   SV Lake    00:32,40`)
      expect(names(sheet)).toEqual(['Tamm, Ida', 'Frei, Ada'])
      expect(read(sheet).warnings).toEqual([])
    },
  )

  it('is reported if its name starts with a dash', () => {
    const sheet = german(`Bahn 1   Tamm, Ida        2010   SV Lake    00:31,40
Bahn 2   --- gestrichen    2010   SV Lake    00:31,40`)
    expect(read(sheet).warnings.map(({ code }) => code)).toEqual(['names_suspect'])
  })
})

describe('a letter before an age', () => {
  const masters = (row: string) => `Masters Cup - 5/2/2026
Event 1 Women 18 & Over 100 SC Meter Freestyle
Heat 1 of 1 Finals
Lane Name                        Age Team            Seed Time
${row}
`
  it('is the sex if a gap separates it from the name', () => {
    const sheet = masters('  1  Tamm, Ida                   W45 LAKE-XX           1:12.40')
    expect(read(sheet).events).toMatchObject([{ swimmer_name: 'Tamm, Ida', age: 'W45' }])
  })

  it('is an initial if it touches the name', () => {
    const sheet = masters('  1  Tammenlehto-Berg, Ida Maria J45 LAKE-XX           1:12.40')
    expect(read(sheet).events).toMatchObject([
      { swimmer_name: 'Tammenlehto-Berg, Ida Maria J', age: '45' },
    ])
  })
})

describe('a page with a print date', () => {
  const body = `Gren 1  100m frisim damer
Heat 1 av 1
  1  Ida Tamm           2010   SK Lake        1:12.40
`
  it.each(['Utskriven 2025-06-01 12:31   Sida 1', '2025-06-01 12:31   Sida 1'])(
    'takes neither day nor venue from %s',
    (stamp) => {
      const page = (nth: number) => `Sommarsimiaden
Pass 1, lördag 7 juni 2025
${body}${'\n'.repeat(58)}${stamp.replace(/1$/, String(nth))}
`
      const { meet_name, meet_start, venue } = read(page(1), page(2))
      expect({ meet_name, meet_start, venue }).toEqual({
        meet_name: 'Sommarsimiaden',
        meet_start: '2025-06-07',
        venue: null,
      })
    },
  )
})

describe('a row in the margin of a page', () => {
  const sheet = (last: string) => `Spring Splash - 5/13/2026
Event 5 Girls 11-12 50 Meter Freestyle
Heat 1 of 1
 1 Ida Tamm     12 Lake    31.40
${'\n'.repeat(56)}
 2 ${last}
`
  it.each(['Emil Page 12 Leeds', 'Emil Page 2008 S02', 'Emil Page 12 Leeds 31.40'])(
    'is a swimmer: %s',
    (last) => {
      expect(names(sheet(last))).toEqual(['Ida Tamm', 'Emil Page'])
    },
  )

  it.each(['June 2026 Page 2', 'June 2026 Page 2 of 5', 'June 2026 Page 2 / 5'])(
    'is a page number: %s',
    (last) => {
      expect(names(sheet(last))).toEqual(['Ida Tamm'])
    },
  )
})

it.each([
  {
    name: 'tells a place before a range of days from the length of a pool',
    sheet: `Meeting du Lac - Bassin 25 m
Annecy - du 13/12/2025 au 14/12/2025
Epreuve 3 Dames, 100m Nage libre
Série 1 de 1
  1  TAMM Ida          2010   CN LAC        1:12.40
`,
    meet_name: 'Meeting du Lac - Bassin 25 m',
    meet_start: '2025-12-13',
    venue: 'Annecy',
  },
  {
    name: 'reads a venue before a weekday and a day',
    sheet: `Autumn Open Meet
Lake Leisure Centre - Sat 11th October 2025
EVENT 101 Female 10/11 Yrs 50m Freestyle
HEAT 1
Lane Name             AaD  Club        Entry Time
 1   Ida Tamm         10   Lake        35.40
`,
    meet_name: 'Autumn Open Meet',
    meet_start: '2025-10-11',
    venue: 'Lake Leisure Centre',
  },
])('$name', ({ sheet, meet_name, meet_start, venue }) => {
  expect(read(sheet)).toMatchObject({ meet_name, meet_start, venue })
})

describe('titles without the word for event', () => {
  const french = `Meeting du Lac
1ère réunion - Samedi 13 Décembre 2025 - 14h30
3. 100 Nage Libre Dames - Séries
Série n° 1 / 2
Couloir 1   TAMM Ida          2010   CN LAC        1:12.40
Série n° 2 / 2
Couloir 1   BERG Ada          2011   CN LAC        1:10.40
2ème réunion - Dimanche 14 Décembre 2025 - 9h00
4. 200 4 Nages Messieurs - Séries
Série n° 1 / 1
Couloir 2   NG Max            2011   CN LAC        2:40.40
`
  it('are recognised by distance, stroke, sex and the heat below', () => {
    expect(isHeatSheet(drawnPages(french), meetGrammar)).toBe(true)
    const swims = read(french).events.map((swim) =>
      [swim.event_number, swim.heat_number, swim.lane, swim.swimmer_name, swim.session_date].join(),
    )
    expect(swims).toEqual([
      '3,1,1,TAMM Ida,2025-12-13',
      '3,2,1,BERG Ada,2025-12-13',
      '4,1,2,NG Max,2025-12-14',
    ])
    expect(read(french).warnings).toEqual([])
  })

  it('do not count in a list of events', () => {
    const list = `Meeting du Lac
3. 100 Nage Libre Dames
4. 200 4 Nages Messieurs
`
    expect(isHeatSheet(drawnPages(list), meetGrammar)).toBe(false)
  })
})

it('continues an event whose repeated title starts with dots', () => {
  const head = `Spring Splash - 5/13/2026
Psych Sheet
`
  const first = `${head}
Event 5 Girls 11-12 50 Yard Freestyle
   Name                        Age Team            Seed Time
 1 Ahlgren, Ada                11  AQUA-XX             31.02
`
  const second = `${head}
...  (Event 5  Girls 11-12 50 Yard Freestyle)
   Name                        Age Team            Seed Time
 2 Tamm, Ida                   12  LAKE-XX             31.40
`
  expect(names(first, second)).toEqual(['Ahlgren, Ada', 'Tamm, Ida'])
  expect(read(first, second).warnings).toEqual([])
})

it('reports a name that touches the year of birth, if a number of the team was taken for the year', () => {
  const sheet = german(`Bahn 1   Tamm, Ida              10   SV Lake          31,40
Bahn 2   Obermayr, Maximiliane08       2001 Aquatics    32,40`)
  const [first, second] = read(sheet).warnings
  expect(first).toMatchObject({ code: 'names_suspect', params: { count: 1 } })
  expect(second).toBeUndefined()
})

it('treats the finals A and B of an event as one round', () => {
  const rows = (name: string) => `Lane Name                        Age Team            Seed Time
  1  ${name}                   15  LAKE-XX           1:12.40
`
  const finals = (letters: string[]) => `Masters Cup - 5/13/2026
Event 101 Women 100 LC Meter Freestyle
${letters.map((letter) => `${letter} - Final (Starts at 05:00 PM)\n${rows(`Tamm, ${letter}`)}`).join('')}`
  expect(read(finals(['B', 'A'])).warnings).toEqual([])
  expect(read(finals(['C', 'A'])).warnings.map(({ code }) => code)).toEqual(['heats_missing'])
})
