const dayMs = 86_400_000

/**
 * Converts local time in a zone to UTC, both in milliseconds. If a local time occurs twice, returns the first
 * occurrence. If it does not exist, applies the earlier offset.
 */
export function toUtc(localTime: number, timeZone: string): number {
  const before = computeOffset(localTime - dayMs, timeZone)
  const after = computeOffset(localTime + dayMs, timeZone)
  const early = localTime - before
  const late = localTime - after
  const isEarly = computeOffset(early, timeZone) === before
  const isLate = computeOffset(late, timeZone) === after
  return isEarly || !isLate ? early : late
}

/** Returns the offset from UTC in milliseconds. */
function computeOffset(moment: number, timeZone: string): number {
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
