/**
 * Calls `onTimeout` after `ms` unless cancelled. If this process was stalled, data that arrived meanwhile still
 * counts: the event loop runs timers first, then I/O, and only then the callback.
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

/** Rejects if the answer takes longer than `ms`. */
export async function withTimeout<Answer>(answer: Promise<Answer>, ms: number): Promise<Answer> {
  let cancel: (() => void) | undefined
  const timeout = new Promise<never>((_, reject) => {
    cancel = startTimeout(ms, () => reject(new Error('The answer timed out')))
  })
  try {
    return await Promise.race([answer, timeout])
  } finally {
    cancel?.()
  }
}

/** Aborts the work after `ms`. */
export async function withAbortTimeout<Result>(
  ms: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const limit = new AbortController()
  const reason = new Error(`no answer within ${ms / 1000} s`)
  const cancel = startTimeout(ms, () => limit.abort(reason))
  try {
    return await work(limit.signal)
  } finally {
    cancel()
  }
}
