import { renderCalendarFile, renderReminder } from '../../domain/heat-sheet/calendar-file.ts'

/** A VEVENT from the server's calendar file. */
export interface CalendarEvent {
  /** Unfolded lines without BEGIN and END. */
  lines: string[]
  summary: string
}

/** Parses VEVENTs (RFC 5545) in order. */
export function parseCalendarEvents(calendar: string): CalendarEvent[] {
  const unfolded = calendar.replace(/\r?\n[ \t]/g, '')
  const blocks = unfolded.matchAll(/^BEGIN:VEVENT\r?\n([\s\S]*?)^END:VEVENT/gm)
  return [...blocks].map(([, block = '']) => {
    const lines = block.split(/\r?\n/).filter((line) => line !== '')
    return { lines, summary: readProperty(lines, 'SUMMARY') }
  })
}

/** `reminder` is in minutes; 0 removes reminders, undefined keeps them. */
export function buildCalendar(
  name: string,
  events: readonly CalendarEvent[],
  reminder: number | undefined,
): string {
  return renderCalendarFile(
    name,
    events.map((event) => withReminder(event, reminder)),
  )
}

/** Link that adds the event to Google Calendar. */
export function googleLink({ lines, summary }: CalendarEvent): string {
  const link = new URL('https://calendar.google.com/calendar/render')
  link.searchParams.set('action', 'TEMPLATE')
  link.searchParams.set('text', summary)
  link.searchParams.set(
    'dates',
    `${readProperty(lines, 'DTSTART')}/${readProperty(lines, 'DTEND')}`,
  )
  link.searchParams.set('details', readProperty(lines, 'DESCRIPTION'))
  const location = readProperty(lines, 'LOCATION')
  if (location !== '') link.searchParams.set('location', location)
  return link.href
}

/** All-day events get no reminder. */
function withReminder({ lines, summary }: CalendarEvent, reminder: number | undefined): string[] {
  if (reminder === undefined) return lines
  const alarm = lines.indexOf('BEGIN:VALARM')
  const withoutAlarm = alarm === -1 ? lines : lines.slice(0, alarm)
  const isAllDay = withoutAlarm.some((line) => line.startsWith('DTSTART;VALUE=DATE:'))
  if (reminder === 0 || isAllDay) return withoutAlarm
  return [...withoutAlarm, ...renderReminder(summary, reminder)]
}

function readProperty(lines: readonly string[], name: string): string {
  const line = lines.find((one) => one.startsWith(`${name}:`) || one.startsWith(`${name};`)) ?? ''
  const value = line.slice(line.indexOf(':') + 1)
  return value.replace(/\\(.)/g, (_, escape: string) => (/n/i.test(escape) ? '\n' : escape))
}
