import { onTestFinished } from 'vitest'
import type { Handler } from '../../../src/queue/attempt.ts'
import { startWorker, type Worker, type WorkerOptions } from '../../../src/queue/worker.ts'
import type { TestDatabase } from './database.ts'
import { deferred } from '../processes/deferred.ts'

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** Limits of the workers in tests. */
export const workerLimits = { concurrency: 2, maxRetries: 3 }

/** Starts a worker that stops when the test ends, after waiting this long for its jobs. */
export function workerForTest(options: WorkerOptions, graceMs: number): Worker {
  const worker = startWorker(options)
  onTestFinished(() => worker.stop(graceMs))
  return worker
}

/** Starts a worker with this handler, which stops when the test ends. */
export function work(
  { db }: TestDatabase,
  handler: Handler,
  options: Partial<WorkerOptions> = {},
): Worker {
  const own = { db, handler, log: silent, workerId: 'worker-a', leaseSeconds: 30, pollMs: 50 }
  return workerForTest({ ...own, ...workerLimits, ...options }, 0)
}

/** Completes every job. */
export const succeed: Handler = async (job) => ({ result_key: `results/${job.id}/${job.epoch}` })

/** Starts a worker whose jobs complete only after `finish`, and waits until the first job has started. */
export async function workUntil(finish: Promise<void>, database: TestDatabase) {
  const started = deferred()
  const worker = work(database, async (job, attempt) => {
    started.resolve()
    await finish
    return succeed(job, attempt)
  })
  await started.promise
  return worker
}
