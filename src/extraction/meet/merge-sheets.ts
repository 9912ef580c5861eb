import { estimateSeeding } from '../../domain/heat-sheet/estimate-seeding.ts'
import type { HeatSheetEvent, HeatSheetReading } from '../../domain/heat-sheet/heat-sheet.ts'
import type { MeetResults, MeetSession, MeetSwim } from '../../domain/heat-sheet/meet-results.ts'
import { parseRequestedSwimmers } from '../../domain/heat-sheet/requested-swimmer.ts'
import { toSessionId } from '../../domain/heat-sheet/session-id.ts'
import { addRenderedText } from '../../domain/i18n/render.ts'
import { type Message, message } from '../../domain/messages/message.ts'
import { type MeetOptions, parseStarts } from '../../domain/results/meet-options.ts'
import { formatClockTime } from '../heat-sheet/swims.ts'
import type { Program } from '../heat-sheet/meet-program.ts'
import { createCalendarLink } from '../outputs/google-calendar-link.ts'
import { createUids } from '../outputs/calendar-uid.ts'
import { createCalendarFilename } from './calendar-filename.ts'
import { applySessionReports, findReportedStart } from './apply-session-reports.ts'
import { mergeSwimmers } from './merge-swimmers.ts'
import { groupSwims } from './group-swims.ts'

/** One document in a batch. */
export interface SheetSource {
  job_id: string
  name: string
  reading: HeatSheetReading
  /** Absent if only the requested swimmers' swims are stored. */
  program?: Program | undefined
  is_linked?: boolean | undefined
  /** Printed starts by session ID, in minutes after midnight. */
  session_starts?: ReadonlyMap<string, number> | undefined
}

/**
 * Merges the swims on all sheets by session, each swim once. Sheets with lanes take precedence, then printed times over
 * estimated ones, then earlier documents. Contradictions are reported.
 */
