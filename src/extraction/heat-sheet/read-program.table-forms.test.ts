import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawnPages } from '../../../test/fixtures/drawn-page.ts'
import { commaName, shortTime } from '../../../test/fixtures/sheets/draw-parts.ts'
import { sheetLanguages } from '../../../test/fixtures/sheets/languages.ts'
import { type EntryStyle, randomSheet } from '../../../test/fixtures/sheets/random-sheet.ts'
import {
  type TableForm,
  type TableSheet,
  tableForms,
} from '../../../test/fixtures/sheets/tables.ts'
import { scoreEntries, type TrueEntry } from '../../../test/support/corpus/sheet-score.ts'
import { meetGrammar } from '../../../test/support/readings/meet-grammar.ts'
import { isHeatSheet } from './is-heat-sheet.ts'
import { toHeatSheetReading } from './read-heat-sheet.ts'
import { readProgram } from './read-program.ts'

const style: EntryStyle = {
  name: commaName,
  age: String,
  seed: shortTime,
  title: ({ sex, distance, stroke }) => `${sex} ${distance}m ${stroke}`,
}

/** Returns all individual events as those of one day. */
function toTableSheet(seed: number, language: (typeof sheetLanguages)[number]): TableSheet {
  const { name, sessions } = randomSheet(seed, language, style)
  const events = sessions.flatMap((session) => session.events).filter((event) => !event.is_relay)
  return { name, events }
}

function listEntries({ events }: TableSheet, { prints }: TableForm): TrueEntry[] {
  return events.flatMap(({ number, heats }) => {
    const entries = heats.flatMap((heat) => heat.entries.map((entry) => ({ heat, entry })))
    return entries.map(({ heat, entry }, at) => ({
      event_number: number,
      heat_number: prints.heat ? heat.number : null,
      lane: prints.lane ? entry.lane : null,
      seed_rank: prints.rank ? at + 1 : null,
      swimmer_name: entry.name,
      ...(prints.age && { age: entry.age }),
      ...(prints.team && { team: entry.team }),
      seed_time: entry.seed,
      session_date: '2026-05-09',
    }))
  })
}

describe('a table drawn from random entries', () => {
  const runs = tableForms.map((form) => [form.id, form] as const)
  it.each(runs)('is read back exactly: %s', (_id, form) => {
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom(...sheetLanguages), (seed, language) => {
        const sheet = toTableSheet(seed, language)
        const pages = form.draw(sheet, language)
        const program = readProgram(pages, meetGrammar)
        const { mistakes } = scoreEntries(
          toHeatSheetReading(program, {}).events,
          listEntries(sheet, form),
        )
        expect(isHeatSheet(pages, meetGrammar)).toBe(true)
        expect(mistakes.slice(0, 5)).toEqual([])
        expect(program.warnings).toEqual([])
      }),
      { numRuns: 8 },
    )
  })
})

const read = (...drawings: string[]) =>
  toHeatSheetReading(readProgram(drawnPages(...drawings), meetGrammar), {})

describe('names and teams on several lines', () => {
  const sheet = (...rows: string[]) =>
    `Spring Gala - Saturday 9 May 2026\nEvent 1 Girls 50m Freestyle\nHeat 1 of 1\n${rows.join('\n')}\n`
  const place = (lane: string, name: string, age: string, team: string, seed: string) =>
    `${lane.padEnd(4)}${name.padEnd(16)}${age.padEnd(6)}${team.padEnd(16)}${seed}`
  const rest = (name: string, team: string) => place('', name, '', team, '')

  it('continue on the next page', () => {
    const [first, second] = [
      sheet(
        place('1', 'Tamm, Ida Mae', '9', 'Lake Swimmers', '41.40'),
        place('2', 'Roe, Annabella', '9', 'Town Swimmers', '42.40'),
        place('3', 'Montgomery,', '9', 'Lake Swimmers', '43.40'),
        rest('Annabella', ''),
        place('4', 'Ng, Mia', '9', 'Invented', '44.40'),
      ),
      `${rest('', 'Swimming Club')}\n${place('5', 'Berg, Jo Ann', '9', 'Lake Swimmers', '45.40')}\n`,
    ]
    const { events, warnings } = read(first, second)
    expect(events.map(({ swimmer_name, team }) => [swimmer_name, team])).toEqual([
      ['Tamm, Ida Mae', 'Lake Swimmers'],
      ['Roe, Annabella', 'Town Swimmers'],
      ['Montgomery, Annabella', 'Lake Swimmers'],
      ['Ng, Mia', 'Invented Swimming Club'],
      ['Berg, Jo Ann', 'Lake Swimmers'],
    ])
    expect(warnings).toEqual([])
  })

  it('are reported and not joined if the next word would have fitted', () => {
    const { events, warnings } = read(
      sheet(
        place('1', 'Tamm, Ida Mae', '9', '', '41.40'),
        rest('Lake SC', ''),
        place('2', 'Roe, Ann', '9', '', '42.40'),
        rest('Town SC', ''),
        place('3', 'Ng, Mia', '9', '', '43.40'),
        rest('Lake SC', ''),
      ),
    )
    expect(events.map(({ swimmer_name }) => swimmer_name)).toEqual([
      'Tamm, Ida Mae',
      'Roe, Ann',
      'Ng, Mia',
    ])
    expect(warnings.map(({ code }) => code)).toContain('unread_rows')
  })
})

