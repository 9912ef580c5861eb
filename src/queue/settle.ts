import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Db } from '../db/db.ts'
import {
  type ClaimedJob,
  completeJob,
  failJob,
  type Lease,
  releaseJob,
  retryJob,
} from '../db/jobs/transitions.sql.ts'
import { toAppError } from '../domain/errors/errors.ts'
import type { Failure } from '../domain/job/retry.ts'
import type { Completions } from './completions.ts'

/** What a finished handler wants written. */
export interface Result {
  result_key: string
  page_count?: number
  /** Runs in the transaction that completes the job; left out where there is no more to write. */
  commit?: (tx: Db) => Promise<unknown>
}

/** How an attempt ended. A release with `dependency` waits until that dependency has room. */
export type Outcome =
  | { event: 'complete'; result: Result }
  | { event: 'release'; dependency?: string }
  | Failure

export interface Settling {
  db: Database
  completions: Completions
}

/**
 * Ends an attempt: state, outputs, event and counters in one short transaction. False when the lease
 * was lost: nothing was written, and nothing may be. Across an outage of the database, finished work is
 * kept and written as soon as that is possible, for as long as the lease is ours; settling twice is
 * harmless, for the second finds no lease.
 */
export async function settle(
  { db, completions }: Settling,
  { id, epoch }: ClaimedJob,
  outcome: Outcome,
  signal: AbortSignal,
): Promise<boolean> {
  const lease = { id, epoch }
  if (outcome.event === 'complete' && !outcome.result.commit) {
    return completions.add({ ...lease, result_key: outcome.result.result_key }, signal)
  }
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
  if (outcome.event === 'complete') await outcome.result.commit?.(tx)
  return true
}

function apply(tx: Db, lease: Lease, outcome: Outcome): Promise<Lease[]> {
  switch (outcome.event) {
    case 'complete':
      return completeJob(tx, lease, outcome.result.result_key)
    case 'fail':
      return failJob(tx, lease, outcome.error)
    case 'retry':
      return retryJob(tx, lease, outcome.error, {
        seconds: outcome.delay_seconds,
        isFree: outcome.is_free,
      })
    case 'release':
      return releaseJob(tx, lease, outcome.dependency)
  }
}
