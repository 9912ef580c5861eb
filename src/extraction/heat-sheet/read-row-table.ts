import type { Page, Word } from '../../domain/reading/reading.ts'
import { type Message, message } from '../../domain/messages/message.ts'
import { joinWords } from '../text/text-lines.ts'
import { checkProgram } from './check-program.ts'
import { locateRow } from './entries.ts'
import type { MeetGrammar } from './grammar/grammar.ts'
import { findSessionDate, type MeetDays } from './grammar/meet-dates.ts'
import { toAge } from './grammar/rows.ts'
import { parseStartTime } from './grammar/times.ts'
import type { Entry, Heat, MeetEvent, Program } from './meet-program.ts'
import type { SheetLine } from './page-rows.ts'
import { findStart, toSingleDay } from './sessions.ts'
import type { RowColumn } from './grammar/table-header.ts'
import { toWordPattern } from './grammar/word-pattern.ts'
import { findGrids } from './grammar/grid.ts'
import { findRowLines } from './grammar/row-lines.ts'
import { findRowTable, type RowTable, type TableRow } from './grammar/row-table.ts'
import { createGroups, fillHeats, findCell as find, type GroupSwimmer } from './row-groups.ts'

type TableContent = Pick<Program, 'sheet' | 'sessions' | 'heats' | 'warnings'>

/**
 * The values that a row states about its swim. A merged cell is printed only in its first row, so a blank cell repeats
 * the one above it.
 */
interface Position {
  session: string
  event: MeetEvent | undefined
  heat: string
}

/** A table whose rows state their heat and lane. */
export interface RowSheet {
  /** Lines above the table. */
  above: SheetLine[]
  /** The event, heat and lane titles, which show the language. */
  titles: string[]
  read: (days: MeetDays) => TableContent
}

/** Returns undefined if there is no such table, or if none of its rows can be read. */
export function findRowSheet(pages: Page[], grammar: MeetGrammar): RowSheet | undefined {
  const table =
    findRowTable(pages, grammar) ?? findGrids(pages, grammar) ?? findRowLines(pages, grammar)
  if (!table) return undefined
  const { heats, sessions, unread_rows } = readTable(table, grammar)
  if (heats.length === 0) return undefined
  const above = table.above.map(toSheetLine)
  return {
    above,
    titles: listTitles(table),
    read: (days) => {
      const dated = sessions.map((name) => ({
        name: name === '' ? null : name,
        date: findDay(name, days, grammar),
        start: findStart(name, grammar.findDates(name), grammar),
      }))
      return {
        sheet: 'program',
        ...sortSessions(dated, heats),
        warnings: [
          ...listOrderWarnings(sessions, days, grammar),
          ...checkProgram(heats, {
            unread_rows,
            isSeed: grammar.isSeed,
            is_excerpt: isGrouped(table),
          }),
        ],
      }
    },
  }
}

/** A list by swimmer or team may contain only one team's swimmers, so heats may be missing. */
function isGrouped({ columns }: RowTable): boolean {
  return !columns.includes('name') || !columns.includes('team')
}

function listTitles({ rows }: RowTable): string[] {
  return (rows.find(({ cells }) => cells.length > 0)?.cells ?? []).flatMap(({ column, title }) =>
    title !== '' && ['event', 'heat', 'lane'].includes(column) ? [title] : [],
  )
}

function toSheetLine({ page, words }: { page: number; words: Word[] }): SheetLine {
  return { page, left: 0, words, text: joinWords(words) }
}

/** Rows may state the day although nothing above the table does. */
function findDay(name: string, days: MeetDays, grammar: MeetGrammar): string | null {
  const text = grammar.dropSessionNumber(name)
  // The year may be printed only above the table.
  const year = days.start?.slice(0, 4)
  const dates = grammar.findDates(text) ?? (year && grammar.findDates(`${text} ${year}`))
  return toSingleDay(dates || undefined, days) ?? findSessionDate(name, days, grammar)
}

/** Reports an ambiguous first day of a session, if nothing shows which day is meant. */
function listOrderWarnings(names: string[], days: MeetDays, grammar: MeetGrammar): Message[] {
  if (days.is_order_known || days.start !== undefined) return []
  const open = names
    .flatMap((name) => grammar.findDates(grammar.dropSessionNumber(name)) ?? [])
    .find((dates) => dates.read('day')?.start !== dates.read('month')?.start)
  return open ? [message('date_order', null, { date: open.text })] : []
}

/** Sorts the sessions by day, because the rows may be sorted by swimmer. */
function sortSessions(
  sessions: Program['sessions'],
  heats: Heat[],
): Pick<Program, 'sessions' | 'heats'> {
  const order = [...sessions.keys()].toSorted((a, b) =>
    (sessions[a]?.date ?? '').localeCompare(sessions[b]?.date ?? ''),
  )
  return {
    sessions: order.flatMap((at) => sessions[at] ?? []),
    heats: sortHeats(heats.map((heat) => ({ ...heat, session: order.indexOf(heat.session) }))),
  }
}

