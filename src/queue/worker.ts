import { setImmediate as nextTick } from 'node:timers/promises'
import type { Database } from '../db/db.ts'
import { type ClaimedJob, queuedChannel } from '../db/jobs/transitions.sql.ts'
import { removeWorker } from '../db/queue/workers.sql.ts'
import type { Log } from '../domain/ports/log.ts'
import { type Meter, noMeter } from '../domain/ports/meter.ts'
import { noTracer, type Tracer } from '../domain/ports/tracer.ts'
import { attemptJob, type Handler, ShuttingDown } from './attempt.ts'
import { createBeat } from './heartbeat.ts'
import { createBell } from './wakeup.ts'
import { createCompletions } from './completions.ts'
import { keepLeases } from './leases.ts'
import { createRecord } from './record.ts'
import { createTallies } from './counters.ts'
import { createTurns } from './claim-loop.ts'

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
  /** How many jobs may use each dependency at once, over all workers. */
  caps?: Record<string, number>
}

export interface Worker {
  /** Claims no more; lets running jobs finish for `graceMs`, then gives the rest back. */
  stop(graceMs: number): Promise<void>
}

/** Claims, runs and settles jobs until it is stopped. */
export function startWorker(options: WorkerOptions): Worker {
  const { db, log, workerId, concurrency, leaseSeconds, pollMs } = options
  const { meter = noMeter, tracer = noTracer } = options
  const bell = createBell()
  const completions = createCompletions(bell.ring)
  const running = new Set<Promise<void>>()
  const onError = (error: unknown) => log.error({ err: error }, 'worker error')
  const listener = db.listen(queuedChannel, bell.ring)
  const tallies = createTallies(db, workerId)
  const record = createRecord({ log, meter, tallies })
  const onBeat = createBeat({ ...options, record, tallies, onFreed: bell.ring })
  const leases = keepLeases({ db, leaseSeconds, onBeat, onError })
  meter.gauge('slots', () => concurrency)
  meter.gauge('busy', () => running.size)
  const onEnd = (mayBeMore: boolean) => {
    if (mayBeMore || completions.size > 0 || stopping) bell.ring()
  }
  const turns = createTurns({ ...options, completions, onClaim: start, onEnd, onError })
  let stopping = false
  let givingBack = false
  const ended = claimUntilStopped()

  async function claimUntilStopped(): Promise<void> {
    while (!stopping || running.size + turns.size > 0) {
      // All that ended within this moment go together.
      await nextTick()
      turns.begin(stopping ? 0 : concurrency - running.size)
      // Rung by a NOTIFY, by a job that ended and by the rescuer; the time-out is the poll.
      await bell.wait(pollMs)
    }
  }

  function start(job: ClaimedJob): void {
    record.claimed(job)
    const done = attemptJob({ ...options, meter, tracer, record, leases, completions }, job)
      .catch(onError)
      .finally(() => {
        running.delete(done)
        bell.ring()
      })
    running.add(done)
    if (givingBack) leases.abortAll(new ShuttingDown())
  }

  return {
    async stop(graceMs) {
      stopping = true
      bell.ring()
      const grace = setTimeout(() => {
        givingBack = true
        leases.abortAll(new ShuttingDown())
      }, graceMs)
      await ended
      clearTimeout(grace)
      await leases.close()
      await tallies.flush().catch(onError)
      await listener.close()
      await removeWorker(db, workerId).catch(onError)
    },
  }
}
