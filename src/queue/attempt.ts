import { reportProgress } from '../db/jobs/progress.sql.ts'
import type { ClaimedJob } from '../db/jobs/transitions.sql.ts'
import { toAppError } from '../domain/errors/app-error.ts'
import type { Stage } from '../domain/job/job.ts'
import type { Log } from '../domain/ports/log.ts'
import type { Meter } from '../domain/ports/meter.ts'
import { type Span, withSpan, type Tracer } from '../domain/ports/tracer.ts'
import { decideFailure } from '../domain/job/retry.ts'
import { callDependency, DependencyWait } from './call-dependency.ts'
import { getSignal, LeaseLost, type Leases } from './keep-leases.ts'
import { createProgress, type Progress } from './progress.ts'
import { jobIds, type JobRecord } from './record.ts'
import { type Outcome, type Result, type SettleDeps, settle } from './settle.ts'

/**
 * Does the slow work of an attempt and returns what to commit. A handler may run twice for a job, but only one run
 * commits.
 */
export type Handler = (job: ClaimedJob, attempt: Attempt) => Promise<Result>

export interface Attempt {
  /** Aborts when the lease is lost or the worker must stop. */
  signal: AbortSignal
  /** This attempt's trace span. */
  span: Span
  report: (stage: Stage, progress: number) => void
  /** Calls an external service within its cap and under its breaker. Handlers make external calls only through this. */
  call: <Body>(dependency: string, work: () => Promise<Body>) => Promise<Body>
}

/** Abort reason when the worker stops: the job is released, and the attempt does not count. */
export class ShuttingDown extends Error {
  override readonly name = 'ShuttingDown'
}

export interface AttemptDeps extends SettleDeps {
  leases: Leases
  handler: Handler
  log: Log
  meter: Meter
  tracer: Tracer
  record: JobRecord
  maxRetries: number
  onChange?: (jobId: string) => void
}

/**
 * Runs one attempt at a claimed job and settles it. Creates rarely needed objects only when they are used, because in a
 * worker with many slots, memory that lives as long as an attempt is expensive to collect.
 */
export async function attemptJob(deps: AttemptDeps, job: ClaimedJob): Promise<void> {
  const { db, leases, meter, tracer, record } = deps
  const startedAt = performance.now()
  const held = leases.hold(job)
  const span = tracer.begin('attempt', {
    kind: 'consumer',
    parent: job.traceparent,
    attributes: { 'docket.job_id': job.id, 'docket.attempt': job.attempt_count },
  })
  let progress: Progress | undefined
  const attempt: Attempt = {
    get signal() {
      return getSignal(held)
    },
    span,
    report(stage, percentage) {
      progress ??= openProgress(deps, job)
      progress.report(stage, percentage)
    },
    call: (dependency, work) =>
      withSpan(tracer, `call ${dependency}`, { kind: 'client', parent: span.traceparent }, () =>
        callDependency({ db, job, signal: getSignal(held), meter }, dependency, work),
      ),
  }
  try {
    const outcome = await run(deps, job, attempt)
    await progress?.close()
    const isSettled = outcome && (await settle(deps, job, outcome, held))
    record.settled(job, isSettled ? outcome : undefined, performance.now() - startedAt)
    endSpan(span, isSettled ? outcome : undefined)
  } finally {
    leases.drop(job)
  }
}

function openProgress({ db, log, onChange }: AttemptDeps, job: ClaimedJob): Progress {
  const onError = (error: unknown) =>
    log.warn({ ...jobIds(job), err: error }, 'cannot write progress')
  const write = async (at: Parameters<typeof reportProgress>[2]) => {
    await reportProgress(db, job, at)
    onChange?.(job.id)
  }
  return createProgress(write, onError)
}

/** Runs the handler. Returns undefined if the lease was lost, because then there is nothing to settle. */
async function run(
  { handler, log, maxRetries }: AttemptDeps,
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
    const { attempt_count } = job
    const reason = thrown instanceof DependencyWait ? thrown.cause : thrown
    const error = toAppError(reason)
    const facts = { ...jobIds(job), attempt: attempt_count, code: error.code, err: reason }
    if (thrown instanceof DependencyWait) {
      const { dependency } = thrown
      // The administrator needs to know why the breaker stays open.
      if (reason !== undefined)
        log.warn({ ...facts, dependency }, 'dependency call failed, job released')
      return { event: 'release', dependency }
    }
    log.warn(facts, 'attempt failed')
    return decideFailure(error, attempt_count, maxRetries)
  }
}

function endSpan(span: Span, outcome: Outcome | undefined): void {
  const error = outcome && 'error' in outcome ? outcome.error.code : undefined
  const attributes = { 'docket.event': outcome?.event ?? 'lost' }
  span.end({ attributes, ...(error !== undefined && { error }) })
}
