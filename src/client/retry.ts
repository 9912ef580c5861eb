import { type AppError, toAppError } from '../domain/errors/errors.ts'
import { isTransientStatus } from './response-error.ts'

export interface RetryOptions {
  /** Maximum number of retries for a repeatable call. Default: 3. */
  retries: number
  /** Gives up when `Retry-After` exceeds this. Default: 120. */
  maxWaitSeconds: number
  /** Called before each wait. */
  onWait?: ((seconds: number, reason: AppError) => void) | undefined
}

/** Docket's rate limits use one-minute windows, so waiting two minutes is always enough. */
export const defaultRetryOptions: RetryOptions = { retries: 3, maxWaitSeconds: 120 }

/** Retries transient errors after `Retry-After`, or with exponential backoff. */
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

/** True for errors unrelated to the request itself, and while an earlier attempt with the same key is running. */
export function isTransient(thrown: unknown): boolean {
  const { code, status, rule } = toAppError(thrown)
  return code === 'KEY_IN_USE' || isTransientStatus(status ?? rule.status)
}

/** Returns an exponential backoff delay with jitter, so that clients do not all return at the same moment. */
function retryDelaySeconds(retry: number, requestedSeconds: number): number {
  const step = 0.5 * 2 ** retry
  return requestedSeconds + step * (0.5 + Math.random() / 2)
}

/** Rejects as soon as the signal aborts. */
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
