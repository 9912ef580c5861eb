import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Listener } from '../db/db.ts'
import { changedChannel } from '../db/jobs/changes.sql.ts'
import { AppError } from '../domain/errors/errors.ts'
import { createBell } from '../queue/wakeup.ts'

/** Listens for hints and looks at the truth: one connection and one loop for a whole process. */
export interface Lookout {
  /** Begins, if it has not: nothing is asked of the database before someone watches. */
  start(): void
  /** Has a batch looked at soon. */
  hint(id: string): void
  close(): Promise<void>
}

export interface LookoutOptions {
  db: Database
  /** Looks at what was heard of, which is undefined where hints may be lost; and at all that is watched when it is time. */
  look: (heard: ReadonlySet<string> | undefined, isTime: boolean) => Promise<void>
  onError: (error: unknown) => void
}

/** How often the truth is looked at whatever hints come. */
const lookEveryMs = 2_000
/** What comes within this time is looked at together. */
const gatherMs = 10

export function createLookout({ db, look, onError }: LookoutOptions): Lookout {
  const bell = createBell()
  const heard = new Set<string>()
  let mayHaveMissed = true
  let isClosed = false
  let listening: Listener | undefined
  let looking: Promise<void> | undefined

  async function keepLooking(): Promise<void> {
    let nextTime = performance.now() + lookEveryMs
    while (!isClosed) {
      await bell.wait(Math.max(0, nextTime - performance.now()))
      await sleep(gatherMs)
      const isTime = performance.now() >= nextTime
      if (isTime) nextTime = performance.now() + lookEveryMs
      const hints = mayHaveMissed ? undefined : new Set(heard)
      heard.clear()
      mayHaveMissed = false
      await look(hints, isTime).catch((error: unknown) => {
        mayHaveMissed = true
        onError(error)
      })
    }
  }

  return {
    start() {
      if (isClosed) throw new AppError('UNAVAILABLE', 'This server is being stopped. Come again.')
      listening ??= db.listen(changedChannel, (ids) => {
        if (ids === undefined) mayHaveMissed = true
        for (const id of ids?.split(',') ?? []) heard.add(id)
        bell.ring()
      })
      looking ??= keepLooking()
    },
    hint(id) {
      heard.add(id)
      bell.ring()
    },
    async close() {
      isClosed = true
      bell.ring()
      await looking
      await listening?.close()
    },
  }
}
