import { hostname } from 'node:os'
import type { Log } from '../domain/log.ts'
import type { Database } from '../db/db.ts'
import { type ClaimedJob, claimJobs, queuedChannel, reportProgress } from '../db/jobs.sql.ts'
import { beatWorker, removeWorker } from '../db/workers.sql.ts'
import { toAppError } from '../domain/errors.ts'
import type { Stage } from '../domain/job.ts'
import { failureOf } from '../domain/retry.ts'
import { createBell } from './bell.ts'
import { keepLeases, LeaseLost } from './leases.ts'
import { createProgress } from './progress.ts'
import { rescueLostJobs } from './rescue.ts'
import { type Outcome, type Result, settleWhenPossible } from './settle.ts'

/** Does the slow work of one attempt and returns what to commit. It may run twice; its commit does not. */
export type Handler = (job: ClaimedJob, attempt: Attempt) => Promise<Result>

export interface Attempt {
  /** Aborts when the lease is lost or the worker must stop. */
  signal: AbortSignal
  report: (stage: Stage, progress: number) => void
}

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

class ShuttingDown extends Error {
  override readonly name = 'ShuttingDown'
}

/** Claims, runs and settles jobs until it is stopped. */
export function startWorker(options: WorkerOptions): Worker {
  const { db, handler, log, workerId, concurrency, leaseSeconds, pollMs, maxRetries } = options
  const bell = createBell()
  const running = new Set<Promise<void>>()
  const onError = (error: unknown) => log.error({ err: error }, 'worker cannot reach the database')
  const listener = db.listen(queuedChannel, bell.ring)
  const leases = keepLeases({ db, leaseSeconds, onBeat: beat, onError })
  let stopping = false
  const ended = claimUntilStopped()

  async function claimUntilStopped(): Promise<void> {
    while (!stopping) {
      await claim(concurrency - running.size).catch(onError)
      await bell.wait(pollMs)
    }
  }

  async function claim(limit: number): Promise<void> {
    if (limit === 0) return
    const jobs = await claimJobs(db, { worker: workerId, leaseSeconds, limit })
    for (const job of jobs) start(job)
  }

  function start(job: ClaimedJob): void {
    const done = run(job)
      .catch(onError)
      .finally(() => {
        running.delete(done)
        bell.ring()
      })
    running.add(done)
  }

  async function run(job: ClaimedJob): Promise<void> {
    const startedAt = performance.now()
    const signal = leases.hold(job)
    const progress = createProgress((at) => reportProgress(db, job, at), onError)
    try {
      const outcome = await attempt(job, { signal, report: progress.report })
      await progress.close()
      const settled = outcome && (await settleWhenPossible(db, job, outcome, signal))
      logEnd(job, settled ? outcome : undefined, performance.now() - startedAt)
    } finally {
      leases.drop(job)
    }
  }

  /** Undefined when the lease was lost: then there is nothing to settle. */
  async function attempt(job: ClaimedJob, how: Attempt): Promise<Outcome | undefined> {
    try {
      return { event: 'complete', result: await handler(job, how) }
    } catch (caught) {
      const thrown: unknown = how.signal.aborted ? how.signal.reason : caught
      if (thrown instanceof LeaseLost) return undefined
      if (thrown instanceof ShuttingDown) return { event: 'release' }
      const error = toAppError(thrown)
      const line = { job_id: job.id, attempt: job.attempt_count, code: error.code, err: thrown }
      log.warn(line, 'attempt failed')
      return failureOf(error, job.attempt_count, maxRetries)
    }
  }

  function logEnd(job: ClaimedJob, outcome: Outcome | undefined, ms: number): void {
    const { id: job_id, batch_id, epoch } = job
    const line = { job_id, batch_id, epoch, event: outcome?.event ?? 'lost', ms: Math.round(ms) }
    log.info(line, outcome ? 'job settled' : 'lease lost, result dropped')
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
