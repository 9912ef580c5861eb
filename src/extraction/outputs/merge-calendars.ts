const eventPattern = /BEGIN:VEVENT\r\n(?:.*\r\n)*?UID:(.*)\r\n(?:.*\r\n)*?END:VEVENT\r\n/g

/**
 * Merges calendars written by Docket, in order. If several contain the same swim, the last one wins, because a newer
 * program updates an older program.
 */
export function mergeCalendars(calendars: readonly string[]): string {
  const events = new Map<string, string>()
  for (const calendar of calendars) {
    for (const [text, uid = ''] of calendar.matchAll(eventPattern)) events.set(uid, text)
  }
  return [mergeHeader(calendars), ...events.values(), 'END:VCALENDAR\r\n'].join('')
}

function mergeHeader(calendars: readonly string[]): string {
  const heads = calendars.map((calendar) => calendar.slice(0, calendar.indexOf('BEGIN:VEVENT')))
  const [head = ''] = heads
  if (heads.every((other) => other === head)) return head
  return head.replace(/X-WR-CALNAME:.*\r\n(?: .*\r\n)*/, 'X-WR-CALNAME:Swim meets\r\n')
}
