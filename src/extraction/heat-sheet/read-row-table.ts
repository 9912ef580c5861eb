import type { Page } from '../../domain/reading/reading.ts'
import { joinWords } from '../text/text-lines.ts'
import { checkProgram } from './check-program.ts'
import { locateRow } from './entries.ts'
import type { MeetGrammar } from './grammar/grammar.ts'
import { findSessionDate, type MeetDays } from './grammar/meet-dates.ts'
import { toAge } from './grammar/rows.ts'
import { parseStartTime } from './grammar/times.ts'
import type { Entry, Heat, MeetEvent, Program } from './meet-program.ts'
import type { SheetLine } from './page-rows.ts'
import type { RowColumn } from './grammar/table-header.ts'
import { toWordPattern } from './grammar/word-pattern.ts'
import { findRowTable, type RowTable, type TableRow } from './grammar/row-table.ts'

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

/** A table whose rows state their event, heat and lane. */
export interface RowSheet {
  /** Lines above the table. */
  above: SheetLine[]
  read: (days: MeetDays) => TableContent
}

/** Returns undefined if there is no such table, or if none of its rows can be read. */
export function findRowSheet(pages: Page[], grammar: MeetGrammar): RowSheet | undefined {
  const table = findRowTable(pages, grammar)
  if (!table) return undefined
  const { heats, names, unread_rows } = readTable(table, grammar)
  if (heats.length === 0) return undefined
  const above = table.above.map(({ page, words }) => ({
    page,
    left: 0,
    words,
    text: joinWords(words),
  }))
  return {
    above,
    read: (days) => ({
      sheet: 'program',
      sessions: names.map((name) => ({
        name: name === '' ? null : name,
        date: findSessionDate(name, days, grammar),
      })),
      heats,
      warnings: checkProgram(heats, { unread_rows }),
    }),
  }
}

function readTable(
  { rows }: RowTable,
  grammar: MeetGrammar,
): { heats: Heat[]; names: string[]; unread_rows: SheetLine[] } {
  const heats = new Map<string, Heat>()
  const sessions = new Map<string, number>()
  const unread_rows: SheetLine[] = []
  const words = { grammar, listParts: createPartLister(grammar) }
  let above: Position = { session: '', event: undefined, heat: '' }
  for (const [at, row] of rows.entries()) {
    const position = findPosition(row, above, words)
    const { event } = position
    const heat = Number(/^\D*(\d{1,3})(?:\s*\/\s*\d+)?$/.exec(position.heat)?.[1])
    const lane = Number(/^\D*(\d{1,2})$/.exec(find(row, 'lane'))?.[1])
    const entry = event && readEntry(row, { lane, event, grammar })
    if (!entry || Number.isNaN(heat) || Number.isNaN(lane)) {
      if (isLikeEntry(row, grammar) || isRestOfCell(row, rows[at - 1], grammar))
        unread_rows.push({ page: row.page, left: 0, words: row.words, text: row.text })
      continue
    }
    above = position
    const session = sessions.get(position.session) ?? sessions.size
    sessions.set(position.session, session)
    const key = JSON.stringify([position.session, event.number, event.letter, heat])
    const known = heats.get(key)
    if (known) known.entries.push(entry)
    else {
      const start = findStart(row)
      heats.set(key, {
        ...emptyHeat,
        event,
        number: heat,
        session,
        start,
        entries: [entry],
        place: locateRow(row),
      })
    }
  }
  return { heats: sortHeats([...heats.values()]), names: [...sessions.keys()], unread_rows }
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

function find({ cells }: TableRow, column: RowColumn): string {
  return cells
    .flatMap((cell) => (cell.column === column && cell.text !== '' ? [cell.text] : []))
    .join(' ')
}

interface EventWords {
  grammar: MeetGrammar
  listParts: PartLister
}

function findPosition(row: TableRow, above: Position, words: EventWords): Position {
  const session = row.cells.find(({ column, text }) => column === 'session' && text !== '')
  return {
    session: session ? `${session.title} ${session.text}` : above.session,
    event: find(row, 'event') === '' ? above.event : parseEvent(row, words),
    heat: find(row, 'heat') || above.heat,
  }
}

/** Reads the name of the event, which is beside its number or in the other column that describes a swim. */
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

/** Lists the parts of an event's name in a cell. */
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

/** Returns undefined for a row that another table, or a note below this table, may contain. */
function readEntry(
  row: TableRow,
  { lane, event, grammar }: { lane: number; event: MeetEvent; grammar: MeetGrammar },
): Entry | undefined {
  const [name, age, seed] = [find(row, 'name'), find(row, 'age'), find(row, 'seed')]
  const team = find(row, 'team')
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
    place: locateRow(row),
  }
}

/** True for a row with a swimmer or team, unlike an empty lane or a note at the foot of the page. */
function isLikeEntry(row: TableRow, grammar: MeetGrammar): boolean {
  const isNumbered = /^\D{0,3}\d/.test(find(row, 'event')) || /\d/.test(find(row, 'lane'))
  const isNamed = /\p{L}{2}/u.test(`${find(row, 'name')} ${find(row, 'team')}`)
  return isNumbered && isNamed && !grammar.hasPageNumber(row.text) && !grammar.isNotice(row.text)
}

/** Maximum distance between the lines of one cell, in ems. A note at the foot of the page is farther away. */
const maxLineEm = 2

/** True for a line that continues a cell of the row above it: part of a name, team or event, and no other cell. */
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
function findStart({ cells }: TableRow): number | null {
  const clock = cells.find(
    ({ column, text }) => column === 'other' && /^\d{1,2}[:h]\d{2}(?:\s?[ap]m)?$/i.test(text),
  )
  return clock ? parseStartTime(clock.text) : null
}
