import type { Db } from '../db/db.ts'
import { deletedSince, jobsAfter, type OwnedJob } from '../db/jobs/changes.sql.ts'
import { isRemembered } from '../domain/job/since.ts'
import { mostBehind } from './paced-reader.ts'

interface Moments {
  from: string
  now: string
}

/** Which jobs of an owner were deleted; undefined where that was too long ago or too often to tell. */
export async function goneSince(
  db: Db,
  owner: string,
  { from, now }: Moments,
): Promise<string[] | undefined> {
  if (!isRemembered(from, now)) return undefined
  const gone = await deletedSince(db, [owner], from, mostBehind + 1)
  return gone.length > mostBehind ? undefined : gone.map(({ id }) => id)
}

/** What has become of an owner's jobs, the latest last; undefined where that is too much to tell. */
export async function changesSince(
  db: Db,
  owner: string,
  moments: Moments,
): Promise<{ gone: string[]; jobs: OwnedJob[] } | undefined> {
  const gone = await goneSince(db, owner, moments)
  if (gone === undefined) return undefined
  const jobs = await jobsAfter(db, [owner], { updated_at: moments.from }, mostBehind + 1)
  return gone.length + jobs.length > mostBehind ? undefined : { gone, jobs }
}
