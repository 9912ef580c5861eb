import fc from 'fast-check'
import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { createHeatSheet, createSwim } from '../../../test/support/readings/heat-sheet.ts'
import type { HeatSheetReading } from '../../domain/heat-sheet/heat-sheet.ts'
import { renderIcs } from './ics.ts'

const options = { made_at: new Date('2026-04-30T18:00:30Z'), reminder: 10 }

const render = (reading: Partial<HeatSheetReading>, changes: Partial<typeof options> = {}) =>
  renderIcs(createHeatSheet(reading), { ...options, ...changes })

/** Parses a calendar with an independent iCalendar parser. */
function parse(ics: string) {
  const calendar = new ICAL.Component(ICAL.parse(ics) as unknown[])
  return calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component))
}

const only = (ics: string) => {
  const [event] = parse(ics)
  if (!event) throw new Error('There is no event')
  return event
}

describe('renderIcs', () => {
  it('describes a swim with everything a parent needs', () => {
    const ics = render({ events: [createSwim()] })
    const event = only(ics)
    expect(event.summary).toBe('Ada Ahlgren: #12 Girls 11-12 50 Yard Freestyle (heat 3, lane 4)')
    expect(event.description.split('\n')).toEqual([
      'Heat 3 of 14, lane 4, Finals',
      'Seed time 31.02',
      'AQUA-XX, age 11',
      'Spring Splash, Saturday AM',
    ])
    expect(event.location).toBe('Invented Natatorium')
    expect(event.startDate.toString()).toBe('2026-05-02T09:05:00')
    expect(event.endDate.toString()).toBe('2026-05-02T09:10:00')
    expect(event.component.getFirstPropertyValue('status')).toBe('CONFIRMED')
    expect(String(event.component.getFirstPropertyValue('dtstamp'))).toBe('2026-04-30T18:00:30Z')
    expect(ics.startsWith('BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:')).toBe(true)
    expect(ics.endsWith('END:VCALENDAR\r\n')).toBe(true)
  })

  it.each([
    ['M13', 'AQUA-XX, age 13'],
    ['W9', 'AQUA-XX, age 9'],
    ['2014', 'AQUA-XX, born 2014'],
    ['M2014', 'AQUA-XX, born 2014'],
    ['FR', 'AQUA-XX, FR'],
  ])('describes the printed age %s as "%s"', (age, line) => {
    expect(only(render({ events: [createSwim({ age })] })).description.split('\n')).toContain(line)
  })

  it('sets a reminder before the start, or none', () => {
    const alarm = only(render({})).component.getFirstSubcomponent('valarm')
    expect(alarm?.getFirstPropertyValue('action')).toBe('DISPLAY')
    expect(String(alarm?.getFirstPropertyValue('trigger'))).toBe('-PT10M')
    expect(render({}, { reminder: 0 })).not.toContain('VALARM')
  })

  it('uses the seed time as the duration of a long swim', () => {
    const events = [createSwim({ seed_time: '21:10.55' })]
    expect(only(render({ events })).duration.toSeconds()).toBe(22 * 60)
  })

  it('labels estimated, exhibition, alternate and relay swims', () => {
    const events = [
      createSwim({ estimated: true }),
      createSwim({ seed_time: 'X31.02', exhibition: true }),
      createSwim({ alternate: 2, lane: null, heat_number: null }),
      createSwim({ relay: 'B', leg: 4 }),
    ]
    const read = parse(render({ events }))
    expect(read.map(({ summary }) => summary.replace(/^.*\(/, '('))).toEqual([
      '(heat 3, lane 4, time estimated)',
      '(heat 3, lane 4)',
      '(alternate 2)',
      '(relay B, leg 4, heat 3, lane 4)',
    ])
    expect(read[0]?.description).toContain('The start time is estimated.')
    expect(read[1]?.description).toContain('Seed time X31.02 (exhibition)')
    expect(read[2]?.component.getFirstPropertyValue('status')).toBe('TENTATIVE')
  })

  it('shows a swim without a time as a free all-day event without a reminder and omits a swim without a date', () => {
    const ics = render({
      events: [createSwim({ heat_start_time: null }), createSwim({ session_date: null })],
    })
    const event = only(ics)
    expect(parse(ics)).toHaveLength(1)
    expect([event.startDate.isDate, String(event.startDate), String(event.endDate)]).toEqual([
      true,
      '2026-05-02',
      '2026-05-03',
    ])
    expect(event.component.getFirstPropertyValue('transp')).toBe('TRANSPARENT')
    expect(ics).not.toContain('VALARM')
  })
})

describe('calendar times', () => {
  it('are floating if there is no time zone', () => {
    const { startDate } = only(render({ time_zone: null }))
    expect([startDate.zone, startDate.toString()]).toEqual([
      ICAL.Timezone.localTimezone,
      '2026-05-02T09:05:00',
    ])
  })

  // New York switches to daylight saving time on 8 March and back on 1 November 2026.
  it.each([
    ['2026-03-07', '2026-03-07T14:05:00Z'],
    ['2026-03-08', '2026-03-08T13:05:00Z'],
    ['2026-10-31', '2026-10-31T13:05:00Z'],
    ['2026-11-01', '2026-11-01T14:05:00Z'],
  ])('are correct on %s in a zone, before and after its clock change', (session_date, moment) => {
    const events = [createSwim({ session_date })]
    const { startDate, endDate } = only(render({ events, time_zone: 'America/New_York' }))
    expect(startDate.toString()).toBe(moment)
    expect(endDate.toUnixTime() - startDate.toUnixTime()).toBe(300)
  })
})

describe('a calendar UID', () => {
  const uids = (reading: Partial<HeatSheetReading>) => parse(render(reading)).map(({ uid }) => uid)

  it('stays the same in a newer program, so an import updates the swim', () => {
    const moved = createSwim({
      heat_number: 1,
      lane: 8,
      heat_start_time: '10:30',
      seed_time: '30.00',
    })
    expect(uids({ events: [moved] })).toEqual(uids({}))
    const later = new Date(options.made_at.getTime() + 90_000)
    const sequence = (made_at: Date) => only(render({}, { made_at })).sequence
    expect(sequence(later)).toBeGreaterThan(sequence(options.made_at))
  })

  it('differs between meets, events, rounds and swimmers, and between two swims in one event', () => {
    const events = [
      createSwim(),
      createSwim(),
      createSwim({ event_number: 13 }),
      createSwim({ event_letter: 'A' }),
      createSwim({ session_date: '2026-05-03' }),
      createSwim({ round: 'Prelims' }),
      createSwim({ swimmer_name: 'Ahlgren, Bo' }),
      createSwim({ team: 'LAKE-XX' }),
    ]
    const all = [...uids({ events }), ...uids({ meet_name: 'Other' })]
    expect(new Set(all).size).toBe(events.length + 1)
    expect(all.every((uid) => /^[0-9a-f]{32}@docket$/.test(uid))).toBe(true)
  })
})

it('escapes text, folds lines at 75 octets between characters and uses CRLF', () => {
  const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 120 })
  const specialText = fc.constantFrom(
    'a,b;c\\d\ne',
    '\\n',
    'END:VEVENT\r\nBEGIN:X',
    '👩‍👩‍👧'.repeat(20),
  )
  fc.assert(
    fc.property(fc.oneof(text, specialText), fc.oneof(text, specialText), (event_name, venue) => {
      const ics = render({ events: [createSwim({ event_name })], venue })
      const lines = ics.split('\r\n')
      expect(lines.every((line) => Buffer.byteLength(line) <= 75 && !/[\r\n]/.test(line))).toBe(
        true,
      )
      expect(Buffer.from(ics).toString()).toBe(ics)
      const event = only(ics)
      expect(event.summary).toContain(toDisplayable(event_name))
      expect(event.location).toBe(toDisplayable(venue))
    }),
  )
})

/** Returns the part of a string that a calendar can represent. */
function toDisplayable(text: string): string {
  return text
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/\r\n|\r/g, '\n')
    .replace(/[\ufffe\uffff]/g, '')
    .replace(/\p{Cc}/gu, (control) =>
      control === '\n' ? control : control >= '\u007f' || control === '\t' ? ' ' : '',
    )
}
