import { locateRow } from './entries.ts'
import { addDays } from './grammar/meet-dates.ts'
import type { Heat, MeetEvent, Session } from './meet-program.ts'
import type { SheetLine } from './page-rows.ts'
import type { CountMismatch } from './stated-counts.ts'
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

/** True for a row that starts a session. It may be at the same height on every page, as a page header is. */
export function isReportTitle(text: string): boolean {
  return sessionPattern.test(text) || dayPattern.test(text)
}

export interface SessionReport {
  sessions: Session[]
  /** One heat per event, without swimmers. */
  heats: Heat[]
  /** Rows that contain a time of day but could not be read as events. */
  unread_rows: SheetLine[]
  /** Sessions whose printed totals differ from the sum of their events' counts. */
  mismatches: CountMismatch[]
}

const totalsPattern = /\bTotals:\s+(?<entries>[\d,.]+)\s+(?<heats>[\d,.]+)$/
const nonEventTimes = /^(?:Finish Time|Break|Start|End)\b/i

export function readSessionReport(
  rows: SheetLine[],
  meetStart: string | null,
  grammar: MeetGrammar,
): SessionReport {
  const sessions: Session[] = []
  const heats: Heat[] = []
  const unread_rows: SheetLine[] = []
  const mismatches: CountMismatch[] = []
  let sums: Sums | undefined = { entries: 0, heats: 0 }
  for (const row of rows) {
    const [, name] = sessionPattern.exec(row.text) ?? []
    const [, nth] = dayPattern.exec(row.text) ?? []
    const current = sessions.at(-1)
    const totals = totalsPattern.exec(row.text)?.groups
    if (name !== undefined && current?.name !== name) {
      sessions.push({ name, date: null })
      sums = { entries: 0, heats: 0 }
    } else if (totals && current && sums)
      mismatches.push(...compareTotals(totals, sums, current, row))
    else if (nth && current && meetStart) current.date = addDays(meetStart, Number(nth) - 1)
    else if (current && parseStartTime(row.text) !== null && !nonEventTimes.test(row.text)) {
      const found = readEventRow(row, sessions.length - 1, grammar)
      if (found) heats.push(found.heat)
      else unread_rows.push(row)
      sums = sums && found && addRow(sums, found)
    }
  }
  return { sessions, heats, unread_rows, mismatches }
}

/** Running totals of a session. They are discarded after an unread row, which has its own warning. */
interface Sums {
  entries: number
  heats: number
}

function addRow({ entries, heats }: Sums, row: { heat: Heat; entries: number }): Sums {
  return { entries: entries + row.entries, heats: heats + (row.heat.total ?? 0) }
}

function compareTotals(
  totals: Record<string, string | undefined>,
  sums: Sums,
  { name }: Session,
  { page }: SheetLine,
): CountMismatch[] {
  return (['entries', 'heats'] as const).flatMap((unit): CountMismatch[] => {
    const stated = Number(totals[unit]?.replace(/[,.]/g, ''))
    const found = sums[unit]
    const number = /^\d+/.exec(name ?? '')?.[0] ?? name ?? ''
    return stated === found ? [] : [{ part: 'session', number, unit, stated, found, page }]
  })
}

function readEventRow(
  row: SheetLine,
  sessionIndex: number,
  grammar: MeetGrammar,
): { heat: Heat; entries: number } | undefined {
  const {
    round = '',
    event = '',
    entries,
    heats,
    start,
  } = eventRowPattern.exec(row.text)?.groups ?? {}
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
  const heat: Heat = {
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
  return { heat, entries: Number(entries) }
}
