import { hostname } from 'node:os'
import type { Database } from '../db/db.ts'
import { beatWorker } from '../db/queue/workers.sql.ts'
import type { Log } from '../domain/ports/log.ts'
import type { JobRecord } from './record.ts'
import { endOverdueBatches, rescueLostJobs } from './rescue.ts'
import type { Tallies } from './counters.ts'

interface BeatOptions {
  db: Database
  log: Log
  workerId: string
  maxRetries: number
  record: JobRecord
  tallies: Tallies
  /** Called when jobs wait again that nobody had. */
  onFreed: () => void
}

/** What every worker does at each beat: shows that it lives, and takes over from those that do not. */
export function createBeat(options: BeatOptions): (held: number) => Promise<void> {
  const { db, log, workerId, maxRetries, record, tallies, onFreed } = options
  return async (held) => {
    await beatWorker(db, { id: workerId, host: hostname(), current_jobs: held })
    const rescued = await rescueLostJobs(db, maxRetries)
    for (const job of rescued.requeued) record.moved(job, 'rescue', 'LEASE_LOST')
    for (const job of rescued.failed) record.moved(job, 'fail', 'LEASE_LOST')
    const overdue = await endOverdueBatches(db)
    for (const job of overdue.freed) log.error({ ...job }, 'job of a timed-out batch released')
    for (const job of overdue.failed) record.moved(job, 'time_out', 'TIMED_OUT')
    if (rescued.requeued.length + overdue.freed.length > 0) onFreed()
    await tallies.flush()
  }
}
