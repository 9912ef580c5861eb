/**
 * Subtracts an offset from a timestamp, and clamps the result to the range that Postgres supports, which has neither a
 * year 0 nor offsets of a full day.
 */
export function clampTimestamp(text: string, beforeMs = 0): string {
  return new Date(Math.max(0, Date.parse(text) - beforeMs)).toISOString()
}
