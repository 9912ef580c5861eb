import { meetGrammar } from '../../../test/support/readings/meet-grammar.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawMeet, type Meet, springSplash } from '../../../test/fixtures/meets.ts'
import { anyMeet, type ExpectedSwim, listSwims } from '../../../test/support/readings/meets.ts'
import { HeatSheetReading } from '../../domain/heat-sheet/heat-sheet.ts'
import { readPages } from '../pdf/pages.ts'
import { isHeatSheet } from './is-heat-sheet.ts'
import { toHeatSheetReading } from './read-heat-sheet.ts'
import { readProgram } from './read-program.ts'

async function read(meet: Meet) {
  const pages = await readPages(await drawMeet(meet))
  return { pages, program: readProgram(pages, meetGrammar) }
}

function facts(reading: HeatSheetReading): ExpectedSwim[] {
  const clock = (time: string | null) => {
    const hour = Number(time?.slice(0, 2))
    return time && `${String(hour - 12).padStart(2, '0')}${time.slice(2)} PM`
  }
  return reading.events.map((event) => ({
    event_number: event.event_number,
    event_letter: event.event_letter,
    event_name: event.event_name,
    heat_number: event.heat_number,
    heats_total: event.heats_total,
    lane: event.lane,
    swimmer_name: event.swimmer_name,
    age: event.age,
    team: event.team,
    seed_time: event.seed_time,
    qualifier: event.qualifier,
    alternate: event.alternate,
    relay: event.relay,
    leg: event.leg,
    printed_start: event.estimated ? null : clock(event.heat_start_time),
  }))
}

describe('a generated sheet', () => {
  it('is read back exactly, with any columns, breaks, relays, times and names', async () => {
    await fc.assert(
      fc.asyncProperty(anyMeet, async (meet) => {
        const { pages, program } = await read(meet)
        const reading = toHeatSheetReading(program, {})
        expect(isHeatSheet(pages, meetGrammar)).toBe(true)
        expect(facts(HeatSheetReading.parse(reading))).toEqual(listSwims(meet))
        expect(program.warnings).toEqual([])
        expect(reading).toMatchObject({
          meet_name: 'Spring Splash',
          meet_start: '2026-05-01',
          meet_end: '2026-05-03',
        })
      }),
      { numRuns: 40 },
    )
  })

  it('is read back exactly if several pages have the same titles at the same height', async () => {
    const swimmers = [1, 2, 3, 4].map((lane) => {
      return { lane, name: 'Ahlgren, Ada', age: '11', team: 'AQUA-XX', seed: '31.02' }
    })
    const heat = { round: 'Finals', start: null, swimmers, relays: [], empty: [] }
    const alike = (heats: number, notes: string[]) =>
      Array.from({ length: 60 / heats }, (_, index) => ({
        number: index + 1,
        letter: '',
        name: 'Girls 8 & Under 25 SC Meter Freestyle',
        notes,
        heats: Array.from({ length: heats }, () => heat),
        alternates: [],
      }))
    // In these layouts, one column's table header is beside another column's heats, or event titles are side by side.
    for (const layout of [
      { columns: 2, events: alike(2, ['20.25 ALL*']) },
      { columns: 3, events: alike(1, []) },
    ] as const) {
      const meet = { ...springSplash, more_head: [], ...layout }
      const { program } = await read(meet)
      const reading = HeatSheetReading.parse(toHeatSheetReading(program, {}))
      expect(facts(reading)).toEqual(listSwims(meet))
      expect(program.warnings).toEqual([])
    }
  })

  it('is read back exactly if more names than titles of events look like titles', async () => {
    const names = ['Orsi, Bo', 'Heat 2 of 3,', 'Event 9 Girls Fan,', 'Heat 2 of 3,']
    const swimmers = names.map((name, index) => {
      return { lane: index + 1, name, age: '11', team: 'AQUA-XX', seed: '31.02' }
    })
    const events = Array.from({ length: 16 }, (_, index) => ({
      number: index + 1,
      letter: '',
      name: 'Girls 8 & Under 25 SC Meter Freestyle',
      notes: [],
      heats: [{ round: 'Finals', start: null, swimmers, relays: [], empty: [] }],
      alternates: [],
    }))
    const meet = { ...springSplash, page_title: 'Psych Sheet', events }
    const { program } = await read(meet)
    const reading = HeatSheetReading.parse(toHeatSheetReading(program, {}))
    expect(facts(reading)).toEqual(listSwims(meet))
  })

  it('yields exactly the requested swims for any swimmer', async () => {
    await fc.assert(
      fc.asyncProperty(anyMeet, fc.nat(), async (meet, pick) => {
        const { program } = await read(meet)
        const named = listSwims(meet).filter(({ swimmer_name }) => swimmer_name !== null)
        const swimmer = named[pick % Math.max(named.length, 1)]?.swimmer_name
        if (!swimmer) return
        const isOwn = (swim: ExpectedSwim) => swim.swimmer_name === swimmer
        expect(facts(toHeatSheetReading(program, { swimmer }))).toEqual(named.filter(isOwn))
      }),
      { numRuns: 20 },
    )
  })
})
