import type { Db } from '../db/db.ts'
import { AppError } from '../domain/errors/errors.ts'
import type { Job } from '../domain/job/job.ts'
import { isActive } from '../domain/job/job-state.ts'
import type { Log } from '../domain/ports/log.ts'
import { ownedJob } from './owned-jobs.ts'
import { waitForChange, type Waiting } from './wait-for-change.ts'

/** The job when it has ended. One that has failed is told by its own error; whoever leaves ends only the waiting. */
export async function awaitResult(
  { db, log }: { db: Db; log: Log },
  waiting: Waiting,
  id: string,
): Promise<Job> {
  const ask = () => ownedJob(db, log, waiting.owner, id)
  const job = await waitForChange(waiting, ask, (one) => !isActive(one))
  if (isActive(job)) throw new AppError('STILL_READING')
  if (job.status === 'failed' && job.error_code !== null) {
    throw new AppError(job.error_code, job.error_message ?? undefined)
  }
  return job
}
