import type { Db } from '../db.ts'

/** Notified when jobs have become claimable. */
export const queuedChannel = 'docket_queued'

/** Take this lock first when updating jobs in several batches. */
export function lockQueue(tx: Db): Promise<unknown> {
  return tx.query('select lock_queue()')
}

/** Wakes the workers. This is only a hint: a worker that misses it finds the job at its next poll. */
export function notifyQueued(db: Db): Promise<unknown> {
  return db.query(`select pg_notify('${queuedChannel}', '')`)
}
