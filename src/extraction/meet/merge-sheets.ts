import type { HeatSheetEvent, HeatSheetReading } from '../../domain/heat-sheet/heat-sheet.ts'
import type { MeetResults, MeetSession, MeetSwim } from '../../domain/heat-sheet/meet-results.ts'
import { addRenderedText } from '../../domain/i18n/render.ts'
import { type Message, message } from '../../domain/messages/message.ts'
import { createCalendarLink } from '../outputs/google-calendar-link.ts'
import { createUids } from '../outputs/calendar-uid.ts'
import { createCalendarFilename } from './calendar-filename.ts'
import { applySessionReports } from './apply-session-reports.ts'
import { isSameSwim, toSwimKey } from '../heat-sheet/match-swims.ts'

/** One document in a batch. */
export interface SheetSource {
  job_id: string
  name: string
  reading: HeatSheetReading
}

/**
 * Merges the swims on all sheets by session, each swim once. Sheets with lanes take precedence, then printed times over
 * estimated times, then earlier documents; contradictions stay visible.
 */
export function mergeSheets(sources: readonly SheetSource[]): MeetResults {
  const readings = applySessionReports(sources.map(({ reading }) => reading))
  const sheetSwims = sources.flatMap(({ job_id }, index) => {
    const reading = readings[index]
    if (!reading || reading.sheet === 'session_report') return []
    const uids = createUids(reading.events, reading)
    return reading.events.map((event, at) => ({ event, id: uids[at] ?? '', job_id, reading }))
  })
  const sessions = groupBySession(groupSwims(sheetSwims).map(mergeGroup))
  return {
    sessions,
    without: sources.flatMap(({ job_id, name, reading }) => {
      const reason = explainMissingSwims(reading)
      return reason === undefined ? [] : [{ job_id, name, reason: addRenderedText(reason) }]
    }),
    calendar_filename: createCalendarFilename(sessions),
  }
}

interface SheetSwim {
  event: HeatSheetEvent
  id: string
  job_id: string
  reading: HeatSheetReading
}

function groupSwims(sheetSwims: SheetSwim[]): [SheetSwim, ...SheetSwim[]][] {
  const byKey = new Map<string, [SheetSwim, ...SheetSwim[]][]>()
  for (const one of sheetSwims) {
    const key = toSwimKey(one.event)
    const groups = byKey.get(key) ?? []
    const group = groups.find(
      (some) =>
        some.every(({ job_id }) => job_id !== one.job_id) && isSameSwim(some[0].event, one.event),
    )
    if (group) group.push(one)
    else byKey.set(key, [...groups, [one]])
  }
  return [...byKey.values()].flat()
}

function mergeGroup(group: [SheetSwim, ...SheetSwim[]]): {
  swim: MeetSwim
  reading: HeatSheetReading
} {
  const [best, ...rest] = group.toSorted(
    (a, b) => scoreReliability(b.event) - scoreReliability(a.event),
  )
  const { event, id, reading } = best ?? group[0]
  const swim = {
    ...event,
    session_date:
      event.session_date ?? rest.find((one) => one.event.session_date)?.event.session_date ?? null,
    id,
    job_ids: [best ?? group[0], ...rest].map(({ job_id }) => job_id),
    others: rest.flatMap(({ event: other, job_id }) => findContradictions(event, other, job_id)),
  }
  return { swim: { ...swim, calendar_url: createCalendarLink(swim, reading) }, reading }
}

function scoreReliability({ lane, heat_start_time, estimated }: HeatSheetEvent): number {
  return (lane === null ? 0 : 2) + (heat_start_time === null || estimated ? 0 : 1)
}

/** A missing or estimated value cannot contradict another value. */
function findContradictions(event: HeatSheetEvent, other: HeatSheetEvent, job_id: string) {
  const { heat_number, lane, heat_start_time, estimated } = other
  const isOther =
    (lane !== null && (lane !== event.lane || heat_number !== event.heat_number)) ||
    (heat_start_time !== null && !estimated && heat_start_time !== event.heat_start_time)
  return isOther ? [{ job_id, heat_number, lane, heat_start_time }] : []
}

function groupBySession(all: { swim: MeetSwim; reading: HeatSheetReading }[]): MeetSession[] {
  const sessions = new Map<string, MeetSession>()
  for (const { swim, reading } of all) {
    const { meet_name, venue, time_zone } = reading
    const { session, session_date } = swim
    const key = JSON.stringify([meet_name, session, session_date])
    const known = sessions.get(key) ?? {
      meet_name,
      venue,
      time_zone,
      session,
      session_date,
      job_ids: [],
      swims: [],
    }
    known.swims.push(swim)
    known.job_ids = [...new Set([...known.job_ids, ...swim.job_ids])]
    sessions.set(key, known)
  }
  const ordered = [...sessions.values()].map((one) => ({
    ...one,
    swims: one.swims.toSorted(compareByTime),
  }))
  return ordered.toSorted((a, b) => compare(findFirstStart(a), findFirstStart(b)))
}

/** Sorts swims without a time by event. */
function compareByTime(a: MeetSwim, b: MeetSwim): number {
  if (a.heat_start_time && b.heat_start_time && a.heat_start_time !== b.heat_start_time) {
    return compare(a.heat_start_time, b.heat_start_time)
  }
  return a.event_number - b.event_number || (a.heat_number ?? 0) - (b.heat_number ?? 0)
}

function findFirstStart({ session_date, swims }: MeetSession): string {
  const first = swims.find(({ heat_start_time }) => heat_start_time)?.heat_start_time ?? '24:00'
  return `${session_date ?? '9999'} ${first}`
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function explainMissingSwims({ sheet, events, swimmers }: HeatSheetReading): Message | undefined {
  if (sheet === 'session_report') return message('sheet_session_report', null, {})
  if (events.length > 0) return undefined
  const names = swimmers.map(({ requested }) => requested)
  return names.length === 0
    ? message('sheet_without_swims', null, {})
    : message('sheet_without_swimmers', null, { names })
}
