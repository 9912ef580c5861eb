import { z } from 'zod'

/** What a parameter can be, and how that is said to a person. */
export const paramKinds = {
  text: 'a text',
  date: 'a date like 2026-07-18',
  time: 'a time of day like 08:30',
  time_zone: 'a time zone like America/New_York',
  minutes: 'a number of minutes up to 1440',
} as const

export const ParamKind = z.enum(Object.keys(paramKinds) as (keyof typeof paramKinds)[])
export type ParamKind = z.infer<typeof ParamKind>

export function isOfKind(kind: ParamKind, value: string): boolean {
  switch (kind) {
    case 'text':
      return true
    case 'date':
      return isDate(value)
    case 'time':
      return /^([01]?\d|2[0-3]):[0-5]\d$/.test(value)
    case 'time_zone':
      return isTimeZone(value)
    case 'minutes':
      return /^\d{1,4}$/.test(value) && Number(value) <= 24 * 60
  }
}

/** A day that there is. */
function isDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const day = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value)
}

/** A place, not an offset: only a place knows when its clocks change. */
function isTimeZone(value: string): boolean {
  if (!/^(?:UTC|[A-Za-z_]+\/[\w/+-]+)$/.test(value)) return false
  try {
    new Date(0).toLocaleString('en', { timeZone: value })
    return true
  } catch {
    return false
  }
}
