/** A sliding-window limit. */
export interface Quota {
  limit: number
  seconds: number
}

export interface RateDecision {
  isAllowed: boolean
  remaining: number
  /** Seconds until the next call is allowed, a whole number of at least 1. */
  wait_seconds: number
}

/** Limits the rate of calls. Rejected calls do not count. */
export interface RateLimiter {
  take(key: string, quota: Quota): Promise<RateDecision>
}

const sweepEvery = 1000

/** Limits calls within this process. Counts are lost on restart. */
export function memoryRateLimiter(now: () => number = () => performance.now() / 1000): RateLimiter {
  const windows = new Map<string, { moments: number[]; seconds: number }>()
  let callCount = 0

  function sweep(): void {
    for (const [key, { moments: timestamps, seconds }] of windows) {
      if ((timestamps.at(-1) ?? 0) <= now() - seconds) windows.delete(key)
    }
  }

  return {
    async take(key, { limit, seconds }) {
      callCount += 1
      if (callCount % sweepEvery === 0) sweep()
      const timestamp = now()
      const timestamps = windows.get(key)?.moments ?? []
      const firstLive = timestamps.findIndex((one) => one > timestamp - seconds)
      // Removes old timestamps in place, because a large quota keeps many of them.
      if (firstLive !== 0) timestamps.splice(0, firstLive < 0 ? timestamps.length : firstLive)
      const isAllowed = timestamps.length < limit
      if (isAllowed) timestamps.push(timestamp)
      windows.set(key, { moments: timestamps, seconds })
      const oldest = timestamps[0] ?? timestamp
      const wait_seconds = Math.max(1, Math.ceil(seconds - (timestamp - oldest)))
      return { isAllowed, remaining: limit - timestamps.length, wait_seconds }
    },
  }
}
