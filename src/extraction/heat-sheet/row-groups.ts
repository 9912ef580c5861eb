import { joinWords, toSegments } from '../text/text-lines.ts'
import { readSwimmerCells } from './cells.ts'
import { locateRow } from './entries.ts'
import type { MeetGrammar } from './grammar/grammar.ts'
import { isRow, type RowTable, type TableRow } from './grammar/row-table.ts'
import type { RowColumn } from './grammar/table-header.ts'
import { toAge } from './grammar/rows.ts'
import { toWordPattern } from './grammar/word-pattern.ts'
import type { Entry, MeetEvent } from './meet-program.ts'

/** Values that a heading states for the rows below it. */
export type GroupSwimmer = Partial<Pick<Entry, 'name' | 'age' | 'team'>>

/** Groups of rows below a heading: a swimmer, a team or an event. */
interface Groups {
  /** Returns true if the row is a heading. */
  enter: (row: TableRow) => boolean
  event: () => MeetEvent | undefined
  /** The session or day that a heading states. */
  session: () => string | undefined
  /** True for a row whose swimmer should be in the heading above it. */
  isNameless: (row: TableRow) => boolean
  /** Returns the values that the row shares with its group, or with the row above it if cells are merged. */
  swimmer: (row: TableRow) => GroupSwimmer
}

export function findCell({ cells }: TableRow, column: RowColumn): string {
  return cells
    .flatMap((cell) => (cell.column === column && cell.text !== '' ? [cell.text] : []))
    .join(' ')
}

export function createGroups({ columns, above }: RowTable, grammar: MeetGrammar): Groups {
  const has = (column: RowColumn) => columns.includes(column)
  const readHeading = createHeadingReader(columns, grammar)
  const isSession = (text: string) => grammar.parseSessionTitle(text) !== undefined
  const isDay = (text: string) =>
    grammar.isDayTitle(text) || (!grammar.isNotice(text) && grammar.isSessionBanner(text))
  let session = above.map(({ words }) => joinWords(words)).findLast(isSession)
  let event: MeetEvent | undefined
  let group: GroupSwimmer = {}
  /** The last swimmer, who may share a merged cell with the next row. */
  let last: GroupSwimmer = {}
  return {
    enter: (row) => {
      // A number in the title of a session may be below the lane's title: `Session 2 – Saturday`.
      const isTitle = /^\p{L}/u.test(row.text) && isSession(row.text)
      if (isRow(row) && !isTitle) return false
      const title = has('event') ? undefined : readEvent(row, grammar)
      if (title) event = title
      else if (isSession(row.text) || isDay(row.text)) session = row.text
      else {
        if (!row.is_above_rows || !isGroupTitle(row, grammar)) return false
        // An unknown title may be another event's.
        if (!has('event')) event = undefined
        if (has('name') && has('team')) return false
        group = readHeading(row)
        last = {}
      }
      return true
    },
    event: () => event,
    session: () => session,
    isNameless: (row) => !has('name') && isRow(row),
    swimmer: (row) => {
      const own = { ...group, ...readOwnCells(row) }
      // An empty lane has no time.
      const isMerged = has('name') && own.name === undefined && findCell(row, 'seed') !== ''
      if (own.name !== undefined) last = own
      return isMerged ? last : own
    },
  }
}

function readOwnCells(row: TableRow): GroupSwimmer {
  const columns = ['name', 'age', 'team'] as const
  return Object.fromEntries(
    columns.flatMap((column) => {
      const text = findCell(row, column)
      return text === '' ? [] : [[column, text]]
    }),
  )
}

function readEvent(row: TableRow, grammar: MeetGrammar): MeetEvent | undefined {
  const title = grammar.parseEventTitle(row.text)
  if (!title) return undefined
  const { number, letter, name } = title
  const [is_relay, is_mixed] = [grammar.isRelayName(name), grammar.isMixedName(name)]
  return { number, letter, name, is_relay, is_mixed, place: locateRow(row) }
}

const countList = /^(?:\p{L}{2,}\.?(?:\s\p{L}{2,})?\s?:\s?\d{1,4}[\s,;/]*)+$/u

/** Removes the counts to the right of a team: `Lake SC        swimmers: 9 entries: 27`. */
function dropCounts({ words, text }: TableRow): string {
  const parts = toSegments(words, 0)
  const last = parts.findLastIndex((part) => !countList.test(part.text))
  return last < 0 || last === parts.length - 1
    ? text
    : joinWords(parts.slice(0, last + 1).flatMap((part) => part.words))
}

