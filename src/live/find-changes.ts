import type { Db } from '../db/db.ts'
import { listDeletedJobs, listUpdatedJobs, type OwnedJob } from '../db/jobs/changes.sql.ts'
import { isWithinRetention } from '../domain/job/since.ts'
import { maxBacklog } from './paced-client.ts'

interface Period {
  from: string
  now: string
}

/**
 * Returns the IDs of jobs deleted in a period; undefined if the period starts too long ago or if there are too many.
 */
export async function findDeletedIds(
  db: Db,
  owner: string,
  { from, now }: Period,
): Promise<string[] | undefined> {
  if (!isWithinRetention(from, now)) return undefined
  const deleted = await listDeletedJobs(db, [owner], from, maxBacklog + 1)
  return deleted.length > maxBacklog ? undefined : deleted.map(({ id }) => id)
}

/** Returns changed jobs, oldest change first, and the IDs of deleted ones; undefined if there are too many to send. */
export async function findChanges(
  db: Db,
  owner: string,
  period: Period,
): Promise<{ deletedIds: string[]; jobs: OwnedJob[] } | undefined> {
  const deletedIds = await findDeletedIds(db, owner, period)
  if (deletedIds === undefined) return undefined
  const jobs = await listUpdatedJobs(db, [owner], { updated_at: period.from }, maxBacklog + 1)
  return deletedIds.length + jobs.length > maxBacklog ? undefined : { deletedIds, jobs }
}
