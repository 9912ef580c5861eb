import { readLeadingNumber, locateRow, readEntry, readLegs } from './entries.ts'
import { readListRow } from './list-rows.ts'
import type { Entry, Heat, MeetEvent } from './meet-program.ts'
import type { Row } from './page-rows.ts'
import { readTableHeader, type TableHeader } from './table-header.ts'
import {
  type EventTitle,
  type HeatTitle,
  isAlternatesTitle,
  parseEventTitle,
  parseHeatTitle,
  parseStartTime,
} from './titles.ts'

export interface SessionRow extends Row {
  session: number
}

export interface ParsedHeats {
  heats: Heat[]
  /** Rows below a heat title that could not be read. */
  unread_rows: Row[]
}

/** Context from earlier rows that applies to the next row. */
interface State extends ParsedHeats {
  event: MeetEvent | undefined
  heat: Heat | undefined
  header: TableHeader | undefined
  /** True between an event title and its first heat, where records and standards are printed. */
  in_notes: boolean
}

/** Reads rows in order across columns and pages; a title applies to the rows below it, even after a break. */
export function readHeats(rows: Iterable<SessionRow>): ParsedHeats {
  const state: State = {
    heats: [],
    unread_rows: [],
    event: undefined,
    heat: undefined,
    header: undefined,
    in_notes: true,
  }
  for (const row of rows) {
    if (!readTitle(state, row) && !readSwimmerRow(state, row) && !state.in_notes)
      state.unread_rows.push(row)
  }
  return state
}

function readTitle(state: State, row: SessionRow): boolean {
  const eventTitle = parseEventTitle(row.text)
  const heatTitle = parseHeatTitle(row.text)
  const tableHead = readTableHeader(row)
  const { event, heat } = state
  if (eventTitle) {
    startEvent(state, eventTitle, row)
    state.in_notes = true
  } else if (heatTitle) {
    startHeat(state, heatTitle, row)
    state.in_notes = false
  } else if (tableHead) {
    state.header = tableHead
    state.in_notes = false
  } else if (event && isAlternatesTitle(row.text)) {
    appendHeat(state, row, { kind: 'alternates', round: heat?.round ?? null })
  } else if (heat && /^Starts? at\b/i.test(row.text)) {
    heat.start ??= parseStartTime(row.text)
  } else return false
  return true
}

function startEvent(state: State, { number, letter, name }: EventTitle, row: Row): void {
  if (state.event?.number === number && state.event.letter === letter) return
  const is_relay = /\brelay\b|staffel|\b\d\s?x\s?\d/i.test(name)
  const is_mixed = !/^(?:boys|girls|men|women|male|female)\b/i.test(name)
  state.event = { number, letter, name, is_relay, is_mixed, place: locateRow(row) }
  state.heat = undefined
}

/** A title repeated after a break continues its heat and may omit the total. */
function startHeat(state: State, title: HeatTitle, row: SessionRow): void {
  if (title.event) startEvent(state, title.event, row)
  const { heat } = state
  if (heat?.kind === 'heat' && heat.number === title.number) return
  const { number, total, round, start, estimated } = title
  appendHeat(state, row, {
    kind: 'heat',
    number,
    total: total ?? heat?.total ?? null,
    round: round ?? (title.event && heat ? heat.round : null),
    start,
    estimated: estimated && start !== null,
  })
}

function appendHeat(state: State, row: SessionRow, facts: Partial<Heat>): void {
  if (!state.event) return
  state.heat = {
    event: state.event,
    kind: 'heat',
    number: null,
    total: null,
    round: null,
    start: null,
    estimated: false,
    session: row.session,
    entries: [],
    empty_lanes: 0,
    place: locateRow(row),
    ...facts,
  }
  state.heats.push(state.heat)
}

/** Returns true for a swimmer, a relay or an empty lane. */
function readSwimmerRow(state: State, row: SessionRow): boolean {
  const { event, header } = state
  const listed = event && readListRow(row, event.is_relay)
  if (listed) {
    if (listed.heat !== null) appendHeat(state, row, { number: listed.heat })
    return addEntry(state, listed.entry)
  }
  if (!event || state.in_notes) return false
  if (readLeadingNumber(row) !== undefined) {
    if (!state.heat) appendHeat(state, row, { kind: 'psych' })
    return addEntry(state, readEntry(row, header, event))
  }
  const relay = event.is_relay ? state.heat?.entries.at(-1) : undefined
  const legs = relay ? readLegs(row) : []
  relay?.legs.push(...legs)
  return legs.length > 0
}

function addEntry({ heat }: State, entry: Entry | undefined): boolean {
  if (entry) heat?.entries.push(entry)
  else if (heat) heat.empty_lanes += 1
  return heat !== undefined
}
