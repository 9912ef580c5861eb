import { clampTimestamp } from '../values/clamp-timestamp.ts'

const overlapMs = 10_000
const dayMs = 24 * 60 * 60_000

/** Number of days for which deletions are kept. A client that was offline longer must list its jobs again. */
export const maxDeletionAgeDays = 7

/**
 * Returns where to start searching for changes since a timestamp. A change is stamped before its transaction commits,
 * so it may be older than a response that did not include it; the search starts this much earlier and returns some
 * changes twice.
 */
export function subtractOverlap(since: string): string {
  return clampTimestamp(since, overlapMs)
}

/** True if all changes since a timestamp are still known. */
export function isWithinRetention(from: string, now: string): boolean {
  const age = Date.parse(now) - Date.parse(from)
  return age >= 0 && age <= maxDeletionAgeDays * dayMs
}
