/** An event of a calendar file, as a server wrote it. */
export interface CalendarEvent {
  /** Its lines, unfolded, without BEGIN and END. */
  lines: string[]
  summary: string
}

/** The events of a calendar (RFC 5545), in their order. */
export function eventsIn(calendar: string): CalendarEvent[] {
  const unfolded = calendar.replace(/\r?\n[ \t]/g, '')
  const blocks = unfolded.matchAll(/^BEGIN:VEVENT\r?\n([\s\S]*?)^END:VEVENT/gm)
  return [...blocks].map(([, block = '']) => {
    const lines = block.split(/\r?\n/).filter((line) => line !== '')
    return { lines, summary: valueOf(lines, 'SUMMARY') }
  })
}

/** One calendar of these events. `reminder`: minutes before; 0 for none; undefined as they are. */
export function calendarOf(
  name: string,
  events: readonly CalendarEvent[],
  reminder: number | undefined,
): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Docket//Heat sheets//EN',
    'CALSCALE:GREGORIAN',
    `X-WR-CALNAME:${name.replace(/[\\;,]/g, '\\$&')}`,
    ...events.flatMap((event) => ['BEGIN:VEVENT', ...withReminder(event, reminder), 'END:VEVENT']),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

/** Where Google Calendar offers to add the event. */
export function googleLink({ lines, summary }: CalendarEvent): string {
  const link = new URL('https://calendar.google.com/calendar/render')
  link.searchParams.set('action', 'TEMPLATE')
  link.searchParams.set('text', summary)
  link.searchParams.set('dates', `${valueOf(lines, 'DTSTART')}/${valueOf(lines, 'DTEND')}`)
  link.searchParams.set('details', valueOf(lines, 'DESCRIPTION'))
  const place = valueOf(lines, 'LOCATION')
  if (place !== '') link.searchParams.set('location', place)
  return link.href
}

/** A whole day needs no reminder of minutes. */
function withReminder({ lines, summary }: CalendarEvent, reminder: number | undefined): string[] {
  if (reminder === undefined) return lines
  const alarm = lines.indexOf('BEGIN:VALARM')
  const bare = alarm === -1 ? lines : lines.slice(0, alarm)
  const isDay = bare.some((line) => line.startsWith('DTSTART;VALUE=DATE:'))
  if (reminder === 0 || isDay) return bare
  const text = `DESCRIPTION:${escaped(summary)}`
  const trigger = `TRIGGER:-PT${reminder}M`
  return [...bare, 'BEGIN:VALARM', 'ACTION:DISPLAY', text, trigger, 'END:VALARM']
}

function valueOf(lines: readonly string[], name: string): string {
  const line = lines.find((one) => one.startsWith(`${name}:`) || one.startsWith(`${name};`)) ?? ''
  const value = line.slice(line.indexOf(':') + 1)
  return value.replace(/\\(.)/g, (_, escape: string) => (/n/i.test(escape) ? '\n' : escape))
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\n/g, '\\n')
}

const longestLine = 75

/** Lines end before 75 octets and go on after a space; no character is cut in two. */
function folded(line: string): string {
  const encoder = new TextEncoder()
  const rows: string[] = []
  let row = ''
  for (const character of line) {
    if (encoder.encode(row + character).length > longestLine) {
      rows.push(row)
      row = ' '
    }
    row += character
  }
  return [...rows, row].join('\r\n')
}
