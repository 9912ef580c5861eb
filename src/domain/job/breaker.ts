/** Recent calls to a dependency and the state of its breaker. Times come from the database clock, in ms. */
export interface Breaker {
  /** Null while closed. While open, jobs that need the dependency stay queued. */
  opened_at: number | null
  /** From this time on, one job at a time may probe the dependency. */
  probe_at: number | null
  probe_delay_seconds: number
  probe_successes: number
  calls: { at: number; ok: boolean }[]
}

export const breakerRules = {
  /**
   * Maximum number of recent calls considered. The breaker opens when at least half of the calls in the last minute
   * failed, provided that there were at least five.
   */
  window: 20,
  windowSeconds: 60,
  fewestCalls: 5,
  failureShare: 0.5,
  /** The delay before a probe doubles after each failed probe. */
  firstProbeSeconds: 30,
  longestProbeSeconds: 300,
  successesToClose: 3,
} as const

export const closedBreaker: Breaker = {
  opened_at: null,
  probe_at: null,
  probe_delay_seconds: 0,
  probe_successes: 0,
  calls: [],
}

/** Returns the breaker after a call that ended at `now`. */
export function applyCall(breaker: Breaker, ok: boolean, now: number): Breaker {
  return breaker.opened_at === null
    ? applyCallWhileClosed(breaker, ok, now)
    : applyCallWhileOpen(breaker, ok, now)
}

function applyCallWhileClosed(breaker: Breaker, ok: boolean, now: number): Breaker {
  const { window, windowSeconds, fewestCalls, failureShare, firstProbeSeconds } = breakerRules
  const calls = [...breaker.calls, { at: now, ok }]
    .filter((call) => now - call.at <= windowSeconds * 1000)
    .slice(-window)
  const failures = calls.filter((call) => !call.ok).length
  if (calls.length < fewestCalls || failures < failureShare * calls.length) {
    return { ...closedBreaker, calls }
  }
  return { ...closedBreaker, opened_at: now, ...scheduleProbe(now, firstProbeSeconds) }
}

function applyCallWhileOpen(breaker: Breaker, ok: boolean, now: number): Breaker {
  // Ignores calls that started before the breaker opened, because these provide no new information.
  if (breaker.probe_at === null || now < breaker.probe_at) return breaker
  if (!ok) {
    const { longestProbeSeconds } = breakerRules
    const delay = Math.min(2 * breaker.probe_delay_seconds, longestProbeSeconds)
    return { ...breaker, probe_successes: 0, ...scheduleProbe(now, delay) }
  }
  const probe_successes = breaker.probe_successes + 1
  return probe_successes >= breakerRules.successesToClose
    ? closedBreaker
    : { ...breaker, probe_successes }
}

function scheduleProbe(now: number, delaySeconds: number) {
  return { probe_at: now + delaySeconds * 1000, probe_delay_seconds: delaySeconds }
}
