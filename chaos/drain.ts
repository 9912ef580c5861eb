import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Waits until no job is left or none has ended for this many seconds, so that slowness does not count as a failure.
 * Returns the number of jobs that are left. `count` returns undefined if the number is unknown.
 */
export async function drain(
  count: () => Promise<number | undefined>,
  seconds: number,
): Promise<number> {
  let minRemaining = Number.POSITIVE_INFINITY
  let giveUpAt = Date.now() + seconds * 1000
  for (;;) {
    const left = (await count()) ?? minRemaining
    if (left < minRemaining) giveUpAt = Date.now() + seconds * 1000
    minRemaining = Math.min(minRemaining, left)
    if (left === 0 || Date.now() > giveUpAt) return left
    await sleep(100)
  }
}
