import type { HeatSheetEvent, HeatSheetReading } from '../../domain/heat-sheet/heat-sheet.ts'
import { describeEvent, summariseEvent } from './calendar-text.ts'
import { formatDay, formatLocal, toEventTime } from './calendar-time.ts'

type Meet = Pick<HeatSheetReading, 'meet_name' | 'venue' | 'course' | 'time_zone'>

/** Creates a link that opens Google Calendar with the swim filled in. Returns null if there is no date. */
export function createCalendarLink(event: HeatSheetEvent, meet: Meet): string | null {
  const span = toEventTime(event)
  if (!span) return null
  const stamp = span.is_day ? formatDay : formatLocal
  const url = new URL('https://calendar.google.com/calendar/render?action=TEMPLATE')
  const fields = {
    text: summariseEvent(event),
    dates: `${stamp(span.start)}/${stamp(span.end)}`,
    details: describeEvent(event, meet),
    location: meet.venue,
    ctz: span.is_day ? null : meet.time_zone,
  }
  for (const [name, value] of Object.entries(fields)) if (value) url.searchParams.set(name, value)
  return url.href
}
