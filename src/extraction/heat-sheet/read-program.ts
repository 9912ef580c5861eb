import type { Page } from '../../domain/reading/reading.ts'
import { say } from '../../domain/i18n/say.ts'
import { checkProgram } from './check-program.ts'
import { type MeetDays, meetDays, sessionDate } from './meet-dates.ts'
import { type PageHead, readPageHead } from './page-header.ts'
import type { Program, Warning } from './meet-program.ts'
import { readHeats, type SessionRow } from './read-heats.ts'
import { type Row, readRows } from './page-rows.ts'
import { isSessionReport, readSessionReport } from './session-report.ts'

/** Everything that a sheet says, for whomever it is read. */
export function readProgram(pages: Page[]): Program {
  const sheet = readRows(pages).map((page) => ({ ...page, head: readPageHead(page.head) }))
  const heads = sheet.map(({ head }) => head)
  const meet = heads.find((head) => head.meet)?.meet
  const venue = heads.find((head) => head.venue)?.venue
  const days = meet && meetDays(meet.from, meet.to, figureDates(pages))
  const session = heads[0]?.session
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
    warnings: [...(days?.is_doubtful ? [doubtfulDate(meet?.from ?? '')] : []), ...warnings],
  }
}

type Content = Pick<Program, 'sheet' | 'sessions' | 'heats' | 'warnings'>
type Sheet = { head: PageHead; body: Row[] }[]

function readReport(pages: Sheet, days: MeetDays | undefined): Content {
  const rows = pages.flatMap(({ body }) => body)
  const { sessions, heats, strays } = readSessionReport(rows, days?.start ?? null)
  return { sheet: 'session_report', sessions, heats, warnings: checkProgram(heats, strays) }
}

function readSwims(pages: Sheet, days: MeetDays | undefined): Content {
  const names: (string | null)[] = []
  const rows: SessionRow[] = pages.flatMap(({ head, body }) => {
    const session = sessionIndex(names, head)
    return body.map((row) => ({ ...row, session }))
  })
  const { heats, strays } = readHeats(rows)
  const isPsych =
    pages.some(({ head }) => head.is_psych) || heats.every(({ kind }) => kind === 'psych')
  return {
    sheet: isPsych ? 'psych_sheet' : 'program',
    sessions: names.map((name) => ({ name, date: sessionDate(name, days ?? {}) })),
    heats,
    warnings: checkProgram(heats, strays),
  }
}

/** Pages of the same session carry the same name; sheets of several sessions are often joined. */
function sessionIndex(names: (string | null)[], { session }: PageHead): number {
  const name = session?.name ?? names.at(-1) ?? null
  const known = names.indexOf(name)
  return known < 0 ? names.push(name) - 1 : known
}

function figureDates(pages: Page[]): string[] {
  return pages.flatMap(({ words }) =>
    words.flatMap(({ text }) => (/^\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}$/.test(text) ? [text] : [])),
  )
}

function doubtfulDate(date: string): Warning {
  const message = say`${date} may be meant day first or month first; it was taken month first. Give the date to be sure.`
  return { code: 'date_order', message }
}
