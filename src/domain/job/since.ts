import { clampTimestamp } from '../values/clamp-timestamp.ts'

const overlapMs = 10_000
const dayMs = 24 * 60 * 60_000

/** Number of days for which deletions are kept. A client that was offline longer must list its jobs again. */
export const maxDeletionAgeDays = 7

/**
 * Returns the time from which to search for changes since a timestamp. Changes are timestamped before their
 * transactions commit, so a change may be older than a response that did not include it. The search therefore starts
 * this much earlier, and returns some changes twice.
 */
export function subtractOverlap(since: string): string {
  return clampTimestamp(since, overlapMs)
}

/** True if every deletion since this timestamp is still recorded. */
export function isWithinRetention(from: string, now: string): boolean {
  const age = Date.parse(now) - Date.parse(from)
  return age >= 0 && age <= maxDeletionAgeDays * dayMs
}
