import type { Database, Db } from '../db/db.ts'
import { deleteJobs, scheduleSourceDeletion } from '../db/jobs/delete-job.sql.ts'
import { lockQueue } from '../db/jobs/lock-and-notify.sql.ts'
import { deleteOutputs } from '../db/jobs/expiry.sql.ts'
import { cancelJobs } from '../db/jobs/owned-batches.sql.ts'
import type { Log } from '../domain/ports/log.ts'
import type { StatusWriter } from './job-status.ts'
import { loadOwnedJob } from './owned-jobs.ts'

/**
 * Deletes a job. Cancels it first if it is active. The same transaction schedules the deletion of files that no other
 * job references.
 */
export async function deleteOwnedJob(
  { db, log, statuses }: { db: Database; log: Log; statuses: StatusWriter },
  ownerId: string,
  id: string,
): Promise<void> {
  const { status } = await loadOwnedJob(db, log, ownerId, id)
  await db.transaction((tx) => deleteJobsIn(tx, ownerId, [id]))
  statuses.deleted(ownerId, [id])
  log.info({ job_id: id, event: 'delete', from: status }, 'job deleted')
}

export async function deleteJobsIn(tx: Db, ownerId: string, ids: string[]): Promise<void> {
  // Locks the queue, because jobs in other batches may be waiting for this job's result.
  await lockQueue(tx)
  await cancelJobs(tx, ids, ownerId)
  await deleteOutputs(tx, ids)
  await scheduleSourceDeletion(tx, ids)
  await deleteJobs(tx, ids)
}
