import { calendarFile, calendarText, reminderLines } from '../../domain/heat-sheet/calendar-file.ts'
import type { HeatSheetEvent, HeatSheetReading } from '../../domain/heat-sheet/heat-sheet.ts'
import { toXmlSafeText } from '../text/xml-text.ts'
import { descriptionOf, summaryOf } from './calendar-text.ts'
import { dayStamp, localStamp, spanOf } from './calendar-time.ts'
import { uidsOf } from './calendar-uid.ts'
import { utcOf } from './time-zone.ts'

export interface CalendarOptions {
  /** When the calendar was made: of two with the same events, importers keep the later. */
  made_at: Date
  /** Minutes before the start; 0 for none. */
  reminder: number
}

/** A swim with what identifies it in every calendar, and the meet that it is of. */
export interface CalendarEntry {
  uid: string
  event: HeatSheetEvent
  meet: Pick<HeatSheetReading, 'meet_name' | 'venue' | 'time_zone'>
}

const minuteMs = 60_000

/** A calendar of all swims of one sheet of which the day is known. */
export function renderIcs(reading: HeatSheetReading, options: CalendarOptions): string {
  const dated = reading.events.filter(({ session_date }) => session_date !== null)
  const uids = uidsOf(dated, reading)
  const entries = dated.map((event, index) => ({ uid: uids[index] ?? '', event, meet: reading }))
  return renderCalendar(entries, reading.meet_name, options)
}

/** A calendar (RFC 5545). Without a start time a swim takes its day; without a day it has no place. */
export function renderCalendar(
  entries: CalendarEntry[],
  name: string | null,
  options: CalendarOptions,
): string {
  const events = entries.map((entry) => entryLines(entry, options))
  return calendarFile(
    toXmlSafeText(name ?? 'Swim meet'),
    events.filter((lines) => lines.length > 0),
  )
}

function entryLines(
  { uid, event, meet }: CalendarEntry,
  { made_at, reminder }: CalendarOptions,
): string[] {
  const times = timeLines(event, meet.time_zone)
  if (!times) return []
  const summary = toXmlSafeText(summaryOf(event))
  const isTimed = event.heat_start_time !== null
  return [
    `UID:${uid}`,
    `DTSTAMP:${utcStamp(made_at.getTime())}`,
    // Rises with every minute, so that a calendar made later replaces an earlier one.
    `SEQUENCE:${Math.floor(made_at.getTime() / minuteMs)}`,
    ...times,
    `SUMMARY:${calendarText(summary)}`,
    `DESCRIPTION:${escape(descriptionOf(event, meet))}`,
    ...(meet.venue ? [`LOCATION:${escape(meet.venue)}`] : []),
    `STATUS:${event.alternate === null ? 'CONFIRMED' : 'TENTATIVE'}`,
    ...(isTimed && reminder > 0 ? reminderLines(summary, reminder) : []),
  ]
}

/** Without a time zone the time is that of whatever place the phone is in: the pool. */
function timeLines(event: HeatSheetEvent, timeZone: string | null): string[] | undefined {
  const span = spanOf(event)
  if (!span) return undefined
  if (span.is_day) {
    return [
      `DTSTART;VALUE=DATE:${dayStamp(span.start)}`,
      `DTEND;VALUE=DATE:${dayStamp(span.end)}`,
      'TRANSP:TRANSPARENT',
    ]
  }
  const start = timeZone === null ? span.start : utcOf(span.start, timeZone)
  const stamp = timeZone === null ? localStamp : utcStamp
  return [`DTSTART:${stamp(start)}`, `DTEND:${stamp(start + span.end - span.start)}`]
}

function utcStamp(ms: number): string {
  return `${localStamp(ms)}Z`
}

function escape(text: string): string {
  return calendarText(toXmlSafeText(text))
}
