import type { Database } from '../db/db.ts'
import { deleteJob, scheduleSourceDeletion } from '../db/jobs/delete-job.sql.ts'
import { cancelJob } from '../db/jobs/transitions.sql.ts'
import { lockQueue } from '../db/jobs/lock-and-notify.sql.ts'
import { scheduleOutputDeletion } from '../db/jobs/expiry.sql.ts'
import type { Log } from '../domain/ports/log.ts'
import { ownedJob } from './owned-jobs.ts'

/**
 * Deletes a job, cancelling it first if it is active. Files that no other job references are scheduled for
 * deletion in the same transaction.
 */
export async function deleteOwnedJob(
  { db, log }: { db: Database; log: Log },
  ownerId: string,
  id: string,
): Promise<void> {
  const { status } = await ownedJob(db, log, ownerId, id)
  await db.transaction(async (tx) => {
    // Jobs in other batches may be waiting for this job.
    await lockQueue(tx)
    await cancelJob(tx, id, ownerId)
    await scheduleOutputDeletion(tx, [id])
    await scheduleSourceDeletion(tx, id)
    await deleteJob(tx, id)
  })
  log.info({ job_id: id, event: 'delete', from: status }, 'job deleted')
}
