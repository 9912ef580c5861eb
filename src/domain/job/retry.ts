import type { AppError, ErrorCode } from '../errors/app-error.ts'

/** The outcome of a failed attempt, as data that queue/settle.ts applies. */
export type Failure =
  | { event: 'fail'; error: AppError }
  | { event: 'retry'; error: AppError; delay_seconds: number; is_free: boolean }

/** Outages of Docket's own services. They do not use up an attempt, because the document did not cause them. */
const outageCodes: readonly ErrorCode[] = ['UNAVAILABLE', 'STORAGE_DOWN', 'STORAGE_FULL']

const maxRetryAfter = 3600

/** Returns the delay before retry n (0, 1, 2 …): 5 s × 2ⁿ plus up to 5 s of jitter. */
export function computeRetryDelaySeconds(retry: number, random: number): number {
  return 5 * 2 ** retry + 5 * random
}

const maxInterruptionDelay = 30

/** What happens to an interrupted job, as data that queue/rescue-lost-jobs.ts applies. */
export type InterruptionOutcome =
  | { event: 'rescue'; delay_seconds: number }
  | { event: 'fail'; code: 'RESOURCE_LIMIT' }

/**
 * Decides what happens to a job that lost its lease. `interruption` starts at 1 and includes the current one.
 * Interruptions do not use up attempts, because the document may not have caused the crash. A document that crashes its
 * worker would crash it on every attempt, so it fails after a few interruptions. Increasing random delays separate it
 * from the documents that were interrupted with it: 2 s, 6 s, 18 s, then 30 s, ±50%.
 */
export function decideInterruptionOutcome(
  interruption: number,
  maxRetries: number,
  random = Math.random(),
): InterruptionOutcome {
  if (interruption > maxRetries + 1) return { event: 'fail', code: 'RESOURCE_LIMIT' }
  const seconds = Math.min(maxInterruptionDelay, 2 * 3 ** (interruption - 1))
  return { event: 'rescue', delay_seconds: seconds * (0.5 + random) }
}

/**
 * Decides what happens after a failed attempt. `attempt` starts at 1 and includes the one that just failed. A longer
 * Retry-After is honoured, up to an hour.
 */
export function decideFailure(
  error: AppError,
  attempt: number,
  maxRetries: number,
  random = Math.random(),
): Failure {
  const is_free = outageCodes.includes(error.code)
  if (!error.rule.retry || (attempt > maxRetries && !is_free)) return { event: 'fail', error }
  const requestedSeconds = Math.min(error.retryAfterSeconds ?? 0, maxRetryAfter)
  const delay_seconds = Math.max(requestedSeconds, computeRetryDelaySeconds(attempt - 1, random))
  return { event: 'retry', error, delay_seconds, is_free }
}
