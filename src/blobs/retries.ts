import { setTimeout as sleep } from 'node:timers/promises'

const maxAttempts = 3
const firstDelayMs = 200

/** Retries an operation twice after transient errors, with exponential backoff and jitter. */
export async function withRetries<Result>(
  work: () => Promise<Result>,
  isTransient: (thrown: unknown) => boolean,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (thrown) {
      if (attempt === maxAttempts || !isTransient(thrown)) throw thrown
      await sleep(firstDelayMs * 2 ** (attempt - 1) * (1 + Math.random()))
    }
  }
}
