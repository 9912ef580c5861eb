import type { AppError, ErrorCode } from '../errors/errors.ts'

/** How an attempt ended, as a value: queue/settle.ts is the only one that acts on it. */
export type Failure =
  | { event: 'fail'; error: AppError }
  | { event: 'retry'; error: AppError; delay_seconds: number; is_free: boolean }

/** Outages of our own: the document is not to blame, and its attempts are not used up. */
const ourOutages: readonly ErrorCode[] = ['UNAVAILABLE', 'STORAGE_DOWN', 'STORAGE_FULL']

const longestAskedWait = 3600

/** Wait before retry n (0, 1, 2 …): 5 s × 2ⁿ and up to 5 s more, so that a crowd does not return at once. */
export function retryDelaySeconds(retry: number, random: number): number {
  return 5 * 2 ** retry + 5 * random
}

/**
 * Decides what a failed attempt means. `attempt` counts from 1 and includes the one that just failed. Whoever
 * asked us to wait longer (Retry-After) is given that, up to an hour.
 */
export function failureOf(
  error: AppError,
  attempt: number,
  maxRetries: number,
  random = Math.random(),
): Failure {
  const is_free = ourOutages.includes(error.code)
  if (!error.rule.retry || (attempt > maxRetries && !is_free)) return { event: 'fail', error }
  const asked = Math.min(error.retryAfterSeconds ?? 0, longestAskedWait)
  const delay_seconds = Math.max(asked, retryDelaySeconds(attempt - 1, random))
  return { event: 'retry', error, delay_seconds, is_free }
}
