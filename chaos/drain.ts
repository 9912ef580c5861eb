import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Returns how many remain when none has ended for this many seconds, so that slowness is not a failure. `count` returns
 * undefined if the number is unknown.
 */
export async function drain(
  count: () => Promise<number | undefined>,
  seconds: number,
): Promise<number> {
  let fewest = Number.POSITIVE_INFINITY
  let giveUpAt = Date.now() + seconds * 1000
  for (;;) {
    const left = (await count()) ?? fewest
    if (left < fewest) giveUpAt = Date.now() + seconds * 1000
    fewest = Math.min(fewest, left)
    if (left === 0 || Date.now() > giveUpAt) return left
    await sleep(100)
  }
}
