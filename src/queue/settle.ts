import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Db } from '../db/db.ts'
import type { Completion } from '../db/jobs/completion.ts'
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

/** The result of a handler, to be committed. */
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
    if (await completions.add(toCompletion(lease, outcome.result), held)) return true
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

/**
 * Copies the fields one by one, because rest and spread properties take V8 longer than everything else in this file.
 */
function toCompletion({ id, epoch }: Lease, result: Result): Completion {
  return {
    id,
    epoch,
    result_key: result.result_key,
    owner_id: result.owner_id,
    outputs: result.outputs,
    read_by: result.read_by,
    review_reasons: result.review_reasons,
    page_count: result.page_count,
    summary: result.summary,
    reader: result.reader,
    directory_version: result.directory_version,
    is_reread: result.is_reread,
    deduped_from: result.deduped_from,
  }
}

async function write(tx: Db, lease: Lease, outcome: Outcome): Promise<boolean> {
  if (outcome.event !== 'complete') return (await apply(tx, lease, outcome)).length > 0
  const { result } = outcome
  const locked = await result.lock?.(tx)
  const [completedJob] = await completeJob(tx, lease, toCompletion(lease, { ...result, ...locked }))
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
