import type { Page } from '../../domain/reading/reading.ts'
import { message } from '../../domain/messages/message.ts'
import type { DateOrder } from '../values/dates.ts'
import { assignTeams, locateRow } from './entries.ts'
import { checkProgram, listDayWarnings } from './check-program.ts'
import { findCourse } from './grammar/course.ts'
import type { MeetGrammar } from './grammar/grammar.ts'
import { learnGrammar } from './learn-grammar.ts'
import { type MeetDays, findMeetDays, findSessionDate } from './grammar/meet-dates.ts'
import { type PageHeader, readPageHeader } from './page-header.ts'
import type { Program } from './meet-program.ts'
import { readHeats } from './read-heats.ts'
import { type SheetLine, readRows } from './page-rows.ts'
import { findRowSheet } from './read-row-table.ts'
import { learnNoTime } from './lines/learn-no-time.ts'
import { joinFragments } from './lines/join-fragments.ts'
import { removeLeaders } from './lines/remove-leaders.ts'
import { isSessionReport, readSessionReport } from './session-report.ts'
import { checkEventCounts, checkSessionCounts, findStatedSessions } from './stated-counts.ts'

/**
 * First stage of reading a heat sheet, which is the same for every requested swimmer:
 * 1. If the language is unknown, learns the words for "event" and "heat" from the sheet.
 * 2. Finds the page columns by the left edges of event and heat titles, and the lines that repeat on several pages.
 * 3. Reads the page headers: meet, dates, session and venue.
 * 4. Reads the rows in order, and applies each title to the rows below it, across columns and pages. The header row
 * shows where name, age and team are. If there is no header row, word order does.
 * 5. Checks that the program is consistent: heats and ranks have no gaps, each lane occurs once, counts are as stated,
 * and no row is left unread.
 * For a spreadsheet whose rows state their event, heat and lane, uses the column titles instead.
 */
export function readProgram(printed: Page[], base: MeetGrammar): Program {
  const pages = removeLeaders(joinFragments(printed))
  const grammar = learnGrammar(pages, base)
  const isReport = pages.some(({ text }) => isSessionReport(text))
  const table = isReport ? undefined : findRowSheet(pages, grammar)
  const rows = table ? [{ header: table.above, body: [] }] : readRows(pages, grammar)
  const sheet = rows.map(({ header, body }) => ({
    header: readPageHeader(header, grammar),
    body,
    header_rows: header,
    lines: [...header, ...body],
  }))
  const headers = sheet.map(({ header }) => header)
  const pick = <Key extends 'meet' | 'venue' | 'dates' | 'foot'>(key: Key) =>
    headers.find((header) => header[key])?.[key]
  const [meet, venue, dates] = [
    pick('meet') ?? findTitle(headers) ?? pick('foot'),
    pick('venue'),
    pick('dates'),
  ]
  const languageOrder = findLanguageDateOrder(table?.titles ?? listTitles(sheet, grammar), grammar)
  const days = findMeetDays(dates?.printed, findNumericDates(pages), languageOrder)
  const session = headers[0]?.session
  const zone = findTimeZone(venue, sheet, grammar)
  const { warnings, ...content } =
    table?.read(days) ??
    (isReport ? readReport(sheet, days, grammar) : readSwims(sheet, days, grammar))
  const ambiguous = message('date_order', null, { date: dates?.printed.text.split(' ')[0] ?? '' })
  return {
    meet_name: meet?.name ?? null,
    ...spanSessions(days, content.sessions),
    venue: venue?.name ?? null,
    time_zone: zone?.name ?? null,
    course: findCourse(
      content.heats.map(({ event }) => event.name),
      pages[0]?.text ?? '',
    ),
    places: {
      ...(meet && { meet_name: meet.place }),
      ...(dates && { meet_start: dates.place }),
      ...(session && { session_date: session.place }),
      ...(venue && { venue: venue.place }),
      ...(zone && { time_zone: zone.place }),
    },
    ...content,
    warnings: [...(days.is_ambiguous ? [ambiguous] : []), ...warnings],
  }
}

/** Returns the event titles, or the heat titles if events have none. */
function listTitles(sheet: { body: SheetLine[] }[], grammar: MeetGrammar): string[] {
  const texts = sheet.flatMap(({ body }) => body.map(({ text }) => text))
  const events = texts.filter((text) => grammar.parseEventTitle(text) && !text.startsWith('#'))
  return events.length > 0 ? events : texts.filter((text) => grammar.parseHeatTitle(text))
}

/** Returns the language's day-and-month order, or undefined for English, because English-speaking countries differ. */
function findLanguageDateOrder(titles: string[], grammar: MeetGrammar): DateOrder | undefined {
  const isDayFirst = titles.length > 0 && titles.every((text) => grammar.putsDayFirst(text))
  return isDayFirst ? 'day' : undefined
}

