import { hostname } from 'node:os'
import type { Database } from '../db/db.ts'
import { recordHeartbeat } from '../db/queue/workers.sql.ts'
import type { Log } from '../domain/ports/log.ts'
import type { JobRecord } from './record.ts'
import { endOverdueBatches, rescueLostJobs } from './rescue-lost-jobs.ts'
import type { OutcomeCounters } from './counters.ts'

interface HeartbeatDeps {
  db: Database
  log: Log
  workerId: string
  maxRetries: number
  record: JobRecord
  counters: OutcomeCounters
  /** Called when jobs have returned to the queue. */
  onRequeued: () => void
}

/**
 * Creates the function that each worker calls periodically to report that it is alive and to rescue jobs from dead
 * workers.
 */
export function createHeartbeat(options: HeartbeatDeps): (held: number) => Promise<void> {
  const { db, log, workerId, maxRetries, record, counters, onRequeued } = options
  return async (held) => {
    await recordHeartbeat(db, { id: workerId, host: hostname(), current_jobs: held })
    const rescued = await rescueLostJobs(db, maxRetries)
    for (const job of rescued.requeued) record.moved(job, 'rescue', 'LEASE_LOST')
    for (const job of rescued.failed) record.moved(job, 'fail', 'RESOURCE_LIMIT')
    const overdue = await endOverdueBatches(db)
    for (const job of overdue.unblocked) log.error({ ...job }, 'job of a timed-out batch released')
    for (const job of overdue.failed) record.moved(job, 'time_out', 'TIMED_OUT')
    if (rescued.requeued.length + overdue.unblocked.length > 0) onRequeued()
    await counters.flush()
  }
}
