import { setTimeout as sleep } from 'node:timers/promises'

const tries = 3
const firstWaitMs = 200

/** Does it again, twice at most and after longer and longer waits, while what went wrong may pass. */
export async function tryThrice<Result>(
  work: () => Promise<Result>,
  mayPass: (thrown: unknown) => boolean,
): Promise<Result> {
  for (let nth = 1; ; nth++) {
    try {
      return await work()
    } catch (thrown) {
      if (nth === tries || !mayPass(thrown)) throw thrown
      await sleep(firstWaitMs * 2 ** (nth - 1) * (1 + Math.random()))
    }
  }
}
