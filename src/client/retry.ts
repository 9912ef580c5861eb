import { type AppError, toAppError } from '../domain/errors/errors.ts'
import { isTransientStatus } from './response-error.ts'

export interface RetryOptions {
  /** How often a call that may be repeated is tried again: 3 times if left out, 0 for never. */
  retries: number
  /** Whoever asks us to wait longer than this is not asked again: 120 if left out. */
  maxWaitSeconds: number
  /** Told before each wait. */
  onWait?: ((seconds: number, reason: AppError) => void) | undefined
}

/** Docket's own limits count by the minute: one that asks for patience gets it. */
export const defaultRetryOptions: RetryOptions = { retries: 3, maxWaitSeconds: 120 }

/** Tries again what failed by a passing fault: after the wait that was asked for, else after one that grows. */
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

/** Refusals that say nothing about the request itself, or only that an earlier try of it is still worked on. */
export function isTransient(thrown: unknown): boolean {
  const { code, status, rule } = toAppError(thrown)
  return code === 'KEY_IN_USE' || isTransientStatus(status ?? rule.status)
}

/** Between half of a step and all of it, so that a crowd does not return at once; the steps double. */
function retryDelaySeconds(retry: number, requestedSeconds: number): number {
  const step = 0.5 * 2 ** retry
  return requestedSeconds + step * (0.5 + Math.random() / 2)
}

/** Rejects at once when the signal aborts. */
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
