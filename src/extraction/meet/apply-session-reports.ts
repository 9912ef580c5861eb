import type { HeatSheetEvent, HeatSheetReading } from '../../domain/heat-sheet/heat-sheet.ts'
import { fold } from '../../domain/heat-sheet/swimmer-names.ts'
import { slowSeconds } from '../heat-sheet/estimate-start-times.ts'
import { clockTime } from '../heat-sheet/swims.ts'
import { parseStart } from '../heat-sheet/titles.ts'

/** Minutes from one heat to the next where a report tells nothing of it. */
const usualSlot = 2

/**
 * Sheets whose heats have no printed times, with those that a session report of the same meet gives: the first heat
 * of an event starts with the event; the others share the time until the next event, and are marked as estimated.
 */
export function applyReports(readings: readonly HeatSheetReading[]): HeatSheetReading[] {
  const reports = readings.filter(({ sheet }) => sheet === 'session_report')
  if (reports.length === 0) return [...readings]
  return readings.map((reading) => {
    const own = reports.filter((report) => isSameMeet(report, reading))
    if (reading.sheet !== 'program' || own.length === 0) return reading
    const rows = own.flatMap(rowsOf)
    const events = reading.events.map((event) => timed(event, rows))
    return { ...reading, events }
  })
}

/** An event of a report, and how long each of its heats has. */
interface ReportRow {
  event: HeatSheetEvent
  start: number
  slot: number
}

function rowsOf({ events }: HeatSheetReading): ReportRow[] {
  return events.flatMap((event, index) => {
    const start = parseStart(event.heat_start_time ?? '')
    if (start === null) return []
    const next = events[index + 1]
    const isNext = next?.session === event.session && next.session_date === event.session_date
    const end = isNext ? parseStart(next.heat_start_time ?? '') : null
    return [{ event, start, slot: slotOf(event, start, end) }]
  })
}

/** A break before the next event must not spread the heats: none takes longer than its slowest swimmers. */
function slotOf(event: HeatSheetEvent, start: number, end: number | null): number {
  const slow = slowSeconds(event.event_name)
  const longest = slow === undefined ? undefined : slow / 60
  const shared = end !== null && end > start ? (end - start) / (event.heats_total ?? 1) : undefined
  return Math.min(shared ?? longest ?? usualSlot, longest ?? Infinity)
}

function timed(event: HeatSheetEvent, rows: ReportRow[]): HeatSheetEvent {
  const isPrinted = event.heat_start_time !== null && !event.estimated
  const row = isPrinted || event.alternate !== null ? undefined : rowFor(event, rows)
  if (!row || event.heat_number === null) return event
  const minutes = Math.floor(row.start + (event.heat_number - 1) * row.slot)
  if (minutes >= 24 * 60) return event
  return {
    ...event,
    session_date: event.session_date ?? row.event.session_date,
    heat_start_time: clockTime(minutes),
    estimated: event.heat_number > 1,
  }
}

/** The same event by number, on the same day as far as both are known; of several rounds the same one. */
function rowFor(event: HeatSheetEvent, rows: ReportRow[]): ReportRow | undefined {
  const fitting = rows.filter(
    ({ event: other }) =>
      other.event_number === event.event_number &&
      other.event_letter === event.event_letter &&
      (event.session_date === null ||
        other.session_date === null ||
        event.session_date === other.session_date),
  )
  if (fitting.length < 2) return fitting[0]
  const sameRound = fitting.filter(({ event: other }) => roundOf(other) === roundOf(event))
  return sameRound.length === 1 ? sameRound[0] : undefined
}

function roundOf({ round }: HeatSheetEvent): string {
  return (round ?? '').toLowerCase().slice(0, 5)
}

/** By name; one that names none is of the meet that it was sent along with. */
function isSameMeet(
  a: Pick<HeatSheetReading, 'meet_name'>,
  b: Pick<HeatSheetReading, 'meet_name'>,
): boolean {
  if (a.meet_name === null || b.meet_name === null) return true
  return plain(a.meet_name) === plain(b.meet_name)
}

function plain(name: string): string {
  return fold(name.toLowerCase())
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
