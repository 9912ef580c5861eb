import { dateFormat, formatCount, numberFormat } from './locale/locale.ts'
import { uiText } from './ui-text.ts'

const tenths = { minimumFractionDigits: 1, maximumFractionDigits: 1 }

/** Formats a size: `3 kB`, `1.4 MB`. One MB is 1024 × 1024 bytes, as in the server's limits. */
export function formatBytes(bytes: number): string {
  const { units } = uiText
  let amount = bytes
  let unit = 0
  while (amount >= 1024 && unit < units.bytes.length - 1) {
    amount /= 1024
    unit += 1
  }
  const isWhole = unit < 2 || amount >= 10 || Number.isInteger(amount)
  return `${isWhole ? formatCount(amount) : numberFormat(tenths).format(amount)} ${units.bytes[unit]}`
}

export function formatSpeed(bytesPerSecond: number): string {
  return formatBytes(Math.round(bytesPerSecond)) + uiText.units.perSecond
}

/** Formats a duration: `40 ms`, `1.4 s`, `42 s`, `3 min 20 s`, `2 h 5 min`. */
export function formatSeconds(seconds: number): string {
  const { units } = uiText
  if (seconds < 0.95) return `${formatCount(seconds * 1000)} ${units.millisecond}`
  if (seconds < 9.95) return `${numberFormat(tenths).format(seconds)} ${units.second}`
  return formatWholeSeconds(seconds)
}

/** Formats a duration like `formatSeconds`, but without fractions, for countdowns. */
export function formatWholeSeconds(seconds: number): string {
  const { units } = uiText
  const total = Math.round(seconds)
  const [h, min, s] = [Math.floor(total / 3600), Math.floor((total % 3600) / 60), total % 60]
  if (h > 0) return `${h} ${units.hour} ${min} ${units.minute}`
  if (min > 0) return `${min} ${units.minute} ${s} ${units.second}`
  return `${s} ${units.second}`
}

/** Formats an age: `12 s ago`, `4 min ago`, `3 h ago`, `2 d ago`. After a week, returns the date. */
export function formatAgo(at: string, nowMs: number): string {
  const { units } = uiText
  const seconds = Math.max(0, Math.floor((nowMs - Date.parse(at)) / 1000))
  if (seconds < 3) return units.justNow
  if (seconds < 60) return units.ago(`${seconds} ${units.second}`)
  if (seconds < 3600) return units.ago(`${Math.floor(seconds / 60)} ${units.minute}`)
  if (seconds < 86_400) return units.ago(`${Math.floor(seconds / 3600)} ${units.hour}`)
  if (seconds < 7 * 86_400) return units.ago(`${Math.floor(seconds / 86_400)} ${units.day}`)
  return dateFormat({ dateStyle: 'medium' }).format(Date.parse(at))
}

export function formatMoment(at: string): string {
  return dateFormat({ dateStyle: 'full', timeStyle: 'medium' }).format(Date.parse(at))
}

export function formatPercent(fraction: number): string {
  return numberFormat({ style: 'percent', maximumFractionDigits: 0 }).format(fraction)
}

/** Formats a calendar day (2026-05-02), independently of time zones. */
export function formatDate(day: string): string {
  return dateFormat({ dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(day))
}

/** Formats a month (2026-05). */
export function formatMonth(month: string): string {
  return dateFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' }).format(Date.parse(month))
}

export function formatWeekday(day: string): string {
  const parts = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const
  return dateFormat({ ...parts, timeZone: 'UTC' }).format(Date.parse(day))
}

export function formatDayAndTime(at: string): string {
  return dateFormat({ dateStyle: 'medium', timeStyle: 'short' }).format(Date.parse(at))
}

export function formatTimeOfDay(at: string): string {
  return dateFormat({ timeStyle: 'medium' }).format(Date.parse(at))
}
