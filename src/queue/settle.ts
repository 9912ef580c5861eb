import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Db } from '../db/db.ts'
import { type Completion, createCompletion } from '../db/jobs/completion.ts'
import {
  completeJob,
  failJob,
  type Lease,
  releaseJob,
  retryJob,
} from '../db/jobs/transitions.sql.ts'
import { toAppError } from '../domain/errors/app-error.ts'
import type { Failure } from '../domain/job/retry.ts'
import type { Completions } from './completions.ts'
import { getSignal, type HeldLease } from './keep-leases.ts'

/** A handler's result, to be committed. */
export interface Result extends Omit<Completion, keyof Lease> {
  /**
   * Takes locks at the start of the transaction that completes the job. The returned values override the result's.
   */
  lock?: (tx: Db) => Promise<Partial<Result> | void>
  /** Runs in the transaction that completes the job. Omitted if there is nothing else to write. */
  commit?: (tx: Db) => Promise<unknown>
  /** True if `lock` and `commit` matter only if the directory has changed during the attempt. */
  isShareable?: boolean
}

/** How an attempt ended. A job that is released with a `dependency` waits until that dependency has room. */
export type Outcome =
  | { event: 'complete'; result: Result }
  | { event: 'release'; dependency?: string }
  | Failure

export interface SettleDeps {
  db: Database
  completions: Completions
}

/**
 * Ends an attempt: writes the state, outputs, event and counters in one short transaction, which most completions share
 * with others and with the next claim. Returns false if the lease was lost and nothing was written. Retries across a
 * database outage for as long as the lease is held; settling twice is harmless, because the second call finds no lease.
 */
export async function settle(
  { db, completions }: SettleDeps,
  lease: Lease,
  outcome: Outcome,
  held: HeldLease,
): Promise<boolean> {
  if (outcome.event === 'complete' && (outcome.result.isShareable ?? !outcome.result.commit)) {
    if (await completions.add(createCompletion(lease, outcome.result), held)) return true
  }
  for (;;) {
    try {
      return await db.transaction((tx) => write(tx, lease, outcome))
    } catch (error) {
      if (toAppError(error).code !== 'UNAVAILABLE' || held.reason) throw error
      await sleep(250, undefined, { signal: getSignal(held) }).catch(() => undefined)
    }
  }
}

async function write(tx: Db, lease: Lease, outcome: Outcome): Promise<boolean> {
  if (outcome.event !== 'complete') return (await apply(tx, lease, outcome)).length > 0
  const { result } = outcome
  const locked = await result.lock?.(tx)
  const [completedJob] = await completeJob(
    tx,
    lease,
    createCompletion(lease, { ...result, ...locked }),
  )
  if (!completedJob) return false
  await result.commit?.(tx)
  return true
}

function apply(
  tx: Db,
  lease: Lease,
  outcome: Exclude<Outcome, { event: 'complete' }>,
): Promise<Lease[]> {
  switch (outcome.event) {
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
