import {
  renderCalendarFile,
  escapeCalendarText,
  renderReminder,
} from '../../domain/heat-sheet/calendar-file.ts'
import type { HeatSheetEvent, HeatSheetReading } from '../../domain/heat-sheet/heat-sheet.ts'
import { toXmlSafeText } from '../text/xml-text.ts'
import { describeEvent, summariseEvent } from './calendar-text.ts'
import { formatDay, formatLocal, toEventTime } from './calendar-time.ts'
import { createUids } from './calendar-uid.ts'
import { toUtc } from './time-zone.ts'

export interface CalendarOptions {
  /** Creation time. Calendar apps that import the same events again keep the newer version. */
  made_at: Date
  /** Minutes before the start, or 0 for no reminder. */
  reminder: number
  /** True if phones subscribe to the calendar and fetch it repeatedly. */
  is_feed?: boolean
}

/** A swim with its stable identifier and its meet. */
export interface CalendarEntry {
  uid: string
  event: HeatSheetEvent
  meet: Pick<HeatSheetReading, 'meet_name' | 'venue' | 'course' | 'time_zone'>
}

const minuteMs = 60_000
/** How often phones should fetch the calendar, in minutes. Many do so less often. */
const feedRefreshMinutes = 30

/** Renders all swims on a sheet that have a date. */
export function renderIcs(reading: HeatSheetReading, options: CalendarOptions): string {
  const dated = reading.events.filter(({ session_date }) => session_date !== null)
  const uids = createUids(dated, reading)
  const entries = dated.map((event, index) => ({ uid: uids[index] ?? '', event, meet: reading }))
  return renderCalendar(entries, reading.meet_name, options)
}

/** Renders an RFC 5545 calendar. A swim without a start time lasts all day. Swims without a date are omitted. */
export function renderCalendar(
  entries: CalendarEntry[],
  name: string | null,
  options: CalendarOptions,
): string {
  const events = entries.map((entry) => renderEntry(entry, options))
  return renderCalendarFile(
    toXmlSafeText(name ?? 'Swim meet'),
    events.filter((lines) => lines.length > 0),
    options.is_feed ? feedRefreshMinutes : undefined,
  )
}

function renderEntry(
  { uid, event, meet }: CalendarEntry,
  { made_at, reminder }: CalendarOptions,
): string[] {
  const times = renderTimes(event, meet.time_zone)
  if (!times) return []
  const summary = toXmlSafeText(summariseEvent(event))
  const isTimed = event.heat_start_time !== null
  return [
    `UID:${uid}`,
    `DTSTAMP:${formatUtc(made_at.getTime())}`,
    // Increases every minute, so that a later calendar replaces an earlier calendar.
    `SEQUENCE:${Math.floor(made_at.getTime() / minuteMs)}`,
    ...times,
    `SUMMARY:${escapeCalendarText(summary)}`,
    `DESCRIPTION:${escape(describeEvent(event, meet))}`,
    ...(meet.venue ? [`LOCATION:${escape(meet.venue)}`] : []),
    `STATUS:${event.alternate === null ? 'CONFIRMED' : 'TENTATIVE'}`,
    ...(isTimed && reminder > 0 ? renderReminder(summary, reminder) : []),
  ]
}

/**
 * Renders a swim's times. Without a time zone, they are floating: the phone interprets them in its own zone, which is
 * the pool's zone while the user is there.
 */
function renderTimes(event: HeatSheetEvent, timeZone: string | null): string[] | undefined {
  const span = toEventTime(event)
  if (!span) return undefined
  if (span.is_day) {
    return [
      `DTSTART;VALUE=DATE:${formatDay(span.start)}`,
      `DTEND;VALUE=DATE:${formatDay(span.end)}`,
      'TRANSP:TRANSPARENT',
    ]
  }
  const start = timeZone === null ? span.start : toUtc(span.start, timeZone)
  const stamp = timeZone === null ? formatLocal : formatUtc
  return [`DTSTART:${stamp(start)}`, `DTEND:${stamp(start + span.end - span.start)}`]
}

function formatUtc(ms: number): string {
  return `${formatLocal(ms)}Z`
}

function escape(text: string): string {
  return escapeCalendarText(toXmlSafeText(text))
}
