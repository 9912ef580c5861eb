/** So many within so many seconds, in whatever seconds one looks at. */
export interface Quota {
  limit: number
  seconds: number
}

export interface Taken {
  isAllowed: boolean
  /** How many more are allowed just now. */
  remaining: number
  /** Until there is one more; whole seconds, at least one. */
  wait_seconds: number
}

/** Counts what is done under a key, and says when it is too much. What is refused does not count. */
export interface Rates {
  take(key: string, quota: Quota): Promise<Taken>
}

const sweepAfter = 1000

/** Within one process, and forgotten with it. */
export function memoryRates(now: () => number = () => performance.now() / 1000): Rates {
  const kept = new Map<string, { moments: number[]; seconds: number }>()
  let takes = 0

  function sweep(): void {
    for (const [key, { moments, seconds }] of kept) {
      if ((moments.at(-1) ?? 0) <= now() - seconds) kept.delete(key)
    }
  }

  return {
    async take(key, { limit, seconds }) {
      takes += 1
      if (takes % sweepAfter === 0) sweep()
      const moment = now()
      const moments = kept.get(key)?.moments ?? []
      const over = moments.findIndex((one) => one > moment - seconds)
      // In place: a generous quota keeps many.
      if (over !== 0) moments.splice(0, over < 0 ? moments.length : over)
      const isAllowed = moments.length < limit
      if (isAllowed) moments.push(moment)
      kept.set(key, { moments, seconds })
      const oldest = moments[0] ?? moment
      const wait_seconds = Math.max(1, Math.ceil(seconds - (moment - oldest)))
      return { isAllowed, remaining: limit - moments.length, wait_seconds }
    },
  }
}
