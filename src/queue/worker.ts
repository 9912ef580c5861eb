import { hostname } from 'node:os'
import type { Database } from '../db/db.ts'
import { claimJobs, queuedChannel } from '../db/jobs.sql.ts'
import { beatWorker, removeWorker } from '../db/workers.sql.ts'
import type { Log } from '../domain/log.ts'
import { attemptJob, type Handler, ShuttingDown } from './attempt.ts'
import { createBell } from './bell.ts'
import { keepLeases } from './leases.ts'
import { rescueLostJobs } from './rescue.ts'

export interface WorkerOptions {
  db: Database
  handler: Handler
  log: Log
  workerId: string
  concurrency: number
  leaseSeconds: number
  pollMs: number
  maxRetries: number
}

export interface Worker {
  /** Claims no more; lets running jobs finish for `graceMs`, then gives the rest back. */
  stop(graceMs: number): Promise<void>
}

/** Claims, runs and settles jobs until it is stopped. */
export function startWorker(options: WorkerOptions): Worker {
  const { db, log, workerId, concurrency, leaseSeconds, pollMs, maxRetries } = options
  const bell = createBell()
  const running = new Set<Promise<void>>()
  const onError = (error: unknown) => log.error({ err: error }, 'worker in trouble')
  const listener = db.listen(queuedChannel, bell.ring)
  const leases = keepLeases({ db, leaseSeconds, onBeat: beat, onError })
  let stopping = false
  const ended = claimUntilStopped()

  async function claimUntilStopped(): Promise<void> {
    while (!stopping) {
      await claim(concurrency - running.size).catch(onError)
      // Rung by a NOTIFY, by a job that ended and by the rescuer; the time-out is the poll.
      await bell.wait(pollMs)
    }
  }

  async function claim(limit: number): Promise<void> {
    if (limit === 0) return
    const jobs = await claimJobs(db, { worker: workerId, leaseSeconds, limit })
    for (const job of jobs) {
      const done = attemptJob({ ...options, leases }, job)
        .catch(onError)
        .finally(() => {
          running.delete(done)
          bell.ring()
        })
      running.add(done)
    }
  }

  async function beat(held: number): Promise<void> {
    await beatWorker(db, { id: workerId, host: hostname(), current_jobs: held })
    const rescued = await rescueLostJobs(db, maxRetries)
    for (const lease of rescued.requeued) log.warn({ job_id: lease.id }, 'job rescued')
    for (const lease of rescued.failed) log.error({ job_id: lease.id }, 'job lost too often')
    if (rescued.requeued.length > 0) bell.ring()
  }

  return {
    async stop(graceMs) {
      stopping = true
      bell.ring()
      await ended
      const giveBack = setTimeout(() => leases.abortAll(new ShuttingDown()), graceMs)
      await Promise.all(running)
      clearTimeout(giveBack)
      await leases.close()
      await listener.close()
      await removeWorker(db, workerId).catch(onError)
    },
  }
}
