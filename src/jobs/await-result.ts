import type { Db } from '../db/db.ts'
import { AppError, toStoredError } from '../domain/errors/app-error.ts'
import type { Job } from '../domain/job/job.ts'
import { isActive } from '../domain/job/job-state.ts'
import type { Log } from '../domain/ports/log.ts'
import { loadOwnedJob } from './owned-jobs.ts'
import { waitForChange, type WaitOptions } from './wait-for-change.ts'

/**
 * Waits for a job to end. If the job fails, throws its error. If the client disconnects, the wait ends but the job
 * continues.
 */
export async function awaitResult(
  { db, log }: { db: Db; log: Log },
  wait: WaitOptions,
  id: string,
): Promise<Job> {
  const load = () => loadOwnedJob(db, log, wait.owner, id)
  const job = await waitForChange(wait, load, (one) => !isActive(one))
  if (isActive(job)) throw new AppError('STILL_READING')
  const { status, error_code, error_detail, error_message } = job
  if (status === 'failed' && error_code !== null) {
    throw toStoredError(error_code, error_detail, error_message ?? '')
  }
  return job
}
