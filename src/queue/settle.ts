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

/** A handler's result, to be committed. */
export interface Result {
  result_key: string
  page_count?: number
  /** Takes locks at the start of the transaction that completes the job. */
  lock?: (tx: Db) => Promise<unknown>
  /** Runs in the transaction that completes the job; undefined if there is nothing else to write. */
  commit?: (tx: Db) => Promise<unknown>
}

/** How an attempt ended. A job released with `dependency` waits until that dependency has room. */
export type Outcome =
  | { event: 'complete'; result: Result }
  | { event: 'release'; dependency?: string }
  | Failure

export interface SettleDeps {
  db: Database
  completions: Completions
}

/**
 * Ends an attempt: writes the state, outputs, event and counters in one short transaction. Returns false if the lease
 * was lost and nothing was written. Retries across a database outage for as long as the lease is held; settling twice
 * is harmless, because the second call finds no lease.
 */
export async function settle(
  { db, completions }: SettleDeps,
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
  if (outcome.event === 'complete') await outcome.result.lock?.(tx)
  const [settledJob] = await apply(tx, lease, outcome)
  if (!settledJob) return false
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
