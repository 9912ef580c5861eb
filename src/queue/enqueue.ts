import { type Enqueued, enqueueBatches, type NewBatch } from '../db/jobs/enqueue.sql.ts'
import type { Db } from '../db/db.ts'
import { toAppError } from '../domain/errors/errors.ts'
import { createBell } from './wakeup.ts'

/** Resolves, once the batch is committed, to what became of each of its jobs. */
export type Enqueue = (batch: NewBatch) => Promise<Enqueued[]>

interface Waiting {
  batch: NewBatch
  resolve: (jobs: Enqueued[]) => void
  reject: (reason: unknown) => void
}

const mostTogether = 200
/** Where several come at once, as many are on their way again: a commit costs more than this wait does. */
const usualGatherMs = 8

/**
 * Queues batches so that those which come while others are on their way share one commit: a hundred
 * uploads at once cost a few. Each still resolves only when it is committed.
 */
export function createEnqueue(db: Db, gatherMs = usualGatherMs): Enqueue {
  const waiting: Waiting[] = []
  const enough = createBell()
  let isSending = false
  /** So many are waited for: those who come at once come again together. */
  let expected = Number.POSITIVE_INFINITY

  async function sendAll(): Promise<void> {
    isSending = true
    while (waiting.length > 0) {
      const together = waiting.splice(0, mostTogether)
      await send(together).catch((error: unknown) => sendAgain(together, error))
      if (together.length > 1) await enough.wait(gatherMs)
      expected = Number.POSITIVE_INFINITY
    }
    isSending = false
  }

  async function send(together: Waiting[]): Promise<void> {
    const jobs = await enqueueBatches(
      db,
      together.map(({ batch }) => batch),
    )
    if (together.length > 1) expect(together.length + waiting.length)
    const byAskedId = new Map(jobs.map((job) => [job.requested_id, job]))
    for (const { batch, resolve } of together) {
      resolve(batch.jobs.flatMap(({ id }) => byAskedId.get(id) ?? []))
    }
  }

  function expect(count: number): void {
    expected = Math.min(count, mostTogether)
    if (waiting.length >= expected) enough.ring()
  }

  /** One that cannot be queued must not take the others with it. After a lost answer all may be queued. */
  async function sendAgain(together: Waiting[], error: unknown): Promise<void> {
    const isUncertain = toAppError(error).code === 'UNAVAILABLE'
    for (const one of together) {
      if (isUncertain || together.length === 1) one.reject(error)
      else await send([one]).catch(one.reject)
    }
  }

  return (batch) =>
    new Promise((resolve, reject) => {
      waiting.push({ batch, resolve, reject })
      if (waiting.length === expected) enough.ring()
      if (!isSending) void sendAll()
    })
}
