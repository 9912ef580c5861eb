import { joinWords, toSegments } from '../text/text-lines.ts'
import { locateRow, readEntry } from './entries.ts'
import { splitHeatTitle, splitJointTitle, takeFirstCell } from './grammar/joint-titles.ts'
import type { EventTitle, HeatTitle } from './grammar/titles.ts'
import type { MeetGrammar } from './grammar/grammar.ts'
import type { RowFront } from './grammar/rows.ts'
import type { TableHeader } from './grammar/table-header.ts'
import { parseStartTime } from './grammar/times.ts'
import { isBlankLegRow, isNumberedLegRow, readLegs } from './legs.ts'
import type { Entry, Heat, MeetEvent } from './meet-program.ts'
import { parseNumberedTitle } from './grammar/numbered-titles.ts'
import type { SheetLine } from './page-rows.ts'
import type { StatedEvent, Withdrawal } from './stated-counts.ts'
import { createSessionList, type SessionHeader, type SessionList } from './sessions.ts'

export interface SheetRow extends SheetLine {
  page_session: SessionHeader
}

export interface ParsedHeats {
  heats: Heat[]
  /** Rows below a heat title, or with a name and a time, that could not be interpreted. */
  unread_rows: SheetLine[]
  /** Heat counts stated in event lists, by event. */
  stated_heats: Map<string, number[]>
  stated_events: StatedEvent[]
  withdrawn: Withdrawal[]
}

/** Parser state carried over from earlier rows. */
interface State extends ParsedHeats {
  grammar: MeetGrammar
  sessions: SessionList
  event: MeetEvent | undefined
  heat: Heat | undefined
  header: TableHeader | undefined
  /** True between an event's title and its first heat, where records and standards are printed. */
  in_notes: boolean
  /** The time printed with the event, which applies until its first heat starts. */
  event_start: number | null
}

/** Number of rows to look ahead, which is more than the number of lanes in a heat. */
const lookahead = 12
const maxLanes = 10

/**
 * Reads rows in order across columns and pages. A title applies to the rows below it, even after a column or page
 * break.
 */
export function readHeats(
  rows: SheetRow[],
  grammar: MeetGrammar,
): ParsedHeats & { sessions: SessionList } {
  const state: State = {
    grammar,
    sessions: createSessionList(grammar),
    heats: [],
    unread_rows: [],
    stated_heats: new Map(),
    stated_events: [],
    withdrawn: [],
    event: undefined,
    heat: undefined,
    header: undefined,
    in_notes: true,
    event_start: null,
  }
  const lines = rows.flatMap((row) => splitTitles(row, grammar))
  for (const [index, row] of lines.entries()) {
    if (state.sessions.enterPage(row.page_session)) leaveEvent(state)
    if (
      !readTitle(state, row, lines.slice(index + 1, index + 1 + lookahead)) &&
      !readSwimmerRow(state, row)
    )
      recordUnreadRow(state, row)
  }
  return state
}

/** Splits the titles of an event and a heat on the same line: `Épreuve n° 3 50 Papillon Dames Série 1 / 4`. */
function splitTitles(row: SheetRow, grammar: MeetGrammar): SheetRow[] {
  const heat = grammar.parseHeatTitle(row.text)
  const joint = heat?.event ? undefined : splitJointTitle(row.words, grammar)
  const beside = joint || heat ? undefined : splitHeatTitle(row.words, grammar)
  const parts = joint ? [joint.event, joint.heat] : beside
  if (!parts) return [row]
  return parts.map((words) => ({ ...row, words, text: joinWords(words) }))
}

function readTitle(state: State, row: SheetRow, following: SheetRow[]): boolean {
  const { event, grammar } = state
  const eventTitle =
    grammar.parseEventTitle(row.text) ??
    joinTitle(grammar, row, following) ??
    confirmTitle(grammar, row, following) ??
    confirmNumberedTitle(state, row, following[0])
  const heatTitle = grammar.parseHeatTitle(row.text) ?? confirmRoundTitle(grammar, row, following)
  const header = grammar.readTableHeader(row)
  if (eventTitle) startEvent(state, eventTitle, row)
  else if (heatTitle) startHeat(state, heatTitle, row)
  else if (header) {
    state.header = header
    state.in_notes = false
  } else if (event && readCounts(state, row)) {
    return true
  } else if (event && grammar.isAlternatesTitle(row.text)) {
    appendHeat(state, row, { kind: 'alternates', round: state.heat?.round ?? null })
  } else return readTime(state, row)
  return true
}

/** Maximum number of rows between an event's number and its name: the day and the time. */
const maxRowsBeforeName = 4

