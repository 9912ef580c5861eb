import type { Db } from '../db/db.ts'
import { failLostJobs, type Lease, rescueJobs } from '../db/jobs.sql.ts'
import { errorRules } from '../domain/errors.ts'

export interface Rescued {
  requeued: Lease[]
  failed: Lease[]
}

/**
 * Takes jobs from workers that stopped renewing. Every worker does this, none is special, and any
 * number may do it at once.
 */
export async function rescueLostJobs(db: Db, maxRetries: number): Promise<Rescued> {
  const maxAttempts = maxRetries + 1
  const requeued = await rescueJobs(db, maxAttempts)
  const failed = await failLostJobs(db, maxAttempts, {
    code: 'LEASE_LOST',
    message: errorRules.LEASE_LOST.message,
  })
  return { requeued, failed }
}
