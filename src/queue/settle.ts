import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Db } from '../db/db.ts'
import { completeJob, failJob, type Lease, releaseJob, retryJob } from '../db/jobs.sql.ts'
import { toAppError } from '../domain/errors.ts'
import type { Failure } from '../domain/retry.ts'

/** What a finished handler wants written, in the transaction that completes its job. */
export interface Result {
  result_key: string
  commit: (tx: Db) => Promise<unknown>
}

/** How an attempt ended. */
export type Outcome = { event: 'complete'; result: Result } | { event: 'release' } | Failure

/**
 * Ends an attempt: state, outputs, event and counters in one short transaction. False when the lease
 * was lost: nothing was written, and nothing may be. Across an outage of the database, finished work is
 * kept and written as soon as that is possible, for as long as the lease is ours; settling twice is
 * harmless, for the second finds no lease.
 */
export async function settle(
  db: Database,
  lease: Lease,
  outcome: Outcome,
  signal: AbortSignal,
): Promise<boolean> {
  for (;;) {
    try {
      return await db.transaction((tx) => write(tx, lease, outcome))
    } catch (error) {
      if (toAppError(error).code !== 'UNAVAILABLE' || signal.aborted) throw error
      await sleep(250, undefined, { signal }).catch(() => undefined)
    }
  }
}

async function write(tx: Db, lease: Lease, outcome: Outcome): Promise<boolean> {
  const [settled] = await apply(tx, lease, outcome)
  if (!settled) return false
  if (outcome.event === 'complete') await outcome.result.commit(tx)
  return true
}

function apply(tx: Db, lease: Lease, outcome: Outcome): Promise<Lease[]> {
  switch (outcome.event) {
    case 'complete':
      return completeJob(tx, lease, outcome.result.result_key)
    case 'fail':
      return failJob(tx, lease, outcome.error)
    case 'retry':
      return retryJob(tx, lease, outcome.error, outcome.delay_seconds)
    case 'release':
      return releaseJob(tx, lease)
  }
}