/** Reads the team above its swimmers, or the swimmer above the events: `Team: Lake SC (12)`, `Roe, Ann (12) Lake SC`. */
function createHeadingReader(
  columns: RowColumn[],
  grammar: MeetGrammar,
): (row: TableRow) => GroupSwimmer {
  const label = new RegExp(`^${toWordPattern(grammar.vocabulary.team)}\\s*:\\s*`, 'iu')
  const teams = new Set<string>()
  const clean = (text: string) =>
    text
      .replace(label, '')
      .replace(/\s*\([^()]*\d[^()]*\)$/, '')
      .replace(/^[-–—,]\s*/, '')
  return (row) => {
    if (!/\p{L}{2}/u.test(row.text)) return {}
    if (columns.includes('name')) {
      const team = clean(dropCounts(row))
      // The heading is repeated on the next page: `Lake SC (continued)`.
      const repeated = team.replace(/\s*\(\p{L}+\.?\)$/u, '')
      if (teams.has(repeated)) return { team: repeated }
      teams.add(team)
      return { team }
    }
    const listed = readListedHeading(row.text, grammar)
    if (listed) return { ...listed, team: clean(listed.team) || null }
    const words = row.words.filter(({ text }) => !/^[-–—|•·]$/.test(text))
    const cells = readSwimmerCells(words, { left: 0, header: undefined, grammar })
    return { name: cells.name, age: cells.age, team: cells.team && clean(cells.team) }
  }
}

/** Reads `Ann Roe, 14, Lake SC` and `Roe, Ann | 2011 | Lake SC`. */
function readListedHeading(
  text: string,
  grammar: MeetGrammar,
): { name: string; age: string; team: string } | undefined {
  const parts = text.split(/\s*[,;|·•]\s+|\s+[-–—]\s+/)
  const at = parts.findIndex((part, index) => index > 0 && grammar.isAge(part))
  const name = parts.slice(0, Math.max(at, 0)).join(', ')
  if (!/^\p{L}[^\d()]*$/u.test(name)) return undefined
  return { name, age: toAge(parts[at] ?? ''), team: parts.slice(at + 1).join(', ') }
}

function isGroupTitle({ text }: TableRow, grammar: MeetGrammar): boolean {
  return !grammar.hasPageNumber(text) && !grammar.isNotice(text)
}

/**
 * Gives each row its heat if a merged cell shows the heat only once, at the top or in the middle of its rows. A heat
 * starts where the lanes start again. If the printed heats do not fit, returns the rows as unread.
 */
export function fillHeats({ rows, columns }: RowTable): { rows: TableRow[]; unread: TableRow[] } {
  const isComplete = rows.every((row) => !isRow(row) || findCell(row, 'heat') !== '')
  if (columns.includes('event') || isComplete) return { rows, unread: [] }
  const sections = splitSections(rows).map(fillSection)
  return {
    rows: sections.flatMap((section) => section.rows),
    unread: sections.flatMap((section) => section.unread),
  }
}

/** Splits at event titles. */
function splitSections(rows: TableRow[]): TableRow[][] {
  const sections: TableRow[][] = [[]]
  for (const row of rows) {
    if (isRow(row) || isHeatCell(row)) sections.at(-1)?.push(row)
    else sections.push([row])
  }
  return sections
}

function fillSection(section: TableRow[]): { rows: TableRow[]; unread: TableRow[] } {
  const runs = splitRuns(section)
  const heats = runs.map((run) => run.flatMap((row) => findCell(row, 'heat') || []))
  const titles = section.filter((row) => !isRow(row) && !isHeatCell(row))
  const entries = section.filter(isRow)
  if (heats.every((found) => found.length === 1)) {
    const filled = runs.flatMap((run, at) =>
      run.filter(isRow).map((row) => withHeat(row, heats[at]?.[0] ?? '')),
    )
    return { rows: [...titles, ...filled], unread: [] }
  }
  const isAtTop = runs.every(([first]) => first && isRow(first) && findCell(first, 'heat') !== '')
  const isClear = isAtTop && !section.some(isHeatCell)
  return isClear ? { rows: section, unread: [] } : { rows: titles, unread: entries }
}

/** Splits where the lanes start again. */
function splitRuns(section: TableRow[]): TableRow[][] {
  const runs: TableRow[][] = []
  let last = Infinity
  for (const row of section.filter((one) => isRow(one) || isHeatCell(one))) {
    const lane = isRow(row) ? Number(/\d+/.exec(findCell(row, 'lane'))?.[0]) : undefined
    if (lane !== undefined && lane <= last) runs.push([row])
    else if (runs.length === 0) runs.push([row])
    else runs.at(-1)?.push(row)
    if (lane !== undefined) last = lane
  }
  return runs
}

/** True for a row with only a heat, which is the middle of a merged cell. */
function isHeatCell(row: TableRow): boolean {
  return findCell(row, 'heat') === row.text && /^\D{0,12}\d{1,3}$/.test(row.text)
}

function withHeat(row: TableRow, heat: string): TableRow {
  const cells = row.cells.map((cell) => (cell.column === 'heat' ? { ...cell, text: heat } : cell))
  return { ...row, cells }
}
