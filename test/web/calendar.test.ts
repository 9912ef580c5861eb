import ICAL from 'ical.js'
import { expect, it } from 'vitest'
import { renderIcs } from '../../src/extraction/outputs/ics.ts'
import { buildCalendar, parseCalendarEvents, googleLink } from '../../src/web/readings/calendar.ts'
import { aHeatSheet, aSwim } from '../support/heat-sheet.ts'

const swims = [
  aSwim({ event_number: 1, event_name: 'Girls 50 Free; heats, finals', heat_start_time: '09:05' }),
  aSwim({ event_number: 2, event_name: 'Girls 100 Back', heat_start_time: null }),
  aSwim({ event_number: 3, event_name: 'Ä very long name of an event, to be folded'.repeat(3) }),
]
const options = { made_at: new Date('2026-04-30T18:00:30Z'), reminder: 10 }
const written = renderIcs(aHeatSheet({ events: swims, time_zone: 'Asia/Jakarta' }), options)

/** Parses with an independent library. */
function parse(ics: string) {
  const calendar = new ICAL.Component(ICAL.parse(ics) as unknown[])
  return calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component))
}

const listAlarms = (ics: string) =>
  parse(ics).map(({ component }) =>
    String(component.getFirstSubcomponent('valarm')?.getFirstPropertyValue('trigger')),
  )

it('contains the chosen events, unchanged', () => {
  const events = parseCalendarEvents(written)
  expect(events.map(({ summary }) => summary)).toEqual(parse(written).map((one) => one.summary))
  const chosen = parse(buildCalendar('Spring, Splash', events.slice(1), undefined))
  const given = parse(written).slice(1)
  expect(chosen.map((one) => one.component.toString())).toEqual(
    given.map((one) => one.component.toString()),
  )
})

it('sets a reminder as chosen, but not for an all-day event', () => {
  const events = parseCalendarEvents(written)
  expect(listAlarms(buildCalendar('Meet', events, 30))).toEqual(['-PT30M', 'undefined', '-PT30M'])
  expect(listAlarms(buildCalendar('Meet', events, 0))).toEqual([
    'undefined',
    'undefined',
    'undefined',
  ])
  expect(
    buildCalendar('Meet', events, 30)
      .split('\r\n')
      .every((row) => row.length <= 75),
  ).toBe(true)
})

it('links an event to Google Calendar with its time and place', () => {
  const [event] = parseCalendarEvents(written)
  const { searchParams } = new URL(event ? googleLink(event) : '')
  expect(searchParams.get('text')).toBe(
    'Ada Ahlgren: #1 Girls 50 Free; heats, finals (heat 3, lane 4)',
  )
  expect(searchParams.get('dates')).toBe('20260502T020500Z/20260502T021000Z')
  expect(searchParams.get('location')).toBe('Invented Natatorium')
  expect(searchParams.get('details')).toContain('Heat 3 of 14, lane 4, Finals\nSeed time 31.02')
})
