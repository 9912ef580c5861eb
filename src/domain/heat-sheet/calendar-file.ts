// How a calendar file (RFC 5545) is written: one rule for what the server writes and what a browser makes of it.

/** A file of these events, each given by its lines. */
export function calendarFile(name: string, events: readonly (readonly string[])[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Docket//Heat sheets//EN',
    'CALSCALE:GREGORIAN',
    `X-WR-CALNAME:${calendarText(name)}`,
    ...events.flatMap((event) => ['BEGIN:VEVENT', ...event, 'END:VEVENT']),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

export function reminderLines(summary: string, minutes: number): string[] {
  return [
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${calendarText(summary)}`,
    `TRIGGER:-PT${minutes}M`,
    'END:VALARM',
  ]
}

/** A text as a value. */
export function calendarText(text: string): string {
  return text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '\\n')
    .replace(/\p{Cc}/gu, ' ')
}

const longestLine = 75
const encoder = new TextEncoder()

/** Lines end before 75 octets and go on after a space; no character is cut in two. */
function fold(line: string): string {
  const rows: string[] = []
  let row = ''
  let octets = 0
  for (const character of line) {
    const more = encoder.encode(character).length
    if (octets + more > longestLine) {
      rows.push(row)
      row = ' '
      octets = 1
    }
    row += character
    octets += more
  }
  return [...rows, row].join('\r\n')
}