describe('a grid', () => {
  const heading = 'Club Night - Saturday 9 May 2026\n'
  const grid = (number: number, rows: string) =>
    `Event ${number} Girls 50m Freestyle
Lane     Heat 1             Heat 2
${rows}`
  const two = `1        Ida Tamm (9)       Ann Roe (10)
         41.40              39.40
2        Mia Ng (9)         -
         NT
`
  it('may print year and team on one line', () => {
    const cells = `1        Ida Tamm           Ann Roe
         2016 – LSC         2015 – HSC
         41.40              39.40
2        Mia Ng             Eva Lund
         2016 – HSC         2015 – LSC
         42.40              38.40
3        Bea Orsi           Una Dahl
         2016 – HSC         2015 – LSC
         43.40              37.40
`
    const { events, warnings } = read(`${heading}${grid(1, cells)}`)
    expect(warnings).toEqual([])
    expect(events[0]).toMatchObject({ swimmer_name: 'Ida Tamm', age: '2016', team: 'LSC' })
  })

  it('is reported where its columns have no titles', () => {
    const { events, warnings } = read(
      `${heading}${grid(1, two)}Event 2 Boys 50m Freestyle\n1        Bo Berg (9)        Al Roe (9)\n`,
    )
    expect(events.map(({ event_number, swimmer_name }) => [event_number, swimmer_name])).toEqual([
      [1, 'Ida Tamm'],
      [1, 'Mia Ng'],
      [1, 'Ann Roe'],
    ])
    expect(warnings).toMatchObject([
      { code: 'unread_rows', params: { text: 'Event 2 Boys 50m Freestyle' } },
    ])
  })

  it('is reported where other entries are between its events', () => {
    const other = 'Event 2 Boys 50m Freestyle\nHeat 1 of 1\n4  Bo Berg   9   Lake SC   41.40\n'
    const { events, warnings } = read(`${heading}${grid(1, two)}${other}${grid(3, two)}`)
    expect(events.map(({ event_number }) => event_number)).toEqual([1, 1, 1, 3, 3, 3])
    expect(warnings.map(({ code }) => code)).toContain('unread_rows')
  })

  it('is reported if it is unclear where names end', () => {
    const lines = `1        Ida                Ann
         Tamm               Roe
         41.40              39.40
2        Mia                Jo
         Ng                 Berg
         40.40              38.40
`
    const { events, warnings } = read(`${heading}${grid(1, lines)}`, heading)
    expect(events).toEqual([])
    expect(warnings.map(({ code }) => code)).toContain('unread_rows')
  })

  it('may state the start of each heat', () => {
    const { events } = read(`${heading}Event 1 Girls 50m Freestyle
                   Lane 1             Lane 2
Heat 1 (9:30)      Ida Tamm           Ann Roe
                   41.40              39.40
Heat 2 (9:32)      Mia Ng
                   NT
`)
    expect(events.map((one) => [one.heat_number, one.lane, one.heat_start_time])).toEqual([
      [1, 1, '09:30'],
      [1, 2, '09:30'],
      [2, 1, '09:32'],
    ])
  })
})

it('reads a list of starters in open water, in which nobody has a time', () => {
  const drawing = `Lake Swim - Sunday 10 May 2026
Event 2 - 1.5 km Women - start 10:15
No.  Name              Year   Club
1    Tamm, Ida         2009   Lake SC
2    Roe, Ann          2010   Town Swim
3    Ng, Mia           2008   Lake SC
`
  expect(isHeatSheet(drawnPages(drawing), meetGrammar)).toBe(true)
  const { events } = read(drawing)
  expect(events.map((one) => [one.event_number, one.seed_rank, one.swimmer_name])).toEqual([
    [2, 1, 'Tamm, Ida'],
    [2, 2, 'Roe, Ann'],
    [2, 3, 'Ng, Mia'],
  ])
})

it('learns an abbreviated word for "event"', () => {
  const { events, warnings } = read(`Puchar - 9.05.2026
Zzz. 1, kobiet, 50 m zzz
Seria 1 z 1
3   Tamm Ida     2012   Klub Lake    41.40
Zzz. 2, kobiet, 50 m zzz
Seria 1 z 1
4   Roe Ann      2012   Klub Town    42.40
`)
  expect(events.map(({ event_number }) => event_number)).toEqual([1, 2])
  expect(warnings).toEqual([])
})
