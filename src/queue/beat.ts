import { hostname } from 'node:os'
import type { Database } from '../db/db.ts'
import { beatWorker } from '../db/workers.sql.ts'
import type { Log } from '../domain/log.ts'
import { endOverdueBatches, rescueLostJobs } from './rescue.ts'

interface BeatOptions {
  db: Database
  log: Log
  workerId: string
  maxRetries: number
  /** Called when jobs wait again that nobody had. */
  onFreed: () => void
}

/** What every worker does at each beat: shows that it lives, and takes over from those that do not. */
export function createBeat(options: BeatOptions): (held: number) => Promise<void> {
  const { db, log, workerId, maxRetries, onFreed } = options
  return async (held) => {
    await beatWorker(db, { id: workerId, host: hostname(), current_jobs: held })
    const rescued = await rescueLostJobs(db, maxRetries)
    for (const lease of rescued.requeued) log.warn({ job_id: lease.id }, 'job rescued')
    for (const lease of rescued.failed) log.error({ job_id: lease.id }, 'job lost too often')
    const overdue = await endOverdueBatches(db)
    for (const job of overdue.freed) log.error({ ...job }, 'job of an overdue batch freed')
    for (const job of overdue.failed) log.error({ ...job }, 'job of an overdue batch failed')
    if (rescued.requeued.length + overdue.freed.length > 0) onFreed()
  }
}
