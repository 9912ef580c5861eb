/**
 * Gives up after so many milliseconds, unless that is called off. What has come while this process stood still itself is
 * in time: timers are looked at first, then what has arrived, and only then is it given up.
 */
export function giveUpAfter(ms: number, giveUp: () => void): () => void {
  let judging: NodeJS.Immediate | undefined
  const timer = setTimeout(() => {
    judging = setImmediate(giveUp)
  }, ms)
  return () => {
    clearTimeout(timer)
    clearImmediate(judging)
  }
}

/** Rejects when an answer takes longer than so many milliseconds. */
export async function inTime<Answer>(answer: Promise<Answer>, ms: number): Promise<Answer> {
  let callOff: (() => void) | undefined
  const tooLate = new Promise<never>((_, reject) => {
    callOff = giveUpAfter(ms, () => reject(new Error('The answer timed out')))
  })
  try {
    return await Promise.race([answer, tooLate])
  } finally {
    callOff?.()
  }
}

/** Does what an abort ends when it takes longer than so many milliseconds. */
export async function withTimeLimit<Result>(
  ms: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const limit = new AbortController()
  const reason = new Error(`no answer within ${ms / 1000} s`)
  const callOff = giveUpAfter(ms, () => limit.abort(reason))
  try {
    return await work(limit.signal)
  } finally {
    callOff()
  }
}
