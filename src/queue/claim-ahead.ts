/**
 * Maximum average duration of attempts, in ms, at which jobs are claimed ahead. If attempts are slower, another worker
 * may be free sooner.
 */
const quickMs = 500
/** Weight of the latest attempt in the average. */
const weight = 0.2
/** Maximum time that a completion waits for others, in ms. Users hardly notice a wait this short. */
const maxLingerMs = 100

/**
 * Decides how many jobs a worker claims. While documents are quick to read, it claims more than it can read at a time.
 * Readers then need not wait for the database, and several completions share a round trip, which costs little more than
 * a single completion.
 */
export interface ClaimAhead {
  slots(): number
  /** Adds an attempt's duration to the average. */
  measure(ms: number): void
  /**
   * Waits for further completions while all readers are busy with other jobs. `wait` resolves on any change, or after
   * the given number of ms.
   */
  linger(load: () => Load, wait: (ms: number) => Promise<unknown>): Promise<void>
}

interface Load {
  /** Attempts that have ended but are not yet completed in the database. */
  completions: number
  /** Attempts, including those that have ended. */
  running: number
}

export function createClaimAhead(concurrency: number, extraSlots: number): ClaimAhead {
  // Claims nothing ahead until attempts turn out to be quick.
  let averageMs = quickMs
  const keepsReadersBusy = ({ completions, running }: Load) =>
    completions > 0 && running - completions >= concurrency
  return {
    slots: () => (averageMs < quickMs ? concurrency + extraSlots : concurrency),
    measure(ms) {
      averageMs += weight * (ms - averageMs)
    },
    async linger(load, wait) {
      const endsAt = performance.now() + maxLingerMs
      for (let left = maxLingerMs; left > 0; left = endsAt - performance.now()) {
        if (!keepsReadersBusy(load())) return
        await wait(left)
      }
    },
  }
}
