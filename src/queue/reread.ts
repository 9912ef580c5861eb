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
 * Queues complete documents again in one statement and wakes the workers with the commit. Jobs that are already queued
 * are not changed, so several changes in a row cause only one new reading.
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

/** Queues an owner's waiting invoices, so that they are checked with the directory that this transaction changes. */
export function recheckWaitingJobs(tx: Db, ownerId: string): Promise<RequeuedJob[]> {
  return queueAgain(tx, () => recheckWaiting(tx, ownerId))
}

/** Queues the owner's approved invoices that lack the number of one of these companies. */
export function recheckApprovedJobs(
  tx: Db,
  ownerId: string,
  names: readonly string[],
): Promise<RequeuedJob[]> {
  return queueAgain(tx, () => recheckApproved(tx, ownerId, names))
}

/** Queues all invoices that need review once after the reader or its mappings are updated. */
export async function rereadAfterUpdate(db: Database, log: Log, reader: string): Promise<void> {
  const queued = await db.transaction(async (tx) => {
    const [started] = await startReader(tx, reader)
    return started ? queueAgain(tx, () => rereadWithReader(tx, reader)) : []
  })
  if (queued.length > 0) log.info({ reader, jobs: queued.length }, 'documents queued for rereading')
}
