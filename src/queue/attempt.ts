import type { Database } from '../db/db.ts'
import { type ClaimedJob, reportProgress } from '../db/jobs.sql.ts'
import { toAppError } from '../domain/errors.ts'
import type { Stage } from '../domain/job.ts'
import type { Log } from '../domain/log.ts'
import { failureOf } from '../domain/retry.ts'
import { LeaseLost, type Leases } from './leases.ts'
import { createProgress } from './progress.ts'
import { type Outcome, type Result, settle } from './settle.ts'

/** Does the slow work of one attempt and returns what to commit. It may run twice; its commit does not. */
export type Handler = (job: ClaimedJob, attempt: Attempt) => Promise<Result>

export interface Attempt {
  /** Aborts when the lease is lost or the worker must stop. */
  signal: AbortSignal
  report: (stage: Stage, progress: number) => void
}

/** Why work is aborted when its worker stops: it is handed back, and the attempt does not count. */
export class ShuttingDown extends Error {
  override readonly name = 'ShuttingDown'
}

export interface Attempting {
  db: Database
  leases: Leases
  handler: Handler
  log: Log
  maxRetries: number
}

/** One attempt at a claimed job, from the start of its work to its settlement. */
export async function attemptJob(using: Attempting, job: ClaimedJob): Promise<void> {
  const { db, leases, log } = using
  const startedAt = performance.now()
  const signal = leases.hold(job)
  const onError = (error: unknown) =>
    log.warn({ job_id: job.id, err: error }, 'progress not written')
  const progress = createProgress((at) => reportProgress(db, job, at), onError)
  try {
    const outcome = await run(using, job, { signal, report: progress.report })
    await progress.close()
    const settled = outcome && (await settle(db, job, outcome, signal))
    logEnd(log, job, settled ? outcome : undefined, performance.now() - startedAt)
  } finally {
    leases.drop(job)
  }
}

/** Undefined when the lease was lost: then there is nothing to settle. */
async function run(
  { handler, log, maxRetries }: Attempting,
  job: ClaimedJob,
  attempt: Attempt,
): Promise<Outcome | undefined> {
  try {
    return { event: 'complete', result: await handler(job, attempt) }
  } catch (caught) {
    const { signal } = attempt
    const thrown: unknown = signal.aborted ? signal.reason : caught
    if (thrown instanceof LeaseLost) return undefined
    if (thrown instanceof ShuttingDown) return { event: 'release' }
    const error = toAppError(thrown)
    const { id: job_id, attempt_count } = job
    log.warn({ job_id, attempt: attempt_count, code: error.code, err: thrown }, 'attempt failed')
    return failureOf(error, attempt_count, maxRetries)
  }
}

function logEnd(log: Log, job: ClaimedJob, outcome: Outcome | undefined, ms: number): void {
  const { id: job_id, batch_id, epoch } = job
  const line = { job_id, batch_id, epoch, event: outcome?.event ?? 'lost', ms: Math.round(ms) }
  log.info(line, outcome ? 'job settled' : 'lease lost, result dropped')
}
