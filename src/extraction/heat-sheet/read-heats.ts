import { frontNumber, placeOf, readEntry, readLegs } from './entries.ts'
import { readListRow } from './list-rows.ts'
import type { Entry, Heat, MeetEvent } from './meet-program.ts'
import type { Row } from './page-rows.ts'
import { readTableHead, type TableHead } from './table-header.ts'
import {
  type EventTitle,
  type HeatTitle,
  isAlternatesTitle,
  parseEventTitle,
  parseHeatTitle,
  parseStart,
} from './titles.ts'

export interface SessionRow extends Row {
  session: number
}

export interface HeatsRead {
  heats: Heat[]
  /** Rows among the swimmers that could not be understood. */
  strays: Row[]
}

/** What the rows so far say about the next one. */
interface State extends HeatsRead {
  event: MeetEvent | undefined
  heat: Heat | undefined
  head: TableHead | undefined
  /** Between the title of an event and its first heat stand records and standards, which nobody swims. */
  are_notes: boolean
}

/**
 * Goes through the rows of all columns and pages as a person does: titles say what the rows below them are,
 * also across breaks.
 */
export function readHeats(rows: Iterable<SessionRow>): HeatsRead {
  const state: State = {
    heats: [],
    strays: [],
    event: undefined,
    heat: undefined,
    head: undefined,
    are_notes: true,
  }
  for (const row of rows) {
    if (!readTitle(state, row) && !readSwimmer(state, row) && !state.are_notes)
      state.strays.push(row)
  }
  return state
}

function readTitle(state: State, row: SessionRow): boolean {
  const eventTitle = parseEventTitle(row.text)
  const heatTitle = parseHeatTitle(row.text)
  const tableHead = readTableHead(row)
  const { event, heat } = state
  if (eventTitle) {
    openEvent(state, eventTitle, row)
    state.are_notes = true
  } else if (heatTitle) {
    beginHeat(state, heatTitle, row)
    state.are_notes = false
  } else if (tableHead) {
    state.head = tableHead
    state.are_notes = false
  } else if (event && isAlternatesTitle(row.text)) {
    openHeat(state, row, { kind: 'alternates', round: heat?.round ?? null })
  } else if (heat && /^Starts? at\b/i.test(row.text)) {
    heat.start ??= parseStart(row.text)
  } else return false
  return true
}

function openEvent(state: State, { number, letter, name }: EventTitle, row: Row): void {
  if (state.event?.number === number && state.event.letter === letter) return
  const is_relay = /\brelay\b|staffel|\b\d\s?x\s?\d/i.test(name)
  const is_mixed = !/^(?:boys|girls|men|women|male|female)\b/i.test(name)
  state.event = { number, letter, name, is_relay, is_mixed, place: placeOf(row) }
  state.heat = undefined
}

/** A title after a break names the heat again that goes on there, and may leave out how many there are. */
function beginHeat(state: State, title: HeatTitle, row: SessionRow): void {
  if (title.event) openEvent(state, title.event, row)
  const { heat } = state
  if (heat?.kind === 'heat' && heat.number === title.number) return
  const { number, total, round, start, estimated } = title
  openHeat(state, row, {
    kind: 'heat',
    number,
    total: total ?? heat?.total ?? null,
    round: round ?? (title.event && heat ? heat.round : null),
    start,
    estimated: estimated && start !== null,
  })
}

function openHeat(state: State, row: SessionRow, facts: Partial<Heat>): void {
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
    place: placeOf(row),
    ...facts,
  }
  state.heats.push(state.heat)
}

/** Whether the row is one of a swimmer or a relay, or an empty lane. */
function readSwimmer(state: State, row: SessionRow): boolean {
  const { event, head } = state
  const listed = event && readListRow(row, event.is_relay)
  if (listed) {
    if (listed.heat !== null) openHeat(state, row, { number: listed.heat })
    return addEntry(state, listed.entry)
  }
  if (!event || state.are_notes) return false
  if (frontNumber(row) !== undefined) {
    if (!state.heat) openHeat(state, row, { kind: 'psych' })
    return addEntry(state, readEntry(row, head, event))
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
