import { setImmediate as nextTick } from 'node:timers/promises'
import type { Database } from '../db/db.ts'
import { type ClaimedJob } from '../db/jobs/transitions.sql.ts'
import { queuedChannel } from '../db/jobs/lock-and-notify.sql.ts'
import { removeWorker } from '../db/queue/workers.sql.ts'
import type { Log } from '../domain/ports/log.ts'
import { type Meter, noMeter } from '../domain/ports/meter.ts'
import { noTracer, type Tracer } from '../domain/ports/tracer.ts'
import { attemptJob, type Handler, ShuttingDown } from './attempt.ts'
import { createHeartbeat } from './heartbeat.ts'
import { createWakeup } from './wakeup.ts'
import { createCompletions } from './completions.ts'
import { keepLeases } from './leases.ts'
import { createRecord } from './record.ts'
import { createOutcomeCounters } from './counters.ts'
import { createClaimLoop } from './claim-loop.ts'

export interface WorkerOptions {
  db: Database
  handler: Handler
  log: Log
  meter?: Meter
  tracer?: Tracer
  workerId: string
  concurrency: number
  leaseSeconds: number
  pollMs: number
  maxRetries: number
  /** How many jobs may use each dependency concurrently, across all workers. */
  caps?: Record<string, number>
}

export interface Worker {
  /** Stops claiming; lets running jobs finish for `graceMs`, then releases the rest. */
  stop(graceMs: number): Promise<void>
}

/**
 * Claims, runs and settles jobs until it is stopped. Reads from top to bottom as claim (`claim-loop.ts`) → run
 * (`attempt.ts`) → settle (`settle.ts`); meanwhile, leases are renewed and dead workers' jobs rescued (`leases.ts`,
 * `heartbeat.ts`).
 */
export function startWorker(options: WorkerOptions): Worker {
  const { db, log, workerId, concurrency, leaseSeconds, pollMs } = options
  const { meter = noMeter, tracer = noTracer } = options
  const wakeup = createWakeup()
  const completions = createCompletions(wakeup.wake)
  const running = new Set<Promise<void>>()
  const onError = (error: unknown) => log.error({ err: error }, 'worker error')
  const listener = db.listen(queuedChannel, wakeup.wake)
  const counters = createOutcomeCounters(db, workerId)
  const record = createRecord({ log, meter, counters })
  const onHeartbeat = createHeartbeat({ ...options, record, counters, onRequeued: wakeup.wake })
  const leases = keepLeases({ db, leaseSeconds, onHeartbeat, onError })
  meter.gauge('slots', () => concurrency)
  meter.gauge('busy', () => running.size)
  const onEnd = (mayBeMore: boolean) => {
    if (mayBeMore || completions.size > 0 || isStopping) wakeup.wake()
  }
  const claimLoop = createClaimLoop({ ...options, completions, onClaim: start, onEnd, onError })
  let isStopping = false
  let isReleasing = false
  const ended = claimUntilStopped()

  async function claimUntilStopped(): Promise<void> {
    while (!isStopping || running.size + claimLoop.size > 0) {
      // Jobs that end in the same tick are completed together.
      await nextTick()
      claimLoop.start(isStopping ? 0 : concurrency - running.size)
      // Woken by a NOTIFY, by a job that ended and by a rescue; the timeout is the poll.
      await wakeup.wait(pollMs)
    }
  }

  function start(job: ClaimedJob): void {
    record.claimed(job)
    const done = attemptJob({ ...options, meter, tracer, record, leases, completions }, job)
      .catch(onError)
      .finally(() => {
        running.delete(done)
        wakeup.wake()
      })
    running.add(done)
    if (isReleasing) leases.abortAll(new ShuttingDown())
  }

  return {
    async stop(graceMs) {
      isStopping = true
      wakeup.wake()
      const grace = setTimeout(() => {
        isReleasing = true
        leases.abortAll(new ShuttingDown())
      }, graceMs)
      await ended
      clearTimeout(grace)
      await leases.close()
      await counters.flush().catch(onError)
      await listener.close()
      await removeWorker(db, workerId).catch(onError)
    },
  }
}
