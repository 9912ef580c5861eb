import type { Page } from '../../domain/reading/reading.ts'
import { message } from '../../domain/messages/message.ts'
import { checkProgram } from './check-program.ts'
import { findCourse } from './course.ts'
import type { MeetGrammar } from './grammar/grammar.ts'
import { learnGrammar } from './learn-grammar.ts'
import { type MeetDays, findMeetDays, findSessionDate } from './meet-dates.ts'
import { type PageHeader, readPageHeader } from './page-header.ts'
import type { Program } from './meet-program.ts'
import { readHeats } from './read-heats.ts'
import { type Row, readRows } from './page-rows.ts'
import { isSessionReport, readSessionReport } from './session-report.ts'

/**
 * First stage of reading a heat sheet, independent of the requested swimmer:
 * 1. learn the words for event and heat if the sheet is in an unknown language;
 * 2. find page columns by the left edges of event and heat titles, and lines that pages repeat;
 * 3. read page headers: meet, dates, session, venue;
 * 4. read rows in order, carrying titles across columns and pages; the header row locates name, age and team,
 * otherwise word order does;
 * 5. check the program for consistency: continuous heats and ranks, each lane once, no unread row.
 */
export function readProgram(pages: Page[], base: MeetGrammar): Program {
  const grammar = learnGrammar(pages, base)
  const sheet = readRows(pages, grammar).map((page) => ({
    ...page,
    header: readPageHeader(page.header, grammar),
  }))
  const headers = sheet.map(({ header }) => header)
  const pick = <Key extends 'meet' | 'venue' | 'dates' | 'title'>(key: Key) =>
    headers.find((header) => header[key])?.[key]
  const [meet, venue, dates] = [pick('meet') ?? findTitle(headers), pick('venue'), pick('dates')]
  const days = findMeetDays(dates?.printed, findNumericDates(pages))
  const session = headers[0]?.session
  const isReport = pages.some(({ text }) => isSessionReport(text))
  const { warnings, ...content } = isReport
    ? readReport(sheet, days, grammar)
    : readSwims(sheet, days, grammar)
  const ambiguous = message('date_order', null, { date: dates?.printed.text.split(' ')[0] ?? '' })
  return {
    meet_name: meet?.name ?? null,
    ...spanSessions(days, content.sessions),
    venue: venue?.name ?? null,
    course: findCourse(content.heats, pages),
    places: {
      ...(meet && { meet_name: meet.place }),
      ...(dates && { meet_start: dates.place }),
      ...(session && { session_date: session.place }),
      ...(venue && { venue: venue.place }),
    },
    ...content,
    warnings: [...(days.is_ambiguous ? [ambiguous] : []), ...warnings],
  }
}

type ProgramContent = Pick<Program, 'sheet' | 'sessions' | 'heats' | 'warnings'>
type SheetPages = { header: PageHeader; body: Row[] }[]

/** Prefers a title that several pages repeat to the first line of a cover. */
function findTitle(headers: PageHeader[]): PageHeader['title'] {
  const titles = headers.flatMap(({ title }) => title ?? [])
  const repeated = titles.find(
    ({ name }, index) => titles.findIndex((other) => other.name === name) !== index,
  )
  return repeated ?? titles[0]
}

/** Dated sessions extend the days in the header, which may state only the first. */
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
  const { sessions, heats, unread_rows } = report
  return {
    sheet: 'session_report',
    sessions,
    heats,
    warnings: checkProgram(heats, { unread_rows }),
  }
}

function readSwims(pages: SheetPages, days: MeetDays, grammar: MeetGrammar): ProgramContent {
  const printed = new Set(pages.flatMap(({ header }) => header.dates?.printed.text ?? []))
  const rows = pages.flatMap(({ header, body }) => {
    const dates = printed.size > 1 ? header.dates?.printed : undefined
    const page_session = { name: header.session?.name ?? null, dates, start: header.session_start }
    return body.map((row) => ({ ...row, page_session }))
  })
  const { heats, sessions, ...leftovers } = readHeats(rows, grammar)
  const isPsych =
    pages.some(({ header }) => header.is_psych) || heats.every(({ kind }) => kind === 'psych')
  const order =
    days.start === undefined ? findMeetDays(sessions.printed()[0], []).order : days.order
  return {
    sheet: isPsych ? 'psych_sheet' : 'program',
    sessions: sessions.finish(order, (name) =>
      findSessionDate(name, printed.size > 1 && days.start === days.end ? {} : days, grammar),
    ),
    heats,
    warnings: checkProgram(heats, leftovers),
  }
}

function findNumericDates(pages: Page[]): string[] {
  return pages.flatMap(({ words }) =>
    words.flatMap(({ text }) => (/^\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}$/.test(text) ? [text] : [])),
  )
}
