import fc from 'fast-check'
import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { createHeatSheet, createSwim } from '../../../test/support/readings/heat-sheet.ts'
import type { HeatSheetReading } from '../../domain/heat-sheet/heat-sheet.ts'
import { MeetResults } from '../../domain/heat-sheet/meet-results.ts'
import { renderIcs } from '../outputs/ics.ts'
import { renderMeetCalendar, renderMeetCsv } from '../outputs/meet-results.ts'
import { mergeSheets } from './merge-sheets.ts'

const merge = (...readings: Partial<HeatSheetReading>[]) =>
  MeetResults.omit({ newer: true, checked_at: true }).parse(
    mergeSheets(
      readings.map((reading, index) => ({
        job_id: `job-${index + 1}`,
        name: `${index + 1}.pdf`,
        reading: createHeatSheet(reading),
      })),
    ),
  )

const requested = [{ requested: 'Ada Ahlgren | AQUA-XX | 11', found: [], did_you_mean: [] }]
const sunday = { session: 'Sunday AM', session_date: '2026-05-03' }
const psych = { lane: null, heat_number: null, heats_total: null, round: null, seed_rank: 7 }

const options = { made_at: new Date('2026-04-30T18:00:00Z'), reminder: 5 }
function parsed(ics: string) {
  const calendar = new ICAL.Component(ICAL.parse(ics) as unknown[])
  return calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component))
}

describe('mergeSheets', () => {
  it('groups swims by session, in meet order regardless of file order', () => {
    const { sessions } = merge(
      { events: [createSwim(sunday)] },
      {
        events: [
          createSwim({ event_number: 14, heat_start_time: '10:00' }),
          createSwim({ event_number: 13, heat_start_time: '08:00' }),
        ],
      },
    )
    expect(
      sessions.map(({ session, session_date, job_ids, swims }) => [
        session,
        session_date,
        job_ids,
        swims.map(({ event_number }) => event_number),
      ]),
    ).toEqual([
      ['Saturday AM', '2026-05-02', ['job-2'], [13, 14]],
      ['Sunday AM', '2026-05-03', ['job-1'], [12]],
    ])
  })

  it('shows a swim on two sheets once, without a conflict if they agree', () => {
    const { sessions } = merge({}, {})
    expect(sessions).toMatchObject([
      { job_ids: ['job-1', 'job-2'], swims: [{ job_ids: ['job-1', 'job-2'], others: [] }] },
    ])
  })

  it('shows the earlier of two conflicting swims and the difference', () => {
    const { sessions } = merge({}, { events: [createSwim({ lane: 7, heat_start_time: '09:20' })] })
    expect(sessions[0]?.swims).toMatchObject([
      {
        lane: 4,
        job_ids: ['job-1', 'job-2'],
        others: [{ job_id: 'job-2', heat_number: 3, lane: 7, heat_start_time: '09:20' }],
      },
    ])
  })

  it('prefers heat sheets to a psych sheet for the same meet, without a conflict', () => {
    const { sessions } = merge({ sheet: 'psych_sheet', events: [createSwim(psych)] }, {})
    expect(sessions[0]?.swims).toMatchObject([
      { lane: 4, job_ids: ['job-2', 'job-1'], others: [], round: 'Finals' },
    ])
  })

  it.each([
    ['first', 'last'],
    ['last', 'first'],
  ])(
    'uses venue, course and time zone if the %s sheet omits them and the %s states them',
    (silent) => {
      const address = { page: 1, box: null, text: 'Lake Street 1, Albany NY' }
      const states = {
        venue: 'Invented Natatorium',
        course: 'SCY',
        time_zone: 'America/New_York',
        evidence: { time_zone: { ...address, confidence: 1, source: 'rule' as const } },
      }
      const sheets = [{ venue: null, time_zone: null }, states]
      const [session] = merge(...(silent === 'first' ? sheets : sheets.toReversed())).sessions
      expect(session).toMatchObject({
        venue: 'Invented Natatorium',
        course: 'SCY',
        time_zone: 'America/New_York',
        time_zone_from: 'Lake Street 1, Albany NY',
      })
      const link = new URL(session?.swims[0]?.calendar_url ?? '')
      expect(Object.fromEntries(link.searchParams)).toMatchObject({
        location: 'Invented Natatorium',
        ctz: 'America/New_York',
        details: expect.stringContaining('Spring Splash, Saturday AM, 25 yd pool'),
      })
    },
  )

  it.each([
    ['another swimmer', { swimmer_name: 'Ahlgren, Bo' }],
    ['another team', { team: 'LAKE-XX' }],
    ['another age', { age: '14' }],
    ['another round', { round: 'Prelims' }],
    ['another day', sunday],
    ['another leg', { leg: 2, relay: 'A' }],
  ])('keeps sheets from %s separate', (_, change) => {
    const { sessions } = merge({}, { events: [createSwim(change)] })
    expect(sessions.flatMap(({ swims }) => swims)).toHaveLength(2)
  })

  it('distinguishes prelims and finals if a psych sheet without rounds contains the event', () => {
    const { sessions } = merge(
      { sheet: 'psych_sheet', events: [createSwim(psych)] },
      { events: [createSwim({ round: 'Prelims' })] },
      { events: [createSwim({ round: 'Finals', lane: 7 })] },
    )
    const swims = sessions.flatMap((session) => session.swims)
    expect(swims.map(({ round, job_ids, others }) => [round, job_ids, others])).toEqual([
      ['Prelims', ['job-2', 'job-1'], []],
      ['Finals', ['job-3'], []],
    ])
  })

  it('lists sheets without the chosen swimmers separately, with the reason', () => {
    const { sessions, without } = merge(
      { swimmers: requested },
      { swimmers: requested, events: [] },
      { sheet: 'session_report', events: [createSwim({ swimmer_name: null })] },
    )
    expect(sessions).toHaveLength(1)
    expect(without).toEqual([
      {
        job_id: 'job-2',
        name: '2.pdf',
        reason: {
          code: 'sheet_without_swimmers',
          path: null,
          params: { names: ['Ada Ahlgren (AQUA-XX)'] },
          message: 'No swimmer on this sheet is called Ada Ahlgren (AQUA-XX).',
        },
      },
      {
        job_id: 'job-3',
        name: '3.pdf',
        reason: {
          code: 'sheet_session_report',
          path: null,
          params: {},
          message: 'A session report does not list swimmers; only its times were used.',
        },
      },
    ])
  })

  it('neither loses nor repeats a swim, for any sheets sent any number of times', () => {
    const swim = fc
      .record({
        event_number: fc.integer({ min: 1, max: 4 }),
        swimmer_name: fc.constantFrom('Ahlgren, Ada', 'Tamm, Ivo', 'Núñez, Noémie'),
        team: fc.constantFrom('AQUA-XX', 'LAKE-XX'),
        round: fc.constantFrom('Finals', 'Prelims'),
      })
      .map((values) => createSwim(values))
    const key = (event: object) => JSON.stringify(event)
    const unique = fc.uniqueArray(swim, { selector: key, maxLength: 12 })
    fc.assert(
      fc.property(unique, fc.integer({ min: 1, max: 3 }), (events, times) => {
        const { sessions } = merge(...Array.from({ length: times }, () => ({ events })))
        const swims = sessions.flatMap((session) => session.swims)
        expect(swims).toHaveLength(events.length)
        expect(new Set(swims.map(({ id }) => id)).size).toBe(events.length)
        expect(swims.every(({ job_ids }) => job_ids.length === times)).toBe(true)
      }),
    )
  })
})

