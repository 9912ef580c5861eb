import type { Database } from '../db/db.ts'
import { lockQueue } from '../db/jobs/lock-and-notify.sql.ts'
import {
  failLostJobs,
  hasLostJobs,
  lockLostJobs,
  type MovedJob,
  rescueJobs,
} from '../db/queue/rescue.sql.ts'
import { decideInterruptionOutcome } from '../domain/job/retry.ts'
import {
  unblockStuckJobs,
  hasOverdueBatches,
  type StuckJob,
  timeOutJobs,
} from '../db/queue/overdue.sql.ts'

export interface RescuedJobs {
  requeued: MovedJob[]
  failed: MovedJob[]
}

/** Takes jobs from workers that stopped renewing their leases. Safe to run in every worker at the same time. */
export async function rescueLostJobs(db: Database, maxRetries: number): Promise<RescuedJobs> {
  if (!(await hasLostJobs(db))) return { requeued: [], failed: [] }
  return db.transaction(async (tx) => {
    await lockQueue(tx)
    const lost = (await lockLostJobs(tx)).map((job) => ({
      ...job,
      ...decideInterruptionOutcome(job.interruption_count + 1, maxRetries),
    }))
    const rescued = lost.filter((job) => job.event === 'rescue')
    const hopeless = lost.filter((job) => job.event === 'fail')
    const requeued = await rescueJobs(tx, rescued, { code: 'LEASE_LOST' })
    const failed = await failLostJobs(tx, hopeless, { code: 'RESOURCE_LIMIT' })
    return { requeued, failed }
  })
}

export interface OverdueJobs {
  /** Unblocked jobs, which nothing else would have started. */
  unblocked: StuckJob[]
  /** Jobs whose dependency was unavailable until the batch's deadline. */
  failed: MovedJob[]
}

/**
 * Handles batches that are past their deadline and have no running jobs: unblocks jobs that could run, and fails the
 * others.
 */
export async function endOverdueBatches(db: Database): Promise<OverdueJobs> {
  if (!(await hasOverdueBatches(db))) return { unblocked: [], failed: [] }
  return db.transaction(async (tx) => {
    await lockQueue(tx)
    const unblocked = await unblockStuckJobs(tx)
    const failed = await timeOutJobs(tx, { code: 'TIMED_OUT' })
    return { unblocked, failed }
  })
}