/**
 * Finds the venue's time zone or, if that is unknown, the time zone of the place in the page headers. Returns undefined
 * if there is more than one. Tries the names of countries and states first, then postal codes of countries that speak
 * the sheet's language.
 */
function findTimeZone(
  venue: PageHeader['venue'],
  sheet: { header_rows: SheetLine[]; body: SheetLine[] }[],
  grammar: MeetGrammar,
): PageHeader['venue'] {
  const rows = sheet.flatMap(({ header_rows }) =>
    header_rows.map((row) => ({ name: row.text, place: locateRow(row) })),
  )
  const language = grammar.findLanguage(listTitles(sheet, grammar))
  const findLocal = (text: string) => (language ? grammar.findLocalZones(text, language) : [])
  for (const find of [grammar.findZones, findLocal]) {
    for (const some of [venue ? [venue] : [], rows]) {
      const found = some.flatMap(({ name: text, place }) =>
        find(text).map((name) => ({ name, place: { ...place, text } })),
      )
      if (found.length > 0)
        return new Set(found.map(({ name }) => name)).size === 1 ? found[0] : undefined
    }
  }
  return undefined
}

type ProgramContent = Pick<Program, 'sheet' | 'sessions' | 'heats' | 'warnings'>
/** `lines` contains the header and body rows. */
type SheetPages = { header: PageHeader; body: SheetLine[]; lines: SheetLine[] }[]

/** Prefers a title repeated on several pages over the first line on a cover page. */
function findTitle(headers: PageHeader[]): PageHeader['title'] {
  const titles = headers.flatMap(({ title }) => title ?? [])
  const repeated = titles.find(
    ({ name }, index) => titles.findIndex((other) => other.name === name) !== index,
  )
  return repeated ?? titles[0]
}

/** Extends the dates in the header, which may state only the first day, to cover all dated sessions. */
function spanSessions(
  { start, end }: MeetDays,
  sessions: Program['sessions'],
): Pick<Program, 'meet_start' | 'meet_end'> {
  const dates = [start, end, ...sessions.map(({ date }) => date)].flatMap((date) => date ?? [])
  const sorted = dates.toSorted()
  return { meet_start: sorted[0] ?? null, meet_end: sorted.at(-1) ?? null }
}

function readReport(pages: SheetPages, days: MeetDays, grammar: MeetGrammar): ProgramContent {
  const rows = pages.flatMap(({ body }) => body)
  const report = readSessionReport(rows, days.start ?? null, grammar)
  const { sessions, heats, unread_rows, mismatches } = report
  return {
    sheet: 'session_report',
    sessions,
    heats,
    warnings: checkProgram(heats, { unread_rows, mismatches }),
  }
}

function readSwims(pages: SheetPages, days: MeetDays, grammar: MeetGrammar): ProgramContent {
  const printed = new Set(pages.flatMap(({ header }) => header.dates?.printed.text ?? []))
  const rows = pages.flatMap(({ header, body }) => {
    const dates = printed.size > 1 ? header.dates?.printed : undefined
    const page_session = { name: header.session?.name ?? null, dates, start: header.session_start }
    return body.map((row) => ({ ...row, page_session }))
  })
  const {
    heats: read,
    sessions: sessionList,
    ...leftovers
  } = readHeats(rows, learnNoTime(rows, grammar))
  const heats = assignTeams(read)
  const isPsych =
    pages.some(({ header }) => header.is_psych) || heats.every(({ kind }) => kind === 'psych')
  const languageOrder = findLanguageDateOrder(listTitles(pages, grammar), grammar)
  const order =
    days.start === undefined
      ? findMeetDays(sessionList.printed()[0], [], languageOrder).order
      : days.order
  const sessions = sessionList.finish({ ...days, order }, (name) =>
    findSessionDate(name, printed.size > 1 && days.start === days.end ? {} : days, grammar),
  )
  const printedRows = pages.flatMap(({ lines }) => lines)
  const entries = { heats, sessions, withdrawn: leftovers.withdrawn }
  const mismatches = [
    ...checkEventCounts(leftovers.stated_events, entries),
    ...checkSessionCounts(findStatedSessions(printedRows, grammar), entries, grammar),
  ]
  return {
    sheet: isPsych ? 'psych_sheet' : 'program',
    sessions,
    heats,
    warnings: [
      ...listDayWarnings(sessions),
      ...checkProgram(heats, { ...leftovers, isSeed: grammar.isSeed, mismatches }),
    ],
  }
}

function findNumericDates(pages: Page[]): string[] {
  return pages.flatMap(({ words }) =>
    words.flatMap(({ text }) => (/^\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}$/.test(text) ? [text] : [])),
  )
}