/** Joins an event number with the name in one of the next rows. */
function joinTitle(
  grammar: MeetGrammar,
  row: SheetRow,
  following: SheetRow[],
): EventTitle | undefined {
  const number = takeFirstCell(row.words)
  if (!grammar.isEventNumber(joinWords(number))) return undefined
  const end = following.findIndex(
    ({ text }) => grammar.parseHeatTitle(text) ?? grammar.isTableHeader(text),
  )
  const rest = row.words.slice(number.length)
  const names = [...(rest.length > 0 ? [{ ...row, words: rest }] : []), ...following.slice(0, end)]
    .slice(0, maxRowsBeforeName)
    .flatMap(({ words, page }) =>
      // The day may be printed beside the name: `31.01.2026 - 09:00     Filles, 100m Nage libre`.
      toSegments(words, page).map((_, at, cells) =>
        joinWords(cells.slice(at).flatMap((cell) => cell.words)),
      ),
    )
  for (const name of names) {
    const title = startsWithDate.test(name)
      ? undefined
      : grammar.parseEventTitle(`${joinWords(number)} ${name}`)
    if (title) return title
  }
  return undefined
}

const startsWithDate = /^\d{1,2}[.:/-]/

/** Accepts a title without a distance or stroke if a table or a first heat follows. */
function confirmTitle(
  grammar: MeetGrammar,
  row: SheetRow,
  following: SheetRow[],
): EventTitle | undefined {
  const title = grammar.parseAnyEventTitle(row.text)
  const next = following
    .slice(0, 4)
    .find(({ text }) => grammar.parseHeatTitle(text) ?? grammar.isTableHeader(text))
  if (!title || !next) return undefined
  return (grammar.parseHeatTitle(next.text)?.number ?? 1) === 1 ? title : undefined
}

/** Accepts a title without the word for "event". It may also continue the current event. */
function confirmNumberedTitle(
  { grammar, event }: State,
  row: SheetRow,
  next: SheetRow | undefined,
): EventTitle | undefined {
  const title = grammar.parseNumberedTitle(row.text)
  if (title !== undefined && event?.number === title.number) return title
  return parseNumberedTitle(row.text, next?.text ?? '', grammar)
}

/**
 * Accepts a round title as a heat title if entries follow, but no more than a pool has lanes, because `Finals` may also
 * be an entry list's title.
 */
function confirmRoundTitle(
  grammar: MeetGrammar,
  row: SheetRow,
  following: SheetRow[],
): HeatTitle | undefined {
  const rows = following.filter((one) => !grammar.isTableHeader(one.text))
  const end = rows.findIndex(({ text }) => !grammar.looksLikeEntry(text))
  const count = end < 0 ? rows.length : end
  return count > 0 && count <= maxLanes ? grammar.parseRoundTitle(row.text) : undefined
}

/** Reads a row that contains only a session, a date or a time of day. */
function readTime(state: State, row: SheetRow): boolean {
  const { grammar, sessions, heat, event } = state
  const isDay =
    grammar.isDayTitle(row.text) ||
    (!grammar.isNotice(row.text) && grammar.isSessionBanner(row.text))
  // Below an event title, a day belongs to the event.
  // A team may be named after the word for "session": `7 SESI Lake 02:37.36`.
  const isEntry = heat !== undefined && /^\d+\s/.test(row.text) && grammar.looksLikeEntry(row.text)
  const isSession = grammar.parseSessionTitle(row.text) !== undefined && !isEntry
  const banner = isEntry ? undefined : findBanner(row, grammar)
  if (isSession || banner || (isDay && (heat || !event))) {
    sessions.start(banner ?? row)
    leaveEvent(state)
    return true
  }
  const sessionStart = grammar.parseSessionStart(row.text)
  if (sessionStart !== null && !heat) return sessions.setStart(sessionStart)
  if (heat && /^Starts? at\b/i.test(row.text)) {
    heat.start ??= parseStartTime(row.text)
    return true
  }
  const when = event && !grammar.isNotice(row.text) ? sessions.readDayRow(row) : undefined
  if (when && !heat) state.event_start = when.start
  return when !== undefined
}

/** Finds the session and its day in the cells beside the meet's name: `SOME MEET   SUNDAY 10 MAY   SESSION 2`. */
function findBanner(row: SheetRow, grammar: MeetGrammar): SheetRow | undefined {
  const cells = toSegments(row.words, row.page)
  const at = cells.findIndex(({ text }) => grammar.parseSessionTitle(text) !== undefined)
  const days = cells.filter(({ text }) => grammar.findDates(text) !== undefined)
  const [session, day] = [cells[at], days[0]]
  if (!session || !day || days.length > 1) return undefined
  const words = session === day ? session.words : [...session.words, ...day.words]
  return { ...row, words, text: joinWords(words) }
}

/** Reads a row of counts below an event title. */
function readCounts({ grammar, event, stated_events }: State, row: SheetLine): boolean {
  const counts = grammar.parseCountRow(row.text)
  if (event && counts?.entries !== undefined)
    stated_events.push({ event, entries: counts.entries, page: row.page })
  return counts !== undefined
}

function leaveEvent(state: State): void {
  state.event = undefined
  state.heat = undefined
  state.in_notes = true
}

function startEvent(state: State, title: EventTitle, row: SheetLine): void {
  const { number, letter, name } = title
  recordCounts(state, title, row)
  if (state.event?.number === number && state.event.letter === letter) return
  const { grammar } = state
  const is_relay = grammar.isRelayName(name)
  state.event = {
    number,
    letter,
    name,
    is_relay,
    is_mixed: grammar.isMixedName(name),
    place: locateRow(row),
  }
  state.heat = undefined
  state.event_start = null
  state.in_notes = true
}

