import { type EnqueuedJob, enqueueBatches, type NewBatch } from '../db/jobs/enqueue.sql.ts'
import type { Db } from '../db/db.ts'
import { toAppError } from '../domain/errors/app-error.ts'
import { createWakeup } from './wakeup.ts'

/** Resolves, once the batch is committed, to its jobs. */
export type Enqueue = (batch: NewBatch) => Promise<EnqueuedJob[]>

interface Pending {
  batch: NewBatch
  resolve: (jobs: EnqueuedJob[]) => void
  reject: (reason: unknown) => void
}

/** Batches per commit. */
const maxBatches = 200
/**
 * How long a commit waits for further batches, in ms: concurrent uploads tend to arrive together again, and waiting
 * costs less than another commit.
 */
const defaultWaitMs = 8

/**
 * Enqueues batches so that batches that arrive while others are being written share one commit: a hundred concurrent
 * uploads cost a few commits. Each call resolves only after its commit.
 */
export function createEnqueue(db: Db, waitMs = defaultWaitMs): Enqueue {
  const pending: Pending[] = []
  const enough = createWakeup()
  let isSending = false
  /** Number of batches to wait for, which is the number in the last commit. */
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
    const byRequestedId = new Map(jobs.map((job) => [job.requested_id, job]))
    for (const { batch, resolve } of group) {
      resolve(batch.jobs.flatMap(({ id }) => byRequestedId.get(id) ?? []))
    }
  }

  function expect(count: number): void {
    expected = Math.min(count, maxBatches)
    if (pending.length >= expected) enough.wake()
  }

  /**
   * Enqueues the batches one by one, so that an invalid batch fails alone. After a lost connection, all of them may
   * already be committed.
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
