import { placeOf } from './entries.ts'
import { addDays } from './meet-dates.ts'
import type { Heat, MeetEvent, Session } from './meet-program.ts'
import type { Row } from './page-rows.ts'
import { parseEventTitle, parseStart } from './titles.ts'

const session = /^Session:\s*(.+)$/
const day = /^Day of Meet:\s*(\d{1,2})\b/
const eventRow =
  /^(?<round>\p{L}[\p{L} -]*?(?:-\d+)?)\s+(?<event>\d+[A-Z]?\s+.+?)\s+(?<entries>\d+)\s+(?<heats>\d+)\s+(?:u\s+)?(?<start>\d{1,2}:\d{2}(?:\s*[AP]M)?)(?:\s+_+)?$/u

/** Meet Manager's session report: no swimmers, but when each event starts, also where a program does not say it. */
export function isSessionReport(text: string): boolean {
  return /\bSession Report\b/i.test(text) && /\bDay of Meet:\s*\d/i.test(text)
}

export interface SessionReport {
  sessions: Session[]
  /** One for each event, of nobody in particular. */
  heats: Heat[]
  /** Rows with a time of day that could not be understood. */
  strays: Row[]
}

const otherTimes = /^(?:Finish Time|Break|Start|End)\b/i

export function readSessionReport(rows: Row[], meetStart: string | null): SessionReport {
  const sessions: Session[] = []
  const heats: Heat[] = []
  const strays: Row[] = []
  for (const row of rows) {
    const [, name] = session.exec(row.text) ?? []
    const [, nth] = day.exec(row.text) ?? []
    const current = sessions.at(-1)
    if (name !== undefined && current?.name !== name) sessions.push({ name, date: null })
    else if (nth && current && meetStart) current.date = addDays(meetStart, Number(nth) - 1)
    else if (current && parseStart(row.text) !== null && !otherTimes.test(row.text)) {
      const heat = readEventRow(row, sessions.length - 1)
      if (heat) heats.push(heat)
      else strays.push(row)
    }
  }
  return { sessions, heats, strays }
}

function readEventRow(row: Row, at: number): Heat | undefined {
  const { round = '', event = '', heats, start } = eventRow.exec(row.text)?.groups ?? {}
  const title = parseEventTitle(`Event ${event}`)
  if (!title || heats === undefined || start === undefined) return undefined
  const place = placeOf(row)
  const meetEvent: MeetEvent = { ...title, is_relay: true, is_mixed: true, place }
  const nobody = { number: 0, name: null, age: null, team: null, seed_time: null, qualifier: null }
  return {
    event: meetEvent,
    kind: 'report',
    number: null,
    total: Number(heats),
    round,
    start: parseStart(start),
    estimated: false,
    session: at,
    entries: [{ ...nobody, relay: null, legs: [], place }],
    empty_lanes: 0,
    place,
  }
}