function recordCounts(
  { stated_heats, stated_events }: State,
  title: EventTitle,
  row: SheetLine,
): void {
  const { number, letter, heats, entries } = title
  const key = `${number}${letter ?? ''}`
  if (heats !== undefined) stated_heats.set(key, [...(stated_heats.get(key) ?? []), heats])
  if (entries !== undefined) stated_events.push({ event: title, entries, page: row.page })
}

/** Starts a heat. A title repeated after a break continues the heat and may omit the number of heats. */
function startHeat(state: State, title: HeatTitle, row: SheetRow): void {
  if (title.event) startEvent(state, title.event, row)
  state.in_notes = false
  const { heat, event_start } = state
  const isSame = heat?.kind === 'heat' && heat.number === title.number
  if (isSame && (title.round === null || heat.round === title.round)) return
  const { number, total, round, start, estimated } = title
  appendHeat(state, row, {
    kind: 'heat',
    number,
    total: total ?? (heat && title.event ? heat.total : null),
    round: round ?? (title.event && heat ? heat.round : null),
    start: start ?? event_start,
    estimated: estimated && start !== null,
  })
  state.event_start = null
}

function appendHeat(state: State, row: SheetRow, facts: Partial<Heat>): void {
  if (!state.event) return
  state.heat = {
    event: state.event,
    kind: 'heat',
    number: null,
    total: null,
    round: null,
    start: null,
    estimated: false,
    session: state.sessions.current(),
    entries: [],
    empty_lanes: 0,
    place: locateRow(row),
    ...facts,
  }
  state.heats.push(state.heat)
}

/** Returns true if the row is a swimmer, a relay, an empty lane or a withdrawal. */
function readSwimmerRow(state: State, row: SheetRow): boolean {
  const { event, header, grammar, heat } = state
  if (grammar.isWithdrawn(row.text)) {
    state.withdrawn.push({ event, session: state.sessions.current() })
    return true
  }
  if (!event) return false
  const relay = event.is_relay && !state.in_notes ? heat?.entries.at(-1) : undefined
  if (relay && isNumberedLegRow(row, relay, grammar)) return addLegs(row, relay, grammar)
  const front = grammar.readFront(row.text) ?? readReserve(state, row) ?? readNoLane(state, row)
  // Records may be printed above the entries. A row with a number, a name and a time is an entry.
  const isEntry = front && (!state.in_notes || front.is_lane || grammar.looksLikeEntry(row.text))
  if (isEntry) {
    if (front.heat !== null) appendHeat(state, row, { number: front.heat })
    else if (!heat) appendHeat(state, row, { kind: front.is_lane ? 'heat' : 'psych' })
    state.in_notes = false
    return addEntry(state, readEntry(row, front, { event, header: row.header ?? header, grammar }))
  }
  return relay !== undefined && (isBlankLegRow(row) || addLegs(row, relay, grammar))
}

function addLegs(row: SheetRow, relay: Entry, grammar: MeetGrammar): boolean {
  const legs = readLegs(row, relay, grammar)
  relay.legs.push(...legs)
  return legs.length > 0
}

/** Reads a reserve, who may have no number. */
function readReserve({ heat, grammar }: State, { words }: SheetRow): RowFront | undefined {
  if (heat?.kind !== 'alternates') return undefined
  const isEntry = words.findIndex(({ text }) => grammar.isSeed(text)) > 1
  const number = heat.entries.length + 1
  return isEntry ? { count: 0, number, heat: null, is_lane: false } : undefined
}

/**
 * Reads a row on a sheet without lanes: a name, an age and, at the end, a time, below the title of a heat without
 * lanes.
 */
function readNoLane(
  { heat, event, grammar }: State,
  { words, text }: SheetRow,
): RowFront | undefined {
  const hasLanes = heat?.kind !== 'heat' || heat.entries.some(({ number }) => number !== null)
  if (
    hasLanes ||
    event?.is_relay ||
    !/^[^\d:]*\p{Lu}[^:]*$/u.test(text.split(' ').slice(0, 2).join(' '))
  )
    return undefined
  const [last, ...before] = words.toReversed()
  const hasAge = before.some((word) => grammar.isAge(word.text))
  const isEntry = last !== undefined && hasAge && grammar.isSeed(last.text) && words.length > 3
  return isEntry ? { count: 0, number: 0, heat: null, is_lane: true } : undefined
}

function addEntry({ heat }: State, entry: Entry | undefined): boolean {
  if (entry) heat?.entries.push(entry)
  else if (heat) heat.empty_lanes += 1
  return heat !== undefined
}

/** Records an unread row if it looks like a swimmer's. Ignores notes. */
function recordUnreadRow(state: State, row: SheetRow): void {
  const { grammar, in_notes, unread_rows } = state
  const isNote = in_notes || grammar.isAnnouncement(row.text)
  if (!isNote || grammar.looksLikeEntry(row.text)) unread_rows.push(row)
}
