import type { DateOrder } from '../values/dates.ts'
import type { MeetGrammar } from './grammar/grammar.ts'
import type { DateRange, PrintedDates } from './grammar/dates.ts'
import type { MeetDays } from './grammar/meet-dates.ts'
import { parseStartTime } from './grammar/times.ts'
import type { Session } from './meet-program.ts'
import type { SheetLine } from './page-rows.ts'

/** Text that may follow the day below an event title: a time, or a short phrase such as `Start list`. */
const dayRowEnd = /^\.?(?:\s*[-–,]?\s*\d{1,2}[:.h]\d{2}.*|\D{0,40})$/

/** A session with its date as printed. The order of day and month is known only once all pages are read. */
interface OpenSession {
  name: string | null
  dates: PrintedDates | undefined
  start: number | null
}

/** What a page header states about the session. */
export interface SessionHeader {
  name: string | null
  /** The page's day. Undefined unless pages state different days. */
  dates: PrintedDates | undefined
  /** Minutes after midnight. */
  start: number | null
}

/** A sheet's sessions in order, collected row by row. */
export interface SessionList {
  /** Index of the session that the next heat belongs to. */
  current: () => number
  /**
   * Starts a session if the page belongs to a different session. Pages in one session share its name or, if every page
   * states a date, its date. Returns true if a session starts.
   */
  enterPage: (header: SessionHeader) => boolean
  start: (row: SheetLine) => void
  /** Returns false if no session is open. */
  setStart: (minutes: number) => boolean
  /** Reads a day below an event title: `11.10.2025 - 9:00`. Events on another day belong to another session. */
  readDayRow: (row: SheetLine) => { start: number | null } | undefined
  /** Every date as printed. */
  printed: () => PrintedDates[]
  /**
   * Returns the sessions once the meet's days are known. A numeric date that can be read both ways is assumed to be a
   * day of the meet.
   */
  finish: (days: MeetDays, findDate: (name: string | null) => string | null) => Session[]
}

export function createSessionList(grammar: MeetGrammar): SessionList {
  const sessions: OpenSession[] = []
  let current: OpenSession | undefined
  let pageName: string | null = null
  let pageKey = ''
  let lastDayRow = ''

  function open(name: string | null, dates: PrintedDates | undefined): OpenSession {
    const isSame = (one: OpenSession) => one.name === name && one.dates?.text === dates?.text
    const session = sessions.find(isSame) ?? { name, dates, start: null }
    if (!sessions.includes(session)) sessions.push(session)
    current = session
    return session
  }

  return {
    current: () => sessions.indexOf(current ?? open(pageName, undefined)),
    enterPage: ({ name, dates, start }) => {
      const key = `${name ?? ''} ${dates?.text ?? ''}`
      if ((name === null && !dates) || key === pageKey) return false
      pageKey = key
      pageName = name
      const before = current
      const named = name === null ? '' : grammar.dropSessionNumber(name)
      const session = open(name, grammar.findDates(named) ?? dates)
      session.start ??= start ?? findStart(named, session.dates, grammar)
      return session !== before
    },
    start: ({ text }) => {
      const dates = grammar.findDates(grammar.dropSessionNumber(text))
      const session = open(text, dates)
      session.start ??= findStart(text, dates, grammar)
    },
    setStart: (minutes) => {
      if (current) current.start ??= minutes
      return current !== undefined
    },
    readDayRow: ({ text }) => {
      const dates = grammar.findDates(text)
      if (!dates || dates.before !== '' || !dayRowEnd.test(dates.after)) return undefined
      const start = parseStartTime(dates.after)
      // If several events have the same time, it is the session's start.
      const isRepeated = text === lastDayRow
      lastDayRow = text
      const name = current?.name ?? pageName
      if (current && !current.dates && current.name !== null) current.dates = dates
      else if (current?.dates?.text !== dates.text) open(name, dates)
      if (current) current.start ??= start
      return { start: isRepeated ? null : start }
    },
    printed: () => sessions.flatMap(({ dates }) => dates ?? []),
    finish: (days, findDate) =>
      sessions.map(({ name, dates, start }) => ({
        name,
        date: toSingleDay(dates, days) ?? findDate(name),
        start,
      })),
  }
}

/** Returns the day that a title states, or null if it states several, because it is then unclear which one applies. */
export function toSingleDay(dates: PrintedDates | undefined, days: MeetDays): string | null {
  const orders: DateOrder[] = days.order === 'day' ? ['day', 'month'] : ['month', 'day']
  const ranges = orders.flatMap((order) => dates?.read(order) ?? [])
  const isInMeet = ({ start, end }: DateRange) =>
    days.start !== undefined && days.end !== undefined && start >= days.start && end <= days.end
  const range = ranges.find(isInMeet) ?? ranges[0]
  return range && range.start === range.end ? range.start : null
}

/** Reads the time in `Session 1 - Saturday Start 09:00`. */
export function findStart(
  text: string,
  dates: PrintedDates | undefined,
  grammar: MeetGrammar,
): number | null {
  const rest = dates ? `${dates.before} ${dates.after}` : text
  const from = rest.search(/\d{1,2}[:.h]\d{2}/)
  if (from < 0) return null
  const tail = rest.slice(from)
  return grammar.vocabulary.starts.some((word) => rest.toLowerCase().includes(word)) || dates
    ? parseStartTime(tail)
    : null
}