interface ReadTable {
  heats: Heat[]
  sessions: string[]
  unread_rows: SheetLine[]
}

function readTable(table: RowTable, grammar: MeetGrammar): ReadTable {
  const { rows, unread } = fillHeats(table)
  const heats = new Map<string, Heat>()
  const sessions = new Map<string, number>()
  const unread_rows = unread.map(toSheetLine)
  const words = { grammar, listParts: createPartLister(grammar) }
  const groups = createGroups(table, grammar)
  const isNameless = !table.columns.includes('name')
  let above: Position = { session: '', event: undefined, heat: '' }
  for (const [at, row] of rows.entries()) {
    if (groups.enter(row)) {
      above = { ...above, heat: '' }
      continue
    }
    const event_above = table.columns.includes('event') ? above.event : groups.event()
    const shared = { session: groups.session() ?? above.session, event: event_above }
    const position = findPosition(row, { ...above, ...shared }, words)
    const { event } = position
    const heat = Number(/^\D*(\d{1,3})(?:\s*\/\s*\d+)?$/.exec(position.heat)?.[1])
    const lane = Number(/^\D*(\d{1,2})$/.exec(find(row, 'lane'))?.[1])
    const swimmer = groups.swimmer(row)
    const is_guess = isNameless && hasUnknownText(row, words)
    const entry = event && readEntry(row, { lane, event, grammar, swimmer, is_guess })
    if (!entry || Number.isNaN(heat) || Number.isNaN(lane)) {
      const isLost = groups.isNameless(row) || isLikeEntry(row, grammar)
      if (isLost || isRestOfCell(row, rows[at - 1], grammar)) unread_rows.push(toSheetLine(row))
      continue
    }
    above = position
    const session = sessions.get(position.session) ?? sessions.size
    sessions.set(position.session, session)
    const key = JSON.stringify([position.session, event.number, event.letter, heat])
    const known = heats.get(key)
    if (known) known.entries.push(entry)
    else {
      heats.set(key, {
        ...emptyHeat,
        event,
        number: heat,
        session,
        start: findClock(row),
        entries: [entry],
        place: locateRow(row),
      })
    }
  }
  return { heats: sortHeats([...heats.values()]), sessions: [...sessions.keys()], unread_rows }
}

const emptyHeat = {
  kind: 'heat' as const,
  total: null,
  round: null,
  estimated: false,
  empty_lanes: 0,
}

/** Sorts the heats, because a table may be sorted by swimmer. */
function sortHeats(heats: Heat[]): Heat[] {
  return heats.toSorted(
    (a, b) =>
      a.session - b.session ||
      a.event.number - b.event.number ||
      (a.event.letter ?? '').localeCompare(b.event.letter ?? '') ||
      (a.number ?? 0) - (b.number ?? 0),
  )
}

interface EventWords {
  grammar: MeetGrammar
  listParts: PartLister
}

function findPosition(row: TableRow, above: Position, words: EventWords): Position {
  const session = row.cells.find(({ column, text }) => column === 'session' && text !== '')
  const day = row.cells.find(({ column, text }) => column === 'other' && isDay(text, words.grammar))
  return {
    session:
      [session && `${session.title} ${session.text}`, day?.text].filter(Boolean).join(' ') ||
      above.session,
    event: find(row, 'event') === '' ? above.event : parseEvent(row, words),
    heat: find(row, 'heat') || above.heat,
  }
}

/** `Saturday 5/9`, `09.05.`, `Sun`. */
function isDay(text: string, { findDates, findWeekdays }: MeetGrammar): boolean {
  const isShort = /^\D*\d{1,2}[./]\d{1,2}\.?$/.test(text) || /^\p{L}+\.?$/u.test(text)
  return (
    findDates(text) !== undefined ||
    findDates(`${text} 2000`) !== undefined ||
    (isShort && (/\d/.test(text) || findWeekdays(text).length > 0))
  )
}

/** Reads the event's name, which is beside its number or in the other column that describes a swim. */
function parseEvent(row: TableRow, { grammar, listParts }: EventWords): MeetEvent | undefined {
  const cell = find(row, 'event')
  const [, number, letter = '', own = ''] =
    /^\D{0,12}(\d{1,3})([A-Z])?(?![\p{L}\d])[.:\s-]*(.*)$/u.exec(cell) ?? []
  if (number === undefined) return undefined
  const others = row.cells.flatMap(({ column, text }) => (column === 'other' ? [text] : []))
  const parts = [own, ...others]
  const name = [joinParts(parts, listParts), ...parts, others.join(' ')].find((text) =>
    grammar.parseEventTitle(`#${number} ${text}`),
  )
  if (name === undefined) return undefined
  return {
    number: Number(number),
    letter: letter === '' ? null : letter,
    name,
    is_relay: grammar.isRelayName(name),
    is_mixed: grammar.isMixedName(name),
    place: locateRow(row),
  }
}

type PartLister = (text: string) => string[]

