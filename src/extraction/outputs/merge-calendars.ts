const event = /BEGIN:VEVENT\r\n(?:.*\r\n)*?UID:(.*)\r\n(?:.*\r\n)*?END:VEVENT\r\n/g

/**
 * Calendars of ours as one, in their order. Of a swim that several hold, the last one counts, for a newer
 * program updates an older one.
 */
export function mergeCalendars(calendars: readonly string[]): string {
  const events = new Map<string, string>()
  for (const calendar of calendars) {
    for (const [text, uid = ''] of calendar.matchAll(event)) events.set(uid, text)
  }
  return [headOf(calendars), ...events.values(), 'END:VCALENDAR\r\n'].join('')
}

function headOf(calendars: readonly string[]): string {
  const heads = calendars.map((calendar) => calendar.slice(0, calendar.indexOf('BEGIN:VEVENT')))
  const [head = ''] = heads
  if (heads.every((other) => other === head)) return head
  return head.replace(/X-WR-CALNAME:.*\r\n(?: .*\r\n)*/, 'X-WR-CALNAME:Swim meets\r\n')
}
