import { describe, expect, it } from 'vitest'
import { drawnPages } from '../../../test/fixtures/drawn-page.ts'
import type { Word } from '../../domain/reading/reading.ts'
import { meetGrammar } from '../../../test/support/readings/meet-grammar.ts'
import { toHeatSheetReading } from './read-heat-sheet.ts'
import { readProgram } from './read-program.ts'

const read = (...drawings: string[]) =>
  toHeatSheetReading(readProgram(drawnPages(...drawings), meetGrammar), {})

const polish = (day: string) => `Konkurencja 1   Kobiety, 50m dowolny
${day} - 9:00
Seria 1 z 1
3  TAMM Ida            08    UKS Lake        31.40
`

describe('the days of a meet', () => {
  it.each([
    ['2026.03.14. - 15.', '2026.03.14.'],
    ['2026-03-14 - 15', '2026-03-14'],
    ['2026. március 14. - 15.', '2026. március 14.'],
    ['14. - 15.3.2026.', '14.3.2026.'],
  ])('may be written %s', (days, day) => {
    const { events, meet_start, meet_end } = read(`Spring Cup\nLake, ${days}\n${polish(day)}`)
    expect([meet_start, meet_end]).toEqual(['2026-03-14', '2026-03-15'])
    expect(events.map((one) => one.session_date)).toEqual(['2026-03-14'])
  })
})

it('does not mistake the number of a session for a day', () => {
  const session = (number: number, day: string) => `Xyz ${number} - ${day} kl 09:30
Øvelse ${number}, 100m rygg, Damer
Heat 1 av 1
Bane   Navn            Født    Klubb         Påm.tid
3      Ida Tamm        2010    Lake IL       1:12,40
`
  const { events, warnings } = read(
    `Vårstevne\n${session(1, 'Lørdag 14. mars 2026')}${session(2, 'Søndag 15. mars 2026')}`,
  )
  expect(warnings).toEqual([])
  expect(events.map((one) => one.session_date)).toEqual(['2026-03-14', '2026-03-15'])
})

describe('the meet and its place', () => {
  it('are separated if they share a line', () => {
    const { meet_name, venue } = read(
      `Lentecup 2026                      Lake, 14-15 maart 2026\n${polish('14-03-2026')}`,
    )
    expect([meet_name, venue]).toEqual(['Lentecup 2026', 'Lake'])
  })

  it('are separated from a licence on the same line', () => {
    const { meet_name, meet_start } =
      read(`State Sprints - 14/03/2026        HY-TEK MEET MANAGER 7.0   Page 1
Event 1 Girls 50 LC Metre Freestyle
Heat 1 of 1   Timed Finals
Lane Name                      Age Team            Seed Time
  1  Tamm, Ida                  12 Lake              31.40L
`)
    expect([meet_name, meet_start]).toEqual(['State Sprints', '2026-03-14'])
  })

  it('are read on both sides of the day', () => {
    const { meet_name, venue } = read(
      `Clubfest 2026\nam Samstag, den 14.03.2026 im Hallenbad Lake, Beginn 13.30 Uhr\n${polish('14.03.2026')}`,
    )
    expect([meet_name, venue]).toEqual(['Clubfest 2026', 'Hallenbad Lake'])
  })

  it('do not include the length of the pool', () => {
    const { meet_name, venue } = read(
      `Meeting inventé - Bassin : 25 m\nLAKEVILLE - du 14 au 15 mars 2026\n${polish('14.03.2026')}`,
    )
    expect([meet_name, venue]).toEqual(['Meeting inventé - Bassin : 25 m', 'LAKEVILLE'])
  })

  it('do not come from a line at the foot of the pages', () => {
    const page = (head: string, number: number) =>
      `${head}\n${polish('14.03.2026').replace('cja 1', `cja ${number}`)}${'\n'.repeat(56)}Invented Federation    Strona ${number}`
    const { meet_name } = read(page('Spring Cup', 1), page('', 2), page('', 3))
    expect(meet_name).toBe('Spring Cup')
  })
})

it('reads the title of a page close above the columns as the session', () => {
  const [page] = drawnPages(`Invented Invite - 3/14/2026
                               Meet Program - Saturday
Event 1 Girls 50 Yard Freestyle                    2  Berg, Ada     12 RAYS   31.40
Heat 1 of 1 Finals                                 Event 2 Boys 50 Yard Freestyle
Lane Name           Age Team  Seed Time            Heat 1 of 1 Finals
  1  Tamm, Ida      12  RAYS     30.40             Lane Name           Age Team  Seed Time
                                                     1  Roe, Bo        12  RAYS     30.40
`)
  if (!page) throw new Error('Expected a page')
  const raise = (word: Word): Word => {
    const [left, top, right, bottom] = word.box
    const up = word.baseline > 30 ? 3 : 0
    return { ...word, baseline: word.baseline - up, box: [left, top - up, right, bottom - up] }
  }
  const raised = { ...page, words: page.words.map(raise) }
  const { events, warnings } = toHeatSheetReading(readProgram([raised], meetGrammar), {})
  expect(warnings).toEqual([])
  expect(new Set(events.map((one) => one.session))).toEqual(new Set(['Saturday']))
})
