import { setImmediate as nextTick } from 'node:timers/promises'
import type { Database } from '../db/db.ts'
import { type ClaimedJob } from '../db/jobs/transitions.sql.ts'
import { queuedChannel } from '../db/jobs/lock-and-notify.sql.ts'
import { removeWorker } from '../db/queue/workers.sql.ts'
import type { Log } from '../domain/ports/log.ts'
import { type Meter, noopMeter } from '../domain/ports/meter.ts'
import { noopTracer, type Tracer } from '../domain/ports/tracer.ts'
import { attemptJob, type Handler, ShuttingDown } from './attempt.ts'
import { createHeartbeat } from './heartbeat.ts'
import { createWakeup } from './wakeup.ts'
import { createCompletions } from './completions.ts'
import { keepLeases } from './keep-leases.ts'
import { createRecord } from './record.ts'
import { createOutcomeCounters } from './counters.ts'
import { createClaimAhead } from './claim-ahead.ts'
import { createClaimLoop } from './claim-loop.ts'

export interface WorkerOptions {
  db: Database
  handler: Handler
  log: Log
  meter?: Meter
  tracer?: Tracer
  workerId: string
  /** Number of jobs that run concurrently. */
  concurrency: number
  /** Number of further jobs to claim ahead, which the handler must queue. Default: 0. */
  extraSlots?: number
  leaseSeconds: number
  pollMs: number
  maxRetries: number
  /** How many jobs may use each dependency concurrently, across all workers. */
  caps?: Record<string, number>
  /** Called with the id of each job whose state or progress this worker changed. */
  onChange?: (jobId: string) => void
}

export interface Worker {
  /** Stops claiming, gives running jobs `graceMs` to finish, and then releases the others. */
  stop(graceMs: number): Promise<void>
}

/**
 * Claims (`claim-loop.ts`), runs (`attempt.ts`) and settles (`settle.ts`) jobs until it is stopped. Meanwhile, it
 * renews leases (`keep-leases.ts`) and rescues the jobs of dead workers (`heartbeat.ts`).
 */
export function startWorker(options: WorkerOptions): Worker {
  const { db, log, workerId, concurrency, meter = noopMeter, tracer = noopTracer } = options
  const wakeup = createWakeup()
  const completions = createCompletions(wakeup.wake)
  const running = new Set<ClaimedJob>()
  const onError = (error: unknown) => log.error({ err: error }, 'worker error')
  const listener = db.listen(queuedChannel, wakeup.wake)
  const counters = createOutcomeCounters(db, workerId)
  const record = createRecord({ log, meter, counters, onChange: options.onChange })
  const onHeartbeat = createHeartbeat({ ...options, record, counters, onRequeued: wakeup.wake })
  const leases = keepLeases({ ...options, onHeartbeat, onError })
  measureSlots(meter, concurrency, running)
  const onEnd = (mayBeMore: boolean) => {
    if (mayBeMore || completions.size > 0 || isStopping) wakeup.wake()
  }
  const onClaim = (job: ClaimedJob) => void run(job)
  const claimLoop = createClaimLoop({ ...options, completions, onClaim, onEnd, onError })
  const attemptDeps = { ...options, meter, tracer, record, leases, completions }
  const ahead = createClaimAhead(concurrency, options.extraSlots ?? 0)
  const load = () => ({ completions: isStopping ? 0 : completions.size, running: running.size })
  let [isStopping, isReleasing] = [false, false]
  const ended = claimUntilStopped()

  async function claimUntilStopped(): Promise<void> {
    while (!isStopping || running.size + claimLoop.size > 0) {
      // Jobs that end in the same tick are completed together.
      await nextTick()
      await ahead.linger(load, wakeup.wait)
      claimLoop.start(isStopping ? 'stopping' : ahead.slots() - running.size)
      // A notification, a finished job or a rescue ends the wait early; otherwise, the next round is a poll.
      await wakeup.wait(options.pollMs)
    }
  }

  async function run(job: ClaimedJob): Promise<void> {
    record.claimed(job)
    running.add(job)
    const startedAt = performance.now()
    const attempt = attemptJob(attemptDeps, job).catch(onError)
    if (isReleasing) leases.abortAll(new ShuttingDown())
    await attempt
    ahead.measure(performance.now() - startedAt)
    running.delete(job)
    wakeup.wake()
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

function measureSlots(meter: Meter, concurrency: number, running: ReadonlySet<unknown>): void {
  meter.gauge('slots', () => concurrency)
  meter.gauge('busy', () => Math.min(running.size, concurrency))
}
