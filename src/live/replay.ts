import type { Db } from '../db/db.ts'
import { subtractOverlap } from '../domain/job/since.ts'
import { findChanges } from './find-changes.ts'
import { resetFrame } from './paced-client.ts'
import { sseFrame } from './sse-frame.ts'

/**
 * Returns the frames that an owner's stream missed since a timestamp. Deletions come first and have no ID, because they
 * do not prove that earlier changes have been sent.
 */
export async function loadReplay(
  db: Db,
  owner: string,
  { since, now }: { since: string; now: string },
): Promise<Buffer[]> {
  const changes = Number.isNaN(Date.parse(since))
    ? undefined
    : await findChanges(db, owner, { from: subtractOverlap(since), now })
  if (changes === undefined) return [resetFrame]
  const deletionFrames = changes.deletedIds.map((id) => sseFrame('gone', { id }))
  return [...deletionFrames, ...changes.jobs.map(({ job }) => sseFrame('job', job, job.updated_at))]
}
