import { onTestFinished } from 'vitest'
import type { Handler } from '../../../src/queue/attempt.ts'
import { startWorker, type WorkerOptions } from '../../../src/queue/worker.ts'
import type { TestDatabase } from './database.ts'
import { deferred } from '../processes/deferred.ts'

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** Starts a worker that stops when the test ends. */
export function work(
  { db }: TestDatabase,
  handler: Handler,
  options: Partial<WorkerOptions> = {},
): ReturnType<typeof startWorker> {
  const worker = startWorker({
    db,
    handler,
    log: silent,
    workerId: 'worker-a',
    concurrency: 2,
    leaseSeconds: 30,
    pollMs: 50,
    maxRetries: 3,
    ...options,
  })
  onTestFinished(() => worker.stop(0))
  return worker
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
