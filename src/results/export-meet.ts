import { Readable } from 'node:stream'
import type { ReadJob } from '../domain/results/batch-results.ts'
import { AppError } from '../domain/errors/app-error.ts'
import { exportContentTypes } from '../domain/results/export.ts'
import type { MeetResults } from '../domain/heat-sheet/meet-results.ts'
import { renderMeetCalendar, renderMeetCsv } from '../extraction/outputs/meet-results.ts'
import { type OmittedJob, createNotHeatSheetDetail, findOmission } from './omitted-jobs.ts'
import { type Export, type MergedFile, requireComplete } from './export-options.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'

/** Default reminder time, in minutes before a swim. */
const defaultReminder = 10

export interface MeetExportOptions {
  format: 'ics' | 'csv'
  skip_incomplete: boolean
  /** IDs of the swims to include. Omit this to include all swims. */
  events?: string[] | undefined
  /** Reminder time, in minutes before a swim. */
  reminder?: number | undefined
  /** Present for a calendar to which phones subscribe. */
  feed?: { made_at: Date }
}

/**
 * Exports all swims, each once, as one calendar or table. Accepts a sheet without matching swims, but throws if a sheet
 * was not read, because its swims would be missing.
 */
export function exportMeet(
  results: readonly ReadJob[],
  meet: MeetResults,
  { format, skip_incomplete, events, reminder = defaultReminder, feed }: MeetExportOptions,
): Export {
  const left_out = results.flatMap(({ job, reading }): OmittedJob[] => {
    const why = findOmission(job, 'zip')
    if (why !== undefined) return [{ job, why }]
    return reading?.kind === 'heat_sheet' ? [] : [{ job, why: createNotHeatSheetDetail(job) }]
  })
  const included = results
    .map(({ job }) => job)
    .filter((job) => left_out.every((one) => one.job !== job))
  if (!feed) requireComplete(included, left_out, { format, skip_incomplete })
  const swims = meet.sessions.flatMap((session) => session.swims)
  const selected = swims.filter(({ id }) => events === undefined || events.includes(id))
  if (events !== undefined && selected.length < new Set(events).size) {
    throw new AppError('INVALID_REQUEST', createDetail('events_unknown', {}))
  }
  if (format === 'ics' && !feed) requireDay(selected)
  const made_at = feed?.made_at ?? new Date()
  const options = { made_at, reminder, ids: events, is_feed: feed !== undefined }
  const body = Buffer.from(
    format === 'ics' ? renderMeetCalendar(meet, options) : renderMeetCsv(meet),
  )
  return {
    stream: Readable.from([body]),
    bytes: body.length,
    content_type: exportContentTypes[format],
    filename: meet.calendar_filename.replace(/ics$/, format),
    jobs: included,
    left_out,
  }
}

/** Renders one calendar and one table for all sheets. If no session has a date, there is no calendar. */
export function renderMeetFiles(meet: MeetResults, reminder = defaultReminder): MergedFile[] {
  const swims = meet.sessions.flatMap((session) => session.swims)
  if (swims.length === 0) return []
  const options = { made_at: new Date(), reminder, ids: undefined, is_feed: false }
  const hasDay = swims.some(({ session_date }) => session_date !== null)
  const name = meet.calendar_filename
  return [
    ...(hasDay ? [{ name, body: Buffer.from(renderMeetCalendar(meet, options)) }] : []),
    { name: name.replace(/ics$/, 'csv'), body: Buffer.from(renderMeetCsv(meet)) },
  ]
}

/** Throws if no session has a date, because calendar apps reject an empty file. */
function requireDay(swims: { session_date: string | null }[]): void {
  if (swims.some(({ session_date }) => session_date !== null)) return
  const code = swims.length === 0 ? 'calendar_without_swims' : 'calendar_without_day'
  throw new AppError('UNKNOWN_FORMAT', createDetail(code, {}))
}
