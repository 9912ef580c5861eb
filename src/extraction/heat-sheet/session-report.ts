import { locateRow } from './entries.ts'
import { addDays } from './meet-dates.ts'
import type { Heat, MeetEvent, Session } from './meet-program.ts'
import type { Row } from './page-rows.ts'
import type { MeetGrammar } from './grammar/grammar.ts'
import { parseStartTime } from './grammar/times.ts'

const sessionPattern = /^Session:\s*(.+)$/
const dayPattern = /^Day of Meet:\s*(\d{1,2})\b/
const eventRowPattern =
  /^(?<round>\p{L}[\p{L} -]*?(?:-\d+)?)\s+(?<event>\d+[A-Z]?\s+.+?)\s+(?<entries>\d+)\s+(?<heats>\d+)\s+(?:u\s+)?(?<start>\d{1,2}:\d{2}(?:\s*[AP]M)?)(?:\s+_+)?$/u

/** True for Meet Manager's session report, which lists each event's start time but no swimmers. */
export function isSessionReport(text: string): boolean {
  return /\bSession Report\b/i.test(text) && /\bDay of Meet:\s*\d/i.test(text)
}

export interface SessionReport {
  sessions: Session[]
  /** One heat per event, without swimmers. */
  heats: Heat[]
  /** Rows with a time of day that could not be read. */
  unread_rows: Row[]
}

const nonEventTimes = /^(?:Finish Time|Break|Start|End)\b/i

export function readSessionReport(
  rows: Row[],
  meetStart: string | null,
  grammar: MeetGrammar,
): SessionReport {
  const sessions: Session[] = []
  const heats: Heat[] = []
  const unread_rows: Row[] = []
  for (const row of rows) {
    const [, name] = sessionPattern.exec(row.text) ?? []
    const [, nth] = dayPattern.exec(row.text) ?? []
    const current = sessions.at(-1)
    if (name !== undefined && current?.name !== name) sessions.push({ name, date: null })
    else if (nth && current && meetStart) current.date = addDays(meetStart, Number(nth) - 1)
    else if (current && parseStartTime(row.text) !== null && !nonEventTimes.test(row.text)) {
      const heat = readEventRow(row, sessions.length - 1, grammar)
      if (heat) heats.push(heat)
      else unread_rows.push(row)
    }
  }
  return { sessions, heats, unread_rows }
}

function readEventRow(row: Row, sessionIndex: number, grammar: MeetGrammar): Heat | undefined {
  const { round = '', event = '', heats, start } = eventRowPattern.exec(row.text)?.groups ?? {}
  const title = grammar.parseEventTitle(`Event ${event}`)
  if (!title || heats === undefined || start === undefined) return undefined
  const place = locateRow(row)
  const meetEvent: MeetEvent = { ...title, is_relay: true, is_mixed: true, place }
  const emptyEntry = {
    number: 0,
    name: null,
    age: null,
    team: null,
    seed_time: null,
    qualifier: null,
  }
  return {
    event: meetEvent,
    kind: 'report',
    number: null,
    total: Number(heats),
    round,
    start: parseStartTime(start),
    estimated: false,
    session: sessionIndex,
    entries: [{ ...emptyEntry, relay: null, legs: [], place }],
    empty_lanes: 0,
    place,
  }
}
