import type { AppError } from './errors.ts'

/** How an attempt ended, as a value: queue/settle.ts is the only one that acts on it. */
export type Failure =
  | { event: 'fail'; error: AppError }
  | { event: 'retry'; error: AppError; delay_seconds: number }

/** Wait before retry n (0, 1, 2 …): 5 s × 2ⁿ and up to 5 s more, so that a crowd does not return at once. */
export function retryDelaySeconds(retry: number, random: number): number {
  return 5 * 2 ** retry + 5 * random
}

/** Decides what a failed attempt means. `attempt` counts from 1 and includes the one that just failed. */
export function failureOf(
  error: AppError,
  attempt: number,
  maxRetries: number,
  random = Math.random(),
): Failure {
  if (!error.rule.retry || attempt > maxRetries) return { event: 'fail', error }
  return { event: 'retry', error, delay_seconds: retryDelaySeconds(attempt - 1, random) }
}
