import type { HeatSheetEvent } from '../../domain/heat-sheet/heat-sheet.ts'
import { parseSeedSeconds } from '../heat-sheet/titles.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** A swim stands in the calendar for at least so long, to be seen there. */
const shortest = 5 * minuteMs

/** From when to when on the wall clock of the pool, as if that showed UTC; without a start time the whole day. */
export interface Span {
  start: number
  end: number
  is_day: boolean
}

/** Undefined where not even the day is known. */
export function spanOf({
  session_date,
  heat_start_time,
  seed_time,
}: HeatSheetEvent): Span | undefined {
  if (session_date === null) return undefined
  if (heat_start_time === null) {
    const start = Date.parse(`${session_date}T00:00Z`)
    return { start, end: start + dayMs, is_day: true }
  }
  const start = Date.parse(`${session_date}T${heat_start_time}Z`)
  const swim = Math.ceil((parseSeedSeconds(seed_time) ?? 0) / 60) * minuteMs
  return { start, end: start + Math.max(swim, shortest), is_day: false }
}

/** As calendars write it: 20260502T090500. */
export function localStamp(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace(/[-:]/g, '')
}

export function dayStamp(ms: number): string {
  return localStamp(ms).slice(0, 8)
}
