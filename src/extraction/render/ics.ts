import { createHash } from 'node:crypto'
import type { HeatSheetEvent, HeatSheetReading } from '../../domain/heat-sheet.ts'
import { fold } from '../../domain/swimmer-names.ts'
import { seedSeconds } from '../heat-sheet/titles.ts'
import { xmlText } from '../pdf/xml-text.ts'
import { utcOf } from './time-zone.ts'

export interface CalendarOptions {
  /** When the calendar was made: of two with the same events, importers keep the later. */
  made_at: Date
  /** Minutes before the start; 0 for none. */
  reminder: number
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** A swim stands in the calendar for at least so long, to be seen there. */
const shortest = 5 * minuteMs
const longestLine = 75

/** A calendar (RFC 5545) of all swims of which the day is known; without a start time a swim takes its day. */
export function renderIcs(reading: HeatSheetReading, options: CalendarOptions): string {
  const dated = reading.events.filter(({ session_date }) => session_date !== null)
  const uids = uidsOf(dated, reading)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Docket//Heat sheets//EN',
    'CALSCALE:GREGORIAN',
    `X-WR-CALNAME:${escape(reading.meet_name ?? 'Swim meet')}`,
    ...dated.flatMap((event, index) => eventLines(event, uids[index] ?? '', reading, options)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}

function eventLines(
  event: HeatSheetEvent,
  uid: string,
  reading: HeatSheetReading,
  { made_at, reminder }: CalendarOptions,
): string[] {
  const summary = escape(summaryOf(event))
  const isTimed = event.heat_start_time !== null
  const alarm = [
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${summary}`,
    `TRIGGER:-PT${reminder}M`,
    'END:VALARM',
  ]
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${utcStamp(made_at.getTime())}`,
    // Rises with every minute, so that a calendar made later replaces an earlier one.
    `SEQUENCE:${Math.floor(made_at.getTime() / minuteMs)}`,
    ...timeLines(event, reading.time_zone),
    `SUMMARY:${summary}`,
    `DESCRIPTION:${escape(descriptionOf(event, reading))}`,
    ...(reading.venue ? [`LOCATION:${escape(reading.venue)}`] : []),
    `STATUS:${event.alternate === null ? 'CONFIRMED' : 'TENTATIVE'}`,
    ...(isTimed && reminder > 0 ? alarm : []),
    'END:VEVENT',
  ]
}

/** Without a time zone the time is that of whatever place the phone is in: the pool. */
function timeLines(event: HeatSheetEvent, timeZone: string | null): string[] {
  const { session_date, heat_start_time, seed_time } = event
  const day = (ms: number) => localStamp(ms).slice(0, 8)
  if (heat_start_time === null) {
    const start = Date.parse(`${session_date}T00:00Z`)
    return [
      `DTSTART;VALUE=DATE:${day(start)}`,
      `DTEND;VALUE=DATE:${day(start + dayMs)}`,
      'TRANSP:TRANSPARENT',
    ]
  }
  const wall = Date.parse(`${session_date}T${heat_start_time}Z`)
  const swim = Math.ceil((seedSeconds(seed_time) ?? 0) / 60) * minuteMs
  const start = timeZone === null ? wall : utcOf(wall, timeZone)
  const stamp = timeZone === null ? localStamp : utcStamp
  return [`DTSTART:${stamp(start)}`, `DTEND:${stamp(start + Math.max(swim, shortest))}`]
}

function localStamp(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace(/[-:]/g, '')
}

function utcStamp(ms: number): string {
  return `${localStamp(ms)}Z`
}

/** The same for a swim whatever its heat, lane and time, so that a newer program updates it. */
function uidsOf(events: HeatSheetEvent[], { meet_name, meet_start }: HeatSheetReading): string[] {
  const seen = new Map<string, number>()
  return events.map((event) => {
    const { event_number, event_letter, round, swimmer_name, team } = event
    const who = fold((swimmer_name ?? '').toLowerCase())
    const swim = JSON.stringify([
      meet_name,
      meet_start,
      event_number,
      event_letter,
      round,
      who,
      team,
    ])
    const before = seen.get(swim) ?? 0
    seen.set(swim, before + 1)
    const hash = createHash('sha256').update(before === 0 ? swim : `${swim}${before}`)
    return `${hash.digest('hex').slice(0, 32)}@docket`
  })
}

function summaryOf(event: HeatSheetEvent): string {
  const { heat_number, lane, alternate, relay, leg, estimated } = event
  const place = [
    relay && `relay ${relay}`,
    leg && `leg ${leg}`,
    heat_number && `heat ${heat_number}`,
    lane !== null && `lane ${lane}`,
    alternate && `alternate ${alternate}`,
    estimated && 'time estimated',
  ].filter(Boolean)
  const title = `#${event.event_number}${event.event_letter ?? ''} ${event.event_name}`
  const who = spokenName(event.swimmer_name ?? event.team ?? 'Relay')
  return `${who}: ${title}${place.length > 0 ? ` (${place.join(', ')})` : ''}`
}

function descriptionOf(event: HeatSheetEvent, { meet_name }: HeatSheetReading): string {
  const { round, heat_number, heats_total, lane, team, age, seed_time, exhibition } = event
  const heat = heat_number && `Heat ${heat_number}${heats_total ? ` of ${heats_total}` : ''}`
  const lines = [
    [heat, lane !== null && `lane ${lane}`, round].filter(Boolean).join(', '),
    seed_time && `Seed time ${seed_time}${exhibition ? ' (exhibition)' : ''}`,
    [team, age && `age ${age}`].filter(Boolean).join(', '),
    [meet_name, event.session].filter(Boolean).join(', '),
    event.estimated && 'The start time is estimated from seed times.',
  ]
  return lines.filter(Boolean).join('\n')
}

/** "Liu, Elly" is spoken Elly Liu. */
function spokenName(name: string): string {
  const [, family, given] = /^([^,]+),\s*(\S.*)$/.exec(name) ?? []
  return family && given ? `${given} ${family}` : name.replace(/,\s*$/, '')
}

function escape(text: string): string {
  return xmlText(text)
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '\\n')
    .replace(/\p{Cc}/gu, ' ')
}

/** Lines end before 75 octets and go on after a space; no character is cut in two. */
function foldLine(line: string): string {
  const rows: string[] = []
  let row = ''
  for (const character of line) {
    if (Buffer.byteLength(row + character) > longestLine) {
      rows.push(row)
      row = ' '
    }
    row += character
  }
  return [...rows, row].join('\r\n')
}