describe('a calendar for several sheets', () => {
  const results = merge(
    { time_zone: 'America/New_York' },
    { events: [createSwim({ ...sunday, event_number: 20 })], time_zone: 'America/New_York' },
  )

  it("contains every swim once, with the UID from its sheet's calendar", () => {
    const events = parsed(renderMeetCalendar(results, options))
    const alone = parsed(renderIcs(createHeatSheet(), options))
    expect(events.map(({ uid }) => uid)).toEqual(
      results.sessions.flatMap(({ swims }) => swims.map(({ id }) => id)),
    )
    expect(events[0]?.uid).toBe(alone[0]?.uid)
    expect(events.map(({ startDate }) => startDate.toString())).toEqual([
      '2026-05-02T13:05:00Z',
      '2026-05-03T13:05:00Z',
    ])
    expect(events[0]?.location).toBe('Invented Natatorium')
  })

  it('contains only the chosen swims', () => {
    const id = results.sessions[1]?.swims[0]?.id ?? ''
    const events = parsed(renderMeetCalendar(results, { ...options, ids: [id, 'unknown'] }))
    expect(events.map(({ uid }) => uid)).toEqual([id])
  })

  it.each([
    [[{}], 'spring-splash-ada-ahlgren.ics'],
    [[{}, { events: [createSwim(sunday)] }], 'ada-ahlgren-2-sessions.ics'],
    [
      [{ events: [createSwim(), createSwim({ swimmer_name: 'Núñez, Noémie' })] }],
      'spring-splash-ada-ahlgren-and-1-more.ics',
    ],
    [
      [{ meet_name: null, events: [createSwim({ swimmer_name: 'Żółty, Łukasz' })] }],
      'meet-lukasz-zolty.ics',
    ],
    [[{ meet_name: '../../etc', events: [] }], 'meet-swims.ics'],
  ])('is named after meet and swimmer, or after the number of sessions', (readings, name) => {
    expect(merge(...(readings as Partial<HeatSheetReading>[])).calendar_filename).toBe(name)
  })

  it('has a table with the same swims', () => {
    const lines = renderMeetCsv(results).trim().split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines[0]).toMatch(/^meet_name,venue,session,session_date,event_number/)
  })
})

describe('a Google Calendar link', () => {
  const readLink = (reading: Partial<HeatSheetReading>) => {
    const url = merge(reading).sessions[0]?.swims[0]?.calendar_url
    return url === null || url === undefined ? url : Object.fromEntries(new URL(url).searchParams)
  }

  it("contains all details, with the pool's time zone or floating time", () => {
    expect(readLink({ time_zone: 'America/New_York' })).toEqual({
      action: 'TEMPLATE',
      text: 'Ada Ahlgren: #12 Girls 11-12 50 Yard Freestyle (heat 3, lane 4)',
      dates: '20260502T090500/20260502T091000',
      details: expect.stringContaining('Seed time 31.02'),
      location: 'Invented Natatorium',
      ctz: 'America/New_York',
    })
    expect(readLink({})).not.toHaveProperty('ctz')
  })

  it('covers the whole day if there is no time and is omitted if there is no date', () => {
    expect(readLink({ events: [createSwim({ heat_start_time: null })] })?.['dates']).toBe(
      '20260502/20260503',
    )
    expect(readLink({ events: [createSwim({ session_date: null })] })).toBe(null)
  })
})
