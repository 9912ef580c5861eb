import { z } from 'zod'
import { isTimeZone } from '../values/time-zone.ts'

/** Parameter types. */
export const ParamKind = z.enum(['text', 'date', 'time', 'time_zone', 'minutes', 'schema'])
export type ParamKind = z.infer<typeof ParamKind>

export function isValidParam(kind: ParamKind, value: string): boolean {
  switch (kind) {
    case 'text':
    // The custom-fields reader validates the schema, which may have faults at several paths.
    case 'schema':
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

/** True for a valid calendar date. */
export function isDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const day = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value)
}
