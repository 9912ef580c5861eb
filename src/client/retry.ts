import { type AppError, toAppError } from '../domain/errors/app-error.ts'
import { isTransientStatus } from './response-error.ts'

export interface RetryOptions {
  /** Maximum number of retries per call. Default: 3. */
  retries: number
  /** Gives up if `Retry-After` is longer than this. Default: 120. */
  maxWaitSeconds: number
  /** Called before each wait. */
  onWait?: ((seconds: number, reason: AppError) => void) | undefined
}

/** Docket's rate limits have windows of one minute, so waiting two minutes is always enough. */
export const defaultRetryOptions: RetryOptions = { retries: 3, maxWaitSeconds: 120 }

/** Retries after transient errors. Waits for the time in `Retry-After` plus an exponential backoff. */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  { retries, maxWaitSeconds, onWait }: RetryOptions,
  signal?: AbortSignal,
): Promise<T> {
  for (let retry = 0; ; retry++) {
    try {
      return await attempt()
    } catch (thrown) {
      if (signal?.aborted || retry >= retries || !isTransient(thrown)) throw thrown
      const reason = toAppError(thrown)
      const requestedSeconds = reason.retryAfterSeconds ?? 0
      if (requestedSeconds > maxWaitSeconds) throw thrown
      const seconds = retryDelaySeconds(retry, requestedSeconds)
      onWait?.(seconds, reason)
      await sleep(seconds * 1000, signal)
    }
  }
}

/**
 * True for errors that the request itself did not cause, or if an earlier attempt with the same key is still running.
 */
export function isTransient(thrown: unknown): boolean {
  const { code, status, rule } = toAppError(thrown)
  return code === 'KEY_IN_USE' || isTransientStatus(status ?? rule.status)
}

/** Returns a delay with exponential backoff and jitter, so that clients do not all retry at the same time. */
function retryDelaySeconds(retry: number, requestedSeconds: number): number {
  const step = 0.5 * 2 ** retry
  return requestedSeconds + step * (0.5 + Math.random() / 2)
}

/** Resolves after `ms`; rejects as soon as the signal is aborted. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, ms)
    function onAbort(): void {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}
