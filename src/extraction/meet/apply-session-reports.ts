import type { HeatSheetEvent, HeatSheetReading } from '../../domain/heat-sheet/heat-sheet.ts'
import { toSessionId } from '../../domain/heat-sheet/session-id.ts'
import { removeAccents } from '../../domain/heat-sheet/swimmer-names.ts'
import { estimateSlowHeatSeconds } from '../heat-sheet/estimate-start-times.ts'
import { formatClockTime } from '../heat-sheet/swims.ts'
import { parseStartTime } from '../heat-sheet/grammar/times.ts'

/** Minutes per heat if none can be computed from the report. */
const defaultSlotMinutes = 2

/**
 * Fills in missing start times from session reports for the same meet. The first heat starts with its event. Later
 * heats divide the time until the next event equally and are marked as estimated. `starts` has the session starts that
 * the user chose, each of which shifts its session's times.
 */
export function applySessionReports(
  readings: readonly HeatSheetReading[],
  starts: ReadonlyMap<string, string> = new Map(),
): HeatSheetReading[] {
  const reports = readings.filter(({ sheet }) => sheet === 'session_report')
  if (reports.length === 0) return [...readings]
  return readings.map((reading) => {
    const own = reports.filter((report) => isSameMeet(report, reading))
    if (reading.sheet !== 'program' || own.length === 0) return reading
    const rows = own.flatMap(readReportRows)
    const events = reading.events.map((event) => applyReportTime(event, rows, starts))
    return { ...reading, events }
  })
}

/** Returns the reported start of a swim's session, in minutes after midnight. */
export function findReportedStart(
  event: HeatSheetEvent,
  reading: HeatSheetReading,
  readings: readonly HeatSheetReading[],
): number | undefined {
  const rows = readings
    .filter((one) => one.sheet === 'session_report' && isSameMeet(one, reading))
    .flatMap(readReportRows)
  return findReportRow(event, rows)?.session_start
}

/** An event in a report and the minutes per heat. */
interface ReportRow {
  event: HeatSheetEvent
  start: number
  slot: number
  /** First start in the event's session. */
  session_start: number
}

function readReportRows({ events }: HeatSheetReading): ReportRow[] {
  return events.flatMap((event, index) => {
    const start = parseStartTime(event.heat_start_time ?? '')
    if (start === null) return []
    const next = events[index + 1]
    const isNext = next?.session === event.session && next.session_date === event.session_date
    const end = isNext ? parseStartTime(next.heat_start_time ?? '') : null
    const slot = computeSlotMinutes(event, start, end)
    return [{ event, start, slot, session_start: findFirstStart(event, events) ?? start }]
  })
}

function findFirstStart(
  { session, session_date }: HeatSheetEvent,
  events: readonly HeatSheetEvent[],
): number | undefined {
  const starts = events
    .filter((one) => one.session === session && one.session_date === session_date)
    .flatMap(({ heat_start_time }) => parseStartTime(heat_start_time ?? '') ?? [])
  return starts.length > 0 ? Math.min(...starts) : undefined
}

/** Caps a heat's duration at the slowest pace, so that a break before the next event does not stretch the heats. */
function computeSlotMinutes(event: HeatSheetEvent, start: number, end: number | null): number {
  const slow = estimateSlowHeatSeconds(event.event_name)
  const longest = slow === undefined ? undefined : slow / 60
  const shared = end !== null && end > start ? (end - start) / (event.heats_total ?? 1) : undefined
  return Math.min(shared ?? longest ?? defaultSlotMinutes, longest ?? Infinity)
}

function applyReportTime(
  event: HeatSheetEvent,
  rows: ReportRow[],
  starts: ReadonlyMap<string, string>,
): HeatSheetEvent {
  const isPrinted = event.heat_start_time !== null && !event.estimated
  const row = isPrinted || event.alternate !== null ? undefined : findReportRow(event, rows)
  if (!row || event.heat_number === null) return event
  const chosen = parseStartTime(starts.get(toSessionId(event)) ?? '')
  const shift = chosen === null ? 0 : chosen - row.session_start
  const minutes = Math.floor(row.start + shift + (event.heat_number - 1) * row.slot)
  if (minutes < 0 || minutes >= 24 * 60) return event
  return {
    ...event,
    session_date: event.session_date ?? row.event.session_date,
    heat_start_time: formatClockTime(minutes),
    estimated: event.heat_number > 1 || shift !== 0,
  }
}

/** Finds the row by event number and, if both are known, by date. If several rows match, the round decides. */
function findReportRow(event: HeatSheetEvent, rows: ReportRow[]): ReportRow | undefined {
  const matchingRows = rows.filter(
    ({ event: other }) =>
      other.event_number === event.event_number &&
      other.event_letter === event.event_letter &&
      (event.session_date === null ||
        other.session_date === null ||
        event.session_date === other.session_date),
  )
  if (matchingRows.length < 2) return matchingRows[0]
  const rowsInRound = matchingRows.filter(
    ({ event: other }) => toRoundKey(other) === toRoundKey(event),
  )
  return rowsInRound.length === 1 ? rowsInRound[0] : undefined
}

function toRoundKey({ round }: HeatSheetEvent): string {
  return (round ?? '').toLowerCase().slice(0, 5)
}

/** True if two sheets' names may refer to the same meet. A sheet without a name belongs to any meet in the batch. */
function isSameMeet(
  a: Pick<HeatSheetReading, 'meet_name'>,
  b: Pick<HeatSheetReading, 'meet_name'>,
): boolean {
  if (a.meet_name === null || b.meet_name === null) return true
  return toNameKey(a.meet_name) === toNameKey(b.meet_name)
}

function toNameKey(name: string): string {
  return removeAccents(name.toLowerCase())
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
