import { words } from './words.ts'

const { units } = words
const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 })
const tenths = new Intl.NumberFormat(undefined, {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})
const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 })
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' })
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

/** `1.4 MB`. One MB is 1024 × 1024 bytes, as in the server's limits. */
export function formatBytes(bytes: number): string {
  let amount = bytes
  let unit = 0
  while (amount >= 1024 && unit < units.bytes.length - 1) {
    amount /= 1024
    unit += 1
  }
  const digits = unit > 0 && amount < 10 && !Number.isInteger(amount) ? tenths : whole
  return `${digits.format(amount)} ${units.bytes[unit]}`
}

export function formatSpeed(bytesPerSecond: number): string {
  return formatBytes(Math.round(bytesPerSecond)) + units.perSecond
}

/** `40 ms`, `1.4 s`, `42 s`, `3 min 20 s`, `2 h 5 min`. */
export function formatSeconds(seconds: number): string {
  if (seconds < 0.95) return `${whole.format(seconds * 1000)} ${units.millisecond}`
  if (seconds < 9.95) return `${tenths.format(seconds)} ${units.second}`
  return formatWholeSeconds(seconds)
}

/** As `formatSeconds`, but steady while it counts down. */
export function formatWholeSeconds(seconds: number): string {
  const total = Math.round(seconds)
  const [h, min, s] = [Math.floor(total / 3600), Math.floor((total % 3600) / 60), total % 60]
  if (h > 0) return `${h} ${units.hour} ${min} ${units.minute}`
  if (min > 0) return `${min} ${units.minute} ${s} ${units.second}`
  return `${s} ${units.second}`
}

/** `12 s ago`, `4 min ago`, `3 h ago`, `2 d ago`; from a week on the date. */
export function formatAgo(at: string, nowMs: number): string {
  const seconds = Math.max(0, Math.floor((nowMs - Date.parse(at)) / 1000))
  if (seconds < 3) return units.justNow
  if (seconds < 60) return units.ago(`${seconds} ${units.second}`)
  if (seconds < 3600) return units.ago(`${Math.floor(seconds / 60)} ${units.minute}`)
  if (seconds < 86_400) return units.ago(`${Math.floor(seconds / 3600)} ${units.hour}`)
  if (seconds < 7 * 86_400) return units.ago(`${Math.floor(seconds / 86_400)} ${units.day}`)
  return day.format(Date.parse(at))
}

export function formatMoment(at: string): string {
  return moment.format(Date.parse(at))
}

export function formatPercent(fraction: number): string {
  return percent.format(fraction)
}

export function formatCount(count: number): string {
  return whole.format(count)
}
