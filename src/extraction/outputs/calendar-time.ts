import type { HeatSheetEvent } from '../../domain/heat-sheet/heat-sheet.ts'
import { parseSeedSeconds } from '../heat-sheet/grammar/times.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** Minimum duration, so that a short swim is visible in a calendar. */
const minDurationMs = 5 * minuteMs

/** Local time at the pool, as if it were UTC. An event without a start time lasts the whole day. */
export interface EventTime {
  start: number
  end: number
  is_day: boolean
}

/** Returns undefined if there is no date. */
export function toEventTime({
  session_date,
  heat_start_time,
  seed_time,
}: HeatSheetEvent): EventTime | undefined {
  if (session_date === null) return undefined
  if (heat_start_time === null) {
    const start = Date.parse(`${session_date}T00:00Z`)
    return { start, end: start + dayMs, is_day: true }
  }
  const start = Date.parse(`${session_date}T${heat_start_time}Z`)
  const swim = Math.ceil((parseSeedSeconds(seed_time) ?? 0) / 60) * minuteMs
  return { start, end: start + Math.max(swim, minDurationMs), is_day: false }
}

/** Formats local time for iCalendar: 20260502T090500. */
export function formatLocal(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace(/[-:]/g, '')
}

export function formatDay(ms: number): string {
  return formatLocal(ms).slice(0, 8)
}
