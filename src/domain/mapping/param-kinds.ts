import { z } from 'zod'

/** Parameter types. */
export const ParamKind = z.enum(['text', 'date', 'time', 'time_zone', 'minutes'])
export type ParamKind = z.infer<typeof ParamKind>

export function isValidParam(kind: ParamKind, value: string): boolean {
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

/** Accepts only valid calendar dates. */
export function isDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const day = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value)
}

/** Accepts an IANA zone but not an offset, because only a zone has clock changes. */
function isTimeZone(value: string): boolean {
  if (!/^(?:UTC|[A-Za-z_]+\/[\w/+-]+)$/.test(value)) return false
  try {
    new Date(0).toLocaleString('en', { timeZone: value })
    return true
  } catch {
    return false
  }
}
