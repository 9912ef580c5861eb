import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Listener } from '../db/db.ts'
import { changedChannel } from '../db/jobs/changes.sql.ts'
import { AppError } from '../domain/errors/app-error.ts'
import { createWakeup } from '../queue/wakeup.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'

/** Polls for changes, with one LISTEN connection and one poll loop per process. */
export interface ChangePoller {
  /** Starts polling. Idempotent. The database is not contacted before the first subscriber. */
  start(): void
  /** Requests an early poll of a batch. */
  hint(id: string): void
  close(): Promise<void>
}

export interface ChangePollerOptions {
  db: Database
  /**
   * Polls the batches in `hinted`; undefined means that notifications may have been lost. If `isDue`, polls everything
   * that is watched.
   */
  poll: (hinted: ReadonlySet<string> | undefined, isDue: boolean) => Promise<void>
  onError: (error: unknown) => void
}

/** Interval between polls of everything, in ms, regardless of notifications. */
const pollIntervalMs = 2_000
/** Notifications within this time are handled by a single poll, in ms. */
const coalesceMs = 10

export function createChangePoller({ db, poll, onError }: ChangePollerOptions): ChangePoller {
  const wakeup = createWakeup()
  const hinted = new Set<string>()
  let mayHaveMissed = true
  let isClosed = false
  let listener: Listener | undefined
  let loop: Promise<void> | undefined

  async function run(): Promise<void> {
    let nextPollAt = performance.now() + pollIntervalMs
    while (!isClosed) {
      await wakeup.wait(Math.max(0, nextPollAt - performance.now()))
      await sleep(coalesceMs)
      const isDue = performance.now() >= nextPollAt
      if (isDue) nextPollAt = performance.now() + pollIntervalMs
      const hints = mayHaveMissed ? undefined : new Set(hinted)
      hinted.clear()
      mayHaveMissed = false
      await poll(hints, isDue).catch((error: unknown) => {
        mayHaveMissed = true
        onError(error)
      })
    }
  }

  return {
    start() {
      if (isClosed) throw new AppError('UNAVAILABLE', createDetail('server_stopping', {}))
      listener ??= db.listen(changedChannel, (ids) => {
        if (ids === undefined) mayHaveMissed = true
        for (const id of ids?.split(',') ?? []) hinted.add(id)
        wakeup.wake()
      })
      loop ??= run()
    },
    hint(id) {
      hinted.add(id)
      wakeup.wake()
    },
    async close() {
      isClosed = true
      wakeup.wake()
      await loop
      await listener?.close()
    },
  }
}
