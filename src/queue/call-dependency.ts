import type { Database } from '../db/db.ts'
import {
  findOpenBreaker,
  lockBreaker,
  reserveDependency,
  saveBreaker,
} from '../db/queue/dependencies.sql.ts'
import { type ClaimedJob } from '../db/jobs/transitions.sql.ts'
import { lockQueue } from '../db/jobs/lock-and-notify.sql.ts'
import { applyCall } from '../domain/job/breaker.ts'
import { toAppError } from '../domain/errors/app-error.ts'
import type { Meter } from '../domain/ports/meter.ts'

/**
 * Ends an attempt without counting it: the dependency is at its cap or its breaker is open. The job waits for the
 * dependency.
 */
export class DependencyWait extends Error {
  override readonly name = 'DependencyWait'
  readonly dependency: string
  /** False if the dependency is only at its cap. */
  readonly isOpen: boolean

  constructor(dependency: string, { isOpen, ...options }: { isOpen: boolean } & ErrorOptions) {
    super(`Waits for ${dependency}`, options)
    this.dependency = dependency
    this.isOpen = isOpen
  }
}

/**
 * Calls an external service, within its cap across all workers and under its breaker. A failure while the breaker is
 * open does not count against the job, which returns to the queue without losing an attempt.
 */
export async function callDependency<Body>(
  { db, job, signal, meter }: { db: Database; job: ClaimedJob; signal: AbortSignal; meter: Meter },
  name: string,
  call: () => Promise<Body>,
): Promise<Body> {
  await reserve(db, job, name)
  const startedAt = performance.now()
  const measure = (outcome: 'ok' | 'error') =>
    meter.time('calls', (performance.now() - startedAt) / 1000, { dependency: name, outcome })
  try {
    const response = await call()
    measure('ok')
    await recordCall(db, name, true)
    return response
  } catch (thrown) {
    // Docket aborted the call itself, so the error does not mean that the service failed.
    if (signal.aborted) throw thrown
    measure('error')
    const isOutage = toAppError(thrown).rule.retry
    const isOpen = await recordCall(db, name, !isOutage)
    throw isOutage && isOpen ? new DependencyWait(name, { cause: thrown, isOpen }) : thrown
  }
}

/**
 * Counts the job towards the dependency's cap, unless it was claimed for this dependency and therefore counts already.
 */
async function reserve(db: Database, job: ClaimedJob, name: string): Promise<void> {
  if (job.dependency === name) return
  const reserved = await db.transaction(async (tx) => {
    await lockQueue(tx)
    return reserveDependency(tx, job, name)
  })
  if (reserved.length === 0)
    throw new DependencyWait(name, { isOpen: (await findOpenBreaker(db, name)).length > 0 })
  job.dependency = name
}

/** Records a call's result and returns whether the breaker is now open. */
export function recordCall(db: Database, name: string, ok: boolean): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [row] = await lockBreaker(tx, name)
    if (!row) throw new Error(`Unknown dependency ${name}`)
    const breaker = applyCall(row.breaker, ok, row.now)
    await saveBreaker(tx, name, breaker)
    return breaker.opened_at !== null
  })
}
