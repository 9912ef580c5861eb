import type { HeatSheetEvent, HeatSheetReading } from '../../domain/heat-sheet/heat-sheet.ts'
import { descriptionOf, summaryOf } from './calendar-text.ts'
import { dayStamp, localStamp, spanOf } from './calendar-time.ts'

type Meet = Pick<HeatSheetReading, 'meet_name' | 'venue' | 'time_zone'>

/** Opens Google Calendar with the swim filled in; null where its day is not known. */
export function calendarLink(event: HeatSheetEvent, meet: Meet): string | null {
  const span = spanOf(event)
  if (!span) return null
  const stamp = span.is_day ? dayStamp : localStamp
  const url = new URL('https://calendar.google.com/calendar/render?action=TEMPLATE')
  const fields = {
    text: summaryOf(event),
    dates: `${stamp(span.start)}/${stamp(span.end)}`,
    details: descriptionOf(event, meet),
    location: meet.venue,
    ctz: span.is_day ? null : meet.time_zone,
  }
  for (const [name, value] of Object.entries(fields)) if (value) url.searchParams.set(name, value)
  return url.href
}