export function mergeSheets(
  sources: readonly SheetSource[],
  options: MeetOptions = {},
): Omit<MeetResults, 'newer' | 'checked_at'> {
  const starts = parseStarts(options.start)
  const printed = sources.map(({ reading }) => reading)
  const readings = applySessionReports(printed, starts)
  const sheetSwims = sources.flatMap((source, index) => {
    const reading = readings[index]
    if (!reading || reading.sheet === 'session_report') return []
    const uids = createUids(reading.events, reading)
    return reading.events.map((event, at): SheetSwim => {
      const before = source.reading.events[at] ?? event
      const session_id = toSessionId(before)
      const start =
        source.session_starts?.get(session_id) ?? findReportedStart(before, reading, printed)
      const session_start =
        starts.get(session_id) ?? (start === undefined ? null : formatClockTime(start))
      return { event, id: uids[at] ?? '', source, reading, session_id, session_start }
    })
  })
  const sessions = groupBySession(
    groupSwims(sheetSwims).map((group) => mergeGroup(group, options.lanes)),
  )
  return {
    swimmers: mergeSwimmers(printed),
    sheets: sources.map(({ job_id, name, reading, program, is_linked = false }) => ({
      job_id,
      name,
      sheet: reading.sheet,
      meet_name: reading.meet_name,
      is_adjustable: program !== undefined,
      is_linked,
    })),
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
  source: SheetSource
  reading: HeatSheetReading
  session_id: string
  session_start: string | null
}

interface MergedSwim extends Pick<SheetSwim, 'session_id' | 'session_start'> {
  swim: Omit<MeetSwim, 'calendar_url'>
  /** The sheets with the swim, most reliable first. */
  readings: HeatSheetReading[]
}

function mergeGroup(group: [SheetSwim, ...SheetSwim[]], lanes: number | undefined): MergedSwim {
  const [best = group[0], ...rest] = group.toSorted(
    (a, b) => scoreReliability(b.event) - scoreReliability(a.event),
  )
  const { event, id, session_id } = best
  const swim = {
    ...event,
    session_date:
      event.session_date ?? rest.find((one) => one.event.session_date)?.event.session_date ?? null,
    id,
    job_ids: [best, ...rest].map(({ source }) => source.job_id),
    others: rest.flatMap(({ event: other, source }) =>
      findContradictions(event, other, source.job_id),
    ),
    seeding: estimateSwimSeeding(best, lanes),
  }
  const session_start = [best, ...rest].find((one) => one.session_start)?.session_start ?? null
  const readings = [best, ...rest].map(({ reading }) => reading)
  return { swim, readings, session_id, session_start }
}

/** Returns the estimated heat and lane of a swim on a psych sheet, which only ranks its swimmers. */
function estimateSwimSeeding({ event, source: { program } }: SheetSwim, lanes: number | undefined) {
  if (event.lane !== null || event.seed_rank === null || !program) return null
  const entries = program.heats
    .filter(
      (heat) =>
        heat.kind === 'psych' &&
        heat.event.number === event.event_number &&
        heat.event.letter === event.event_letter,
    )
    .flatMap((heat) => heat.entries)
  return estimateSeeding(event.seed_rank, entries.length, lanes)
}

function scoreReliability({ lane, heat_start_time, estimated }: HeatSheetEvent): number {
  return (lane === null ? 0 : 2) + (heat_start_time === null || estimated ? 0 : 1)
}

/** Returns the fields in which two sheets contradict each other. A missing or estimated value contradicts nothing. */
function findContradictions(event: HeatSheetEvent, other: HeatSheetEvent, job_id: string) {
  const { heat_number, lane, heat_start_time, estimated } = other
  const isOther =
    (lane !== null && (lane !== event.lane || heat_number !== event.heat_number)) ||
    (heat_start_time !== null && !estimated && heat_start_time !== event.heat_start_time)
  return isOther ? [{ job_id, heat_number, lane, heat_start_time }] : []
}

function findZoneSource({ time_zone, evidence }: HeatSheetReading): string | null {
  const found = evidence['time_zone']
  return time_zone !== null && found && found.source !== 'human' ? found.text : null
}

function groupBySession(all: MergedSwim[]): MeetSession[] {
  const groups = new Map<string, MergedSwim[]>()
  for (const one of all) {
    const { session, session_date } = one.swim
    const key = JSON.stringify([one.readings[0]?.meet_name, session, session_date])
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  const ordered = [...groups.values()].map(toSession)
  return ordered.toSorted((a, b) => compare(findFirstStart(a), findFirstStart(b)))
}

/** Takes venue, course and time zone from the first sheet that states them, so that the order of uploads does not matter. */
function toSession(group: MergedSwim[]): MeetSession {
  const [first] = group
  if (!first) throw new Error('Expected at least one swim')
  const readings = group.flatMap((one) => one.readings)
  const zoned = readings.find(({ time_zone }) => time_zone !== null)
  const meet = {
    meet_name: first.readings[0]?.meet_name ?? null,
    venue: readings.find(({ venue }) => venue !== null)?.venue ?? null,
    course: readings.find(({ course }) => course)?.course ?? null,
    time_zone: zoned?.time_zone ?? null,
  }
  const swims = group.map(({ swim }) => ({ ...swim, calendar_url: createCalendarLink(swim, meet) }))
  return {
    id: first.session_id,
    start_time: group.find(({ session_start }) => session_start)?.session_start ?? null,
    ...meet,
    time_zone_from: zoned ? findZoneSource(zoned) : null,
    session: first.swim.session,
    session_date: first.swim.session_date,
    job_ids: [...new Set(swims.flatMap(({ job_ids }) => job_ids))],
    swims: swims.toSorted(compareByTime),
  }
}

/** Compares by start time. If a start time is missing or both are equal, compares by event and heat. */
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
  const names = swimmers.flatMap(({ requested }) => describeRequested(requested))
  return names.length === 0
    ? message('sheet_without_swims', null, {})
    : message('sheet_without_swimmers', null, { names })
}

/** Converts `Ahlgren, Ada | AQUA-XX | 11`, the form used in URLs, to `Ahlgren, Ada (AQUA-XX)`. */
function describeRequested(requested: string): string[] {
  return parseRequestedSwimmers(requested).map(({ name, team }) =>
    team === undefined ? name : `${name} (${team})`,
  )
}
