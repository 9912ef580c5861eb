import type { Database, Db } from '../db/db.ts'
import { lockQueue, notifyQueued } from '../db/jobs/lock-and-notify.sql.ts'
import { type RequeuedJob, rereadWithReader, startReader } from '../db/jobs/rereads.sql.ts'
import type { Log } from '../domain/ports/log.ts'
import type { StatusListener } from '../domain/ports/status-listener.ts'

export interface RereadDeps {
  db: Database
  statuses: StatusListener
}

/** Runs a statement that requeues complete documents, and returns these documents. */
export type Reread = (queue: (tx: Db) => Promise<RequeuedJob[]>) => Promise<RequeuedJob[]>

/** Commits a change that requeues documents, then updates their cached statuses. */
export async function commitWithRereads<Result>(
  { db, statuses }: RereadDeps,
  change: (tx: Db, reread: Reread) => Promise<Result>,
): Promise<Result> {
  const queued: RequeuedJob[] = []
  const result = await db.transaction((tx) =>
    change(tx, async (queue) => {
      const jobs = await queueAgain(tx, queue)
      queued.push(...jobs)
      return jobs
    }),
  )
  for (const { id } of queued) statuses.changed(id)
  return result
}

/**
 * Requeues complete documents in one statement, and wakes the workers when the transaction commits. Jobs that are
 * already queued do not change, so several changes in a row cause only one reread.
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

/** Requeues all invoices that need review, once after each update to the reader or its mappings. */
export async function rereadAfterUpdate(
  deps: RereadDeps & { log: Log },
  reader: string,
): Promise<void> {
  const queued = await commitWithRereads(deps, async (tx, reread) => {
    const [started] = await startReader(tx, reader)
    return started ? reread(() => rereadWithReader(tx, reader)) : []
  })
  const jobs = queued.length
  if (jobs > 0) deps.log.info({ reader, jobs }, 'documents queued for rereading')
}
