import { errorRules } from '../messages/error-codes.ts'
import type { ErrorCode } from '../errors/app-error.ts'

/** Upper bounds of the buckets, in seconds. An additional bucket counts longer durations. */
export const durationBounds = [0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 40, 80, 160, 320] as const

/** Attempts that ended within the same minute and with the same outcome. */
export interface OutcomeCounter {
  /** `complete`, `retry`, or the error code of the failure that ended the job. */
  outcome: string
  jobs: number
  pages: number
  waited_ms: number
  /** Number of attempts in each bucket of `durationBounds`, and above the last bound. */
  durations: number[]
}

export function createCounter(outcome: string): OutcomeCounter {
  const durations = Array<number>(durationBounds.length + 1).fill(0)
  return { outcome, jobs: 0, pages: 0, waited_ms: 0, durations }
}

export function addDuration(counter: OutcomeCounter, seconds: number): void {
  const found = durationBounds.findIndex((bound) => seconds <= bound)
  const nth = found < 0 ? durationBounds.length : found
  counter.durations[nth] = (counter.durations[nth] ?? 0) + 1
}

/** Returns a quantile of the durations, interpolated within its bucket, or null if there is no data. */
export function computeQuantile(durations: readonly number[], share: number): number | null {
  const total = durations.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  let below = 0
  for (const [nth, count] of durations.entries()) {
    if (below + count >= share * total && count > 0) {
      const from = durationBounds[nth - 1] ?? 0
      const to = durationBounds[nth] ?? from * 2
      return from + ((share * total - below) / count) * (to - from)
    }
    below += count
  }
  return null
}

/** Returns `service` if the administrator can fix the failure's cause, or `document` if the document is the cause. */
export function attributeFailure(code: string): 'service' | 'document' {
  const rule = code in errorRules ? errorRules[code as ErrorCode] : undefined
  return rule === undefined || rule.status >= 500 ? 'service' : 'document'
}
