import { type EnqueuedJob, enqueueBatches, type NewBatch } from '../db/jobs/enqueue.sql.ts'
import type { Db } from '../db/db.ts'
import { toAppError } from '../domain/errors/app-error.ts'
import { createWakeup } from './wakeup.ts'

/** Enqueues a batch. Resolves to its jobs once they are committed. */
export type Enqueue = (batch: NewBatch) => Promise<EnqueuedJob[]>

interface Pending {
  batch: NewBatch
  resolve: (jobs: EnqueuedJob[]) => void
  reject: (reason: unknown) => void
}

/** Maximum number of batches per transaction. */
const maxBatches = 200
/**
 * How long a transaction waits for further batches, in ms. Clients whose uploads share a transaction tend to send their
 * next uploads together too, and waiting costs less than another transaction.
 */
const defaultWaitMs = 8

/**
 * Groups batches: those that arrive while others are being written share one transaction, so that a hundred concurrent
 * uploads need only a few transactions. Each call resolves only after the commit.
 */
export function createEnqueue(db: Db, waitMs = defaultWaitMs): Enqueue {
  const pending: Pending[] = []
  const enough = createWakeup()
  let isSending = false
  /** Number of batches to wait for: as many as in the previous transaction. */
  let expected = Number.POSITIVE_INFINITY

  async function sendAll(): Promise<void> {
    isSending = true
    while (pending.length > 0) {
      const group = pending.splice(0, maxBatches)
      await send(group).catch((error: unknown) => sendOneByOne(group, error))
      if (group.length > 1) await enough.wait(waitMs)
      expected = Number.POSITIVE_INFINITY
    }
    isSending = false
  }

  async function send(group: Pending[]): Promise<void> {
    const jobs = await enqueueBatches(
      db,
      group.map(({ batch }) => batch),
    )
    if (group.length > 1) expect(group.length + pending.length)
    let start = 0
    for (const { batch, resolve } of group) {
      resolve(jobs.slice(start, start + batch.jobs.length))
      start += batch.jobs.length
    }
  }

  function expect(count: number): void {
    expected = Math.min(count, maxBatches)
    if (pending.length >= expected) enough.wake()
  }

  /**
   * Enqueues the batches one by one, so that only invalid batches fail. After a lost connection, rejects all of them,
   * because they may already be committed.
   */
  async function sendOneByOne(group: Pending[], error: unknown): Promise<void> {
    const isUncertain = toAppError(error).code === 'UNAVAILABLE'
    for (const one of group) {
      if (isUncertain || group.length === 1) one.reject(error)
      else await send([one]).catch(one.reject)
    }
  }

  return (batch) =>
    new Promise((resolve, reject) => {
      pending.push({ batch, resolve, reject })
      if (pending.length === expected) enough.wake()
      if (!isSending) void sendAll()
    })
}
