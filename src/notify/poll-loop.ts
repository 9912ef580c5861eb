import { setTimeout as sleep } from 'node:timers/promises'
import { toAppError } from '../domain/errors/app-error.ts'
import type { Log } from '../domain/ports/log.ts'
import { createWakeup } from '../queue/wakeup.ts'

export interface PollLoop {
  /** Starts the next round immediately. */
  wake(): void
  /** Resolves when the current round has ended. */
  stop(): Promise<void>
}

/** Repeats the work: immediately if there may be more to do, otherwise after `pollMs`. */
export function startPollLoop(
  work: () => Promise<number>,
  { log, pollMs }: { log: Log; pollMs: number },
): PollLoop {
  const wakeup = createWakeup()
  let isStopping = false
  const ended = (async () => {
    while (!isStopping) {
      const done = await work().catch((error: unknown) => {
        log.error({ err: error }, 'notification round failed')
        return 0
      })
      if (done === 0) await wakeup.wait(pollMs)
    }
  })()
  return {
    wake: wakeup.wake,
    async stop() {
      isStopping = true
      wakeup.wake()
      await ended
    },
  }
}

const persistMs = 120_000

/** Retries a write during a database outage, for up to `persistMs`. */
export async function retryWrite(write: () => Promise<unknown>): Promise<void> {
  const until = performance.now() + persistMs
  for (;;) {
    try {
      await write()
      return
    } catch (error) {
      if (toAppError(error).code !== 'UNAVAILABLE' || performance.now() > until) throw error
      await sleep(250)
    }
  }
}
