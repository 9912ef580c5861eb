import type { Page } from '../../domain/reading/reading.ts'
import { type Message, message } from '../../domain/messages/message.ts'
import { checkProgram } from './check-program.ts'
import { type MeetDays, findMeetDays, findSessionDate } from './meet-dates.ts'
import { type PageHeader, readPageHeader } from './page-header.ts'
import type { Program } from './meet-program.ts'
import { readHeats, type SessionRow } from './read-heats.ts'
import { type Row, readRows } from './page-rows.ts'
import { isSessionReport, readSessionReport } from './session-report.ts'

/**
 * First stage of reading a heat sheet, independent of the requested swimmer:
 * 1. find page columns by the left edges of event and heat titles;
 * 2. read page headers: meet, dates, session, venue;
 * 3. read rows in order, carrying titles across columns and pages; the header row locates name, age and team,
 * otherwise word order does;
 * 4. check the program for consistency: "of 6" heats, each lane once, no unread row.
 */
export function readProgram(pages: Page[]): Program {
  const sheet = readRows(pages).map((page) => ({ ...page, header: readPageHeader(page.header) }))
  const headers = sheet.map(({ header }) => header)
  const meet = headers.find((header) => header.meet)?.meet
  const venue = headers.find((header) => header.venue)?.venue
  const days = meet && findMeetDays(meet.from, meet.to, findNumericDates(pages))
  const session = headers[0]?.session
  const isReport = pages.some(({ text }) => isSessionReport(text))
  const { warnings, ...content } = isReport ? readReport(sheet, days) : readSwims(sheet, days)
  return {
    meet_name: meet?.name ?? null,
    meet_start: days?.start ?? null,
    meet_end: days?.end ?? null,
    venue: venue?.name ?? null,
    places: {
      ...(meet && { meet_name: meet.place, meet_start: meet.place }),
      ...(session && { session_date: session.place }),
      ...(venue && { venue: venue.place }),
    },
    ...content,
    warnings: [...(days?.is_ambiguous ? [listDateWarnings(meet?.from ?? '')] : []), ...warnings],
  }
}

type ProgramContent = Pick<Program, 'sheet' | 'sessions' | 'heats' | 'warnings'>
type SheetPages = { header: PageHeader; body: Row[] }[]

function readReport(pages: SheetPages, days: MeetDays | undefined): ProgramContent {
  const rows = pages.flatMap(({ body }) => body)
  const { sessions, heats, unread_rows } = readSessionReport(rows, days?.start ?? null)
  return { sheet: 'session_report', sessions, heats, warnings: checkProgram(heats, unread_rows) }
}

function readSwims(pages: SheetPages, days: MeetDays | undefined): ProgramContent {
  const names: (string | null)[] = []
  const rows: SessionRow[] = pages.flatMap(({ header, body }) => {
    const session = findSessionIndex(names, header)
    return body.map((row) => ({ ...row, session }))
  })
  const { heats, unread_rows } = readHeats(rows)
  const isPsych =
    pages.some(({ header }) => header.is_psych) || heats.every(({ kind }) => kind === 'psych')
  return {
    sheet: isPsych ? 'psych_sheet' : 'program',
    sessions: names.map((name) => ({ name, date: findSessionDate(name, days ?? {}) })),
    heats,
    warnings: checkProgram(heats, unread_rows),
  }
}

/**
 * Returns the index of the page's session; pages in a session share its name, and files often contain several sessions.
 */
function findSessionIndex(names: (string | null)[], { session }: PageHeader): number {
  const name = session?.name ?? names.at(-1) ?? null
  const known = names.indexOf(name)
  return known < 0 ? names.push(name) - 1 : known
}

function findNumericDates(pages: Page[]): string[] {
  return pages.flatMap(({ words }) =>
    words.flatMap(({ text }) => (/^\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}$/.test(text) ? [text] : [])),
  )
}

function listDateWarnings(date: string): Message {
  return message('date_order', null, { date })
}
