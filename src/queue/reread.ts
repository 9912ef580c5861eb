import type { Database, Db } from '../db/db.ts'
import { lockQueue, notifyQueued } from '../db/jobs/lock-and-notify.sql.ts'
import {
  type RequeuedJob,
  recheckApproved,
  recheckWaiting,
  rereadWithReader,
  startReader,
} from '../db/jobs/rereads.sql.ts'
import type { Log } from '../domain/ports/log.ts'

/**
 * Queues complete documents again in one statement; the workers are notified when it commits. Jobs that are already
 * queued are not changed, so several changes in a row cause only one new reading.
 */
export async function queueAgain(
  tx: Db,
  queue: (tx: Db) => Promise<RequeuedJob[]>,
): Promise<RequeuedJob[]> {
  await lockQueue(tx)
  const queued = await queue(tx)
  if (queued.length > 0) await notifyQueued(tx)
  return queued
}

/**
 * Requeues the owner's complete but unapproved invoices, so that they are rechecked against the directory as changed by
 * this transaction.
 */
export function recheckWaitingJobs(tx: Db, ownerId: string): Promise<RequeuedJob[]> {
  return queueAgain(tx, () => recheckWaiting(tx, ownerId))
}

/** Requeues the owner's approved invoices that lack the tax number of one of these companies. */
export function recheckApprovedJobs(
  tx: Db,
  ownerId: string,
  names: readonly string[],
): Promise<RequeuedJob[]> {
  return queueAgain(tx, () => recheckApproved(tx, ownerId, names))
}

/** After an update of the reader or its mappings, requeues all invoices that need review, once. */
export async function rereadAfterUpdate(db: Database, log: Log, reader: string): Promise<void> {
  const queued = await db.transaction(async (tx) => {
    const [started] = await startReader(tx, reader)
    return started ? queueAgain(tx, () => rereadWithReader(tx, reader)) : []
  })
  if (queued.length > 0) log.info({ reader, jobs: queued.length }, 'documents queued for rereading')
}
