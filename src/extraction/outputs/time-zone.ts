const dayMs = 86_400_000

/**
 * Converts local time in a zone to UTC, both in milliseconds. A repeated local time maps to its first occurrence; a
 * skipped one uses the earlier offset.
 */
export function toUtc(wall: number, timeZone: string): number {
  const before = offsetAt(wall - dayMs, timeZone)
  const after = offsetAt(wall + dayMs, timeZone)
  const early = wall - before
  const late = wall - after
  const isEarly = offsetAt(early, timeZone) === before
  const isLate = offsetAt(late, timeZone) === after
  return isEarly || !isLate ? early : late
}

/** Returns the offset from UTC in milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(moment)
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = (
    ['year', 'month', 'day', 'hour', 'minute', 'second'] as const
  ).map((type) => Number(parts.find((part) => part.type === type)?.value))
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(moment / 1000) * 1000
}
