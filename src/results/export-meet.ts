import { Readable } from 'node:stream'
import type { ReadJob } from '../domain/results/batch-results.ts'
import { AppError } from '../domain/errors/errors.ts'
import { exportContentTypes, whyLeftOut } from '../domain/results/export.ts'
import type { MeetResults } from '../domain/heat-sheet/meet-results.ts'
import { say } from '../domain/i18n/say.ts'
import { mergeSheets, type SheetSource } from '../extraction/meet/merge-sheets.ts'
import { renderMeetCalendar, renderMeetCsv } from '../extraction/outputs/meet-results.ts'
import type { LeftOut } from './archive.ts'
import { type Export, refuseIncomplete } from './export.ts'

/** Minutes before a heat, where nobody says otherwise. */
const usualReminder = 10

export interface MeetOrder {
  format: 'ics' | 'csv'
  skip_incomplete: boolean
  /** The ids of the swims that are wanted; left out, all. */
  events?: string[] | undefined
  /** Minutes before a swim to be reminded. */
  reminder?: number | undefined
}

/** What the sheets say together of those who were asked for; undefined where nobody was, or there is no sheet. */
export function meetOf(read: readonly ReadJob[]): MeetResults | undefined {
  const sheets = read.flatMap(({ job, reading }): SheetSource[] =>
    reading?.kind === 'heat_sheet'
      ? [{ job_id: job.id, name: job.original_filename, reading }]
      : [],
  )
  const isAsked = sheets.some(({ reading }) => reading.swimmers.length > 0)
  return isAsked ? mergeSheets(sheets) : undefined
}

/**
 * The swims of all sheets as one calendar or table, each once. A sheet with none of them is no reason to refuse; one that
 * is not read yet is, for its swims would be missing.
 */
export function exportMeet(
  read: readonly ReadJob[],
  meet: MeetResults,
  { format, skip_incomplete, events, reminder = usualReminder }: MeetOrder,
): Export {
  const left_out = read.flatMap(({ job, reading }): LeftOut[] => {
    const reason = whyLeftOut(job, 'zip')
    if (reason !== undefined) return [{ job, reason }]
    return reading?.kind === 'heat_sheet' ? [] : [{ job, reason: say`it is no heat sheet.` }]
  })
  const taken = read.map(({ job }) => job).filter((job) => left_out.every((one) => one.job !== job))
  refuseIncomplete(taken, left_out, { format, skip_incomplete })
  const swims = meet.sessions.flatMap((session) => session.swims)
  const chosen = swims.filter(({ id }) => events === undefined || events.includes(id))
  if (events !== undefined && chosen.length < new Set(events).size) {
    throw new AppError('INVALID_REQUEST', 'Some of these events are not among the results.')
  }
  if (format === 'ics') requireDay(chosen)
  const options = { made_at: new Date(), reminder, ids: events }
  const body = Buffer.from(
    format === 'ics' ? renderMeetCalendar(meet, options) : renderMeetCsv(meet),
  )
  return {
    stream: Readable.from([body]),
    bytes: body.length,
    content_type: exportContentTypes[format],
    filename: meet.calendar_filename.replace(/ics$/, format),
    jobs: taken,
    left_out,
  }
}

/** A calendar may not be empty. */
function requireDay(swims: { session_date: string | null }[]): void {
  if (swims.some(({ session_date }) => session_date !== null)) return
  const sentence =
    swims.length === 0
      ? 'Nobody who was asked for swims on these sheets, so there is no calendar.'
      : 'These sheets do not say on which day they are, so there is no calendar. Send them again with the date.'
  throw new AppError('UNKNOWN_FORMAT', sentence)
}
