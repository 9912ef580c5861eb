import { setTimeout as sleep } from 'node:timers/promises'
import { toAppError } from '../domain/errors/errors.ts'
import type { Log } from '../domain/ports/log.ts'
import { createBell } from '../queue/wakeup.ts'

export interface Rounds {
  /** Begins the next one now. */
  ring(): void
  /** Resolves when the round that runs has ended. */
  stop(): Promise<void>
}

/** Does work again and again: at once while there is some, else after `pollMs`. */
export function startRounds(
  work: () => Promise<number>,
  { log, pollMs }: { log: Log; pollMs: number },
): Rounds {
  const bell = createBell()
  let isStopping = false
  const ended = (async () => {
    while (!isStopping) {
      const done = await work().catch((error: unknown) => {
        log.error({ err: error }, 'notification round failed')
        return 0
      })
      if (done === 0) await bell.wait(pollMs)
    }
  })()
  return {
    ring: bell.ring,
    async stop() {
      isStopping = true
      bell.ring()
      await ended
    },
  }
}

const persistMs = 120_000

/** Writes down what has happened, across an outage of the database. */
export async function persist(write: () => Promise<unknown>): Promise<void> {
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
