// Writes calendar files (RFC 5545), both on the server and in the browser.

/** Renders a calendar file. Each event is a list of lines. A feed also states its refresh interval. */
export function renderCalendarFile(
  name: string,
  events: readonly (readonly string[])[],
  refreshMinutes?: number,
): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Docket//Heat sheets//EN',
    'CALSCALE:GREGORIAN',
    `X-WR-CALNAME:${escapeCalendarText(name)}`,
    ...(refreshMinutes === undefined
      ? []
      : [
          `REFRESH-INTERVAL;VALUE=DURATION:PT${refreshMinutes}M`,
          `X-PUBLISHED-TTL:PT${refreshMinutes}M`,
        ]),
    ...events.flatMap((event) => ['BEGIN:VEVENT', ...event, 'END:VEVENT']),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}

export function renderReminder(summary: string, minutes: number): string[] {
  return [
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escapeCalendarText(summary)}`,
    `TRIGGER:-PT${minutes}M`,
    'END:VALARM',
  ]
}

/** Escapes a text value for a calendar file. */
export function escapeCalendarText(text: string): string {
  return text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '\\n')
    .replace(/\p{Cc}/gu, ' ')
}

const maxLineOctets = 75
const encoder = new TextEncoder()

/** Folds lines at 75 octets, never within a character. Each continuation line starts with a space. */
function foldLine(line: string): string {
  const rows: string[] = []
  let row = ''
  let octets = 0
  for (const character of line) {
    const more = encoder.encode(character).length
    if (octets + more > maxLineOctets) {
      rows.push(row)
      row = ' '
      octets = 1
    }
    row += character
    octets += more
  }
  return [...rows, row].join('\r\n')
}
