import type { Database } from '../db/db.ts'
import { lockQueue } from '../db/jobs/transitions.sql.ts'
import { failLostJobs, hasLostJobs, type MovedJob, rescueJobs } from '../db/queue/rescue.sql.ts'
import {
  freeStuckJobs,
  hasOverdueBatches,
  type StuckJob,
  timeOutJobs,
} from '../db/queue/overdue.sql.ts'
import { errorRules } from '../domain/errors/error-rules.ts'

export interface Rescued {
  requeued: MovedJob[]
  failed: MovedJob[]
}

/**
 * Takes jobs from workers that stopped renewing. Every worker does this, none is special, and any
 * number may do it at once.
 */
export async function rescueLostJobs(db: Database, maxRetries: number): Promise<Rescued> {
  if (!(await hasLostJobs(db))) return { requeued: [], failed: [] }
  const maxAttempts = maxRetries + 1
  const failure = { code: 'LEASE_LOST', message: errorRules.LEASE_LOST.message } as const
  return db.transaction(async (tx) => {
    await lockQueue(tx)
    const requeued = await rescueJobs(tx, maxAttempts, failure)
    const failed = await failLostJobs(tx, maxAttempts, failure)
    return { requeued, failed }
  })
}

export interface Overdue {
  /** Could have run, but nothing would ever have started them. */
  freed: StuckJob[]
  /** Wait for something that has been away until the batch's time was over. */
  failed: MovedJob[]
}

/** Ends the wait of batches whose time is over and of which nothing runs or could run. */
export async function endOverdueBatches(db: Database): Promise<Overdue> {
  if (!(await hasOverdueBatches(db))) return { freed: [], failed: [] }
  return db.transaction(async (tx) => {
    await lockQueue(tx)
    const freed = await freeStuckJobs(tx)
    const failed = await timeOutJobs(tx, {
      code: 'TIMED_OUT',
      message: errorRules.TIMED_OUT.message,
    })
    return { freed, failed }
  })
}
