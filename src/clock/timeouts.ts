/**
 * Calls `onTimeout` after `ms` unless it is cancelled. Data that arrived while this process was blocked can still
 * cancel it: the event loop runs timers first, then I/O, and only then the callback.
 */
export function startTimeout(ms: number, onTimeout: () => void): () => void {
  let pending: NodeJS.Immediate | undefined
  const timer = setTimeout(() => {
    pending = setImmediate(onTimeout)
  }, ms)
  return () => {
    clearTimeout(timer)
    clearImmediate(pending)
  }
}

/** Rejects if the promise takes longer than `ms`. */
export async function withTimeout<Body>(response: Promise<Body>, ms: number): Promise<Body> {
  let cancel: (() => void) | undefined
  const timeout = new Promise<never>((_, reject) => {
    cancel = startTimeout(ms, () => reject(new Error('Response timed out')))
  })
  try {
    return await Promise.race([response, timeout])
  } finally {
    cancel?.()
  }
}

export interface Deadline {
  /** Aborted when the time is up or when the outer signal is aborted. */
  signal: AbortSignal
  /** Stops the timer and stops listening to the outer signal. */
  cancel(): void
}

/**
 * Limits work to `ms` and to the lifetime of `outer`. Do not use `AbortSignal.any([outer, AbortSignal.timeout(ms)])`
 * instead: Node 20 garbage-collects the combined signal, and the timeout never fires.
 */
export function startDeadline(ms: number, outer?: AbortSignal): Deadline {
  const limit = new AbortController()
  const cancelTimer = startTimeout(ms, () =>
    limit.abort(new Error(`no response within ${ms / 1000} s`)),
  )
  const forward = () => limit.abort(outer?.reason)
  outer?.addEventListener('abort', forward)
  if (outer?.aborted === true) forward()
  return {
    signal: limit.signal,
    cancel() {
      cancelTimer()
      outer?.removeEventListener('abort', forward)
    },
  }
}

/** Aborts the work after `ms`. */
export async function withAbortTimeout<Result>(
  ms: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const deadline = startDeadline(ms)
  try {
    return await work(deadline.signal)
  } finally {
    deadline.cancel()
  }
}