/** Lists the parts of an event name in a cell. */
function createPartLister({ parseEventTitle, vocabulary: words }: MeetGrammar): PartLister {
  const sex = new RegExp(toWordPattern([...words.female, ...words.male, ...words.mixed]), 'iu')
  const stroke = new RegExp(toWordPattern([...words.stroke, ...words.relay]), 'iu')
  return (text) => [
    ...(sex.test(text) ? ['sex'] : []),
    ...(stroke.test(text) ? ['stroke'] : []),
    ...(/\d/.test(text) && parseEventTitle(`#1 ${text}`) ? ['distance'] : []),
  ]
}

/** Joins sex, distance and stroke, which may be in separate columns. Skips a cell that only repeats another. */
function joinParts(cells: string[], listParts: PartLister): string {
  const ranked = cells
    .map((text, at) => ({ text, at, parts: listParts(text) }))
    .toSorted((a, b) => b.parts.length - a.parts.length)
  const known = new Set<string>()
  const used = ranked.filter(({ parts }) => {
    const isNew = parts.some((part) => !known.has(part))
    for (const part of parts) known.add(part)
    return isNew
  })
  return used
    .toSorted((one, other) => one.at - other.at)
    .map(({ text }) => text)
    .join(' ')
}

interface EntryContext {
  lane: number
  event: MeetEvent
  grammar: MeetGrammar
  /** Values that a heading or a merged cell states for this row. */
  swimmer: GroupSwimmer
  /** True if another cell may contain the swimmer. */
  is_guess: boolean
}

/** True if a column with an unknown title contains words that describe neither the event nor the day. */
function hasUnknownText({ cells }: TableRow, { grammar, listParts }: EventWords): boolean {
  return cells.some(
    ({ column, text }) =>
      column === 'other' &&
      /^[^\d:]*\p{L}{2,}[,.]?\s+\p{Lu}/u.test(text) &&
      listParts(text).length === 0 &&
      !isDay(text, grammar),
  )
}

/** Returns undefined for a row that another table, or a note below this table, may contain. */
function readEntry(
  row: TableRow,
  { lane, event, grammar, swimmer, is_guess }: EntryContext,
): Entry | undefined {
  const name = find(row, 'name') || (swimmer.name ?? '')
  const age = find(row, 'age') || (swimmer.age ?? '')
  const team = find(row, 'team') || (swimmer.team ?? '')
  const seed = find(row, 'seed').replace(/^[-–—]$/, '')
  const isNamed = /\p{L}{2}/u.test(event.is_relay ? `${name} ${team}` : name)
  const isTimed = seed === '' || grammar.isSeed(seed)
  if (!isNamed || !isTimed || !(age === '' || grammar.isAge(age))) return undefined
  return {
    number: lane,
    name: event.is_relay ? null : name,
    age: age === '' ? null : toAge(age),
    team: (event.is_relay && name !== '' ? name : team) || null,
    seed_time: seed || null,
    qualifier: null,
    relay: null,
    legs: [],
    ...(is_guess && { is_guess: true as const }),
    place: locateRow(row),
  }
}

/** True for a row with a swimmer or team, unlike an empty lane or a note at the foot of the page. */
function isLikeEntry(row: TableRow, grammar: MeetGrammar): boolean {
  if (row.cells.length === 0) return grammar.looksLikeEntry(row.text)
  const isNumbered = /^\D{0,3}\d/.test(find(row, 'event')) || /\d/.test(find(row, 'lane'))
  const isNamed = /\p{L}{2}/u.test(`${find(row, 'name')} ${find(row, 'team')}`)
  return isNumbered && isNamed && !grammar.hasPageNumber(row.text) && !grammar.isNotice(row.text)
}

/** Maximum distance between the lines of one cell, in ems. A note at the foot of the page is farther away. */
const maxLineEm = 2

/** True for a line that continues a cell in the row above it: part of a name, team or event, and no other cell. */
function isRestOfCell(row: TableRow, above: TableRow | undefined, grammar: MeetGrammar): boolean {
  const [word] = row.words
  const last = above?.words[0]
  if (!word || !last || above.page !== row.page) return false
  const isClose = word.baseline - last.baseline <= maxLineEm * word.font_size
  const hasOther = ['heat', 'lane', 'age', 'seed'].some((one) => find(row, one as RowColumn) !== '')
  const hasLetters = /\p{L}/u.test(row.text) && !/^\D{0,3}\d/.test(find(row, 'event'))
  return (
    isClose &&
    hasLetters &&
    !hasOther &&
    !grammar.hasPageNumber(row.text) &&
    !grammar.isNotice(row.text)
  )
}

/** Returns a time of day that is below a title unknown to the reader, such as `Uhrzeit`. */
function findClock({ cells }: TableRow): number | null {
  const clock = cells.find(
    ({ column, text }) => column === 'other' && /^\d{1,2}[:h]\d{2}(?:\s?[ap]m)?$/i.test(text),
  )
  return clock ? parseStartTime(clock.text) : null
}
