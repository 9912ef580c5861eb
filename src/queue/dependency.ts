import type { Database } from '../db/db.ts'
import { lockBreaker, saveBreaker, takeDependency } from '../db/queue/dependencies.sql.ts'
import { type ClaimedJob, lockQueue } from '../db/jobs/transitions.sql.ts'
import { afterCall } from '../domain/job/breaker.ts'
import { toAppError } from '../domain/errors/errors.ts'
import type { Meter } from '../domain/ports/meter.ts'

/** Why an attempt ends without counting: what it needs has no room, or is away. The job waits for it. */
export class MustWait extends Error {
  override readonly name = 'MustWait'
  readonly dependency: string

  constructor(dependency: string, options?: ErrorOptions) {
    super(`Waits for ${dependency}`, options)
    this.dependency = dependency
  }
}

/**
 * Calls something outside, within its cap over all workers and under its breaker. A call that fails while
 * the breaker is open says nothing about the job: it goes back to the queue, and its attempt too.
 */
export async function callDependency<Answer>(
  { db, job, signal, meter }: { db: Database; job: ClaimedJob; signal: AbortSignal; meter: Meter },
  name: string,
  call: () => Promise<Answer>,
): Promise<Answer> {
  await takePlace(db, job, name)
  const startedAt = performance.now()
  const measure = (outcome: 'ok' | 'error') =>
    meter.time('calls', (performance.now() - startedAt) / 1000, { dependency: name, outcome })
  try {
    const answer = await call()
    measure('ok')
    await recordCall(db, name, true)
    return answer
  } catch (thrown) {
    // We hung up ourselves: that tells nothing of the other side.
    if (signal.aborted) throw thrown
    measure('error')
    const isOutage = toAppError(thrown).rule.retry
    const isOpen = await recordCall(db, name, !isOutage)
    throw isOutage && isOpen ? new MustWait(name, { cause: thrown }) : thrown
  }
}

/** A job that was claimed as one that needs it has its place already. */
async function takePlace(db: Database, job: ClaimedJob, name: string): Promise<void> {
  if (job.dependency === name) return
  const taken = await db.transaction(async (tx) => {
    await lockQueue(tx)
    return takeDependency(tx, job, name)
  })
  if (taken.length === 0) throw new MustWait(name)
  job.dependency = name
}

/** Whether the breaker is open after this call. */
export function recordCall(db: Database, name: string, ok: boolean): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [row] = await lockBreaker(tx, name)
    if (!row) throw new Error(`There is no dependency ${name}`)
    const breaker = afterCall(row.breaker, ok, row.now)
    await saveBreaker(tx, name, breaker)
    return breaker.opened_at !== null
  })
}
