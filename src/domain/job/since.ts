import { moment } from '../values/moment.ts'

const overlapMs = 10_000
const dayMs = 24 * 60 * 60_000

/** For so long it is known which jobs were deleted. Whoever was away for longer lists their jobs anew. */
export const deletedDays = 7

/**
 * From when on to look for what has changed since a moment. A change is stamped before its transaction commits, so
 * it may be stamped before an answer that did not hold it yet: whoever asks is told from this much earlier on, and
 * of some changes twice.
 */
export function reachBack(since: string): string {
  return moment(since, overlapMs)
}

/** Whether all that has changed from a moment on can still be told. */
export function isRemembered(from: string, now: string): boolean {
  const age = Date.parse(now) - Date.parse(from)
  return age >= 0 && age <= deletedDays * dayMs
}
