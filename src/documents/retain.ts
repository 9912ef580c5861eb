import type { Blobs } from '../blobs/blobs.ts'
import type { Database } from '../db/db.ts'
import { forgetDeletedJobs } from '../db/delete-job.sql.ts'
import { trimDurations } from '../db/durations.sql.ts'
import { lockQueue } from '../db/jobs.sql.ts'
import { forgetPrograms } from '../db/programs.sql.ts'
import {
  doomedBlobs,
  doomOutputs,
  doomSources,
  expireResults,
  forgetDoomed,
} from '../db/retention.sql.ts'

export interface Retention {
  db: Database
  blobs: Blobs
  sourceDays: number
  resultDays: number
}

const atOnce = 500
const durationsKept = 500
const deletedDays = 7

/**
 * Lets go of what has outlived its time: results become `expired`, uploads can no longer be tried again.
 * Names go first, in one commit with the note that the file is doomed; the file follows. Whatever ends
 * this in between, the next round finishes it, and any number may run at once.
 */
export async function retain({ db, blobs, sourceDays, resultDays }: Retention): Promise<void> {
  await trimDurations(db, durationsKept)
  await forgetDeletedJobs(db, deletedDays)
  while ((await expire(db, resultDays)) === atOnce);
  await forgetPrograms(db, resultDays)
  while ((await doomSources(db, sourceDays, atOnce)).length === atOnce);
  for (;;) {
    const doomed = await doomedBlobs(db, atOnce)
    for (const { key } of doomed) {
      await blobs.delete(key)
      await forgetDoomed(db, key)
    }
    if (doomed.length < atOnce) return
  }
}

function expire(db: Database, days: number): Promise<number> {
  return db.transaction(async (tx) => {
    await lockQueue(tx)
    const expired = await expireResults(tx, days, atOnce)
    const ids = expired.map(({ id }) => id)
    await doomOutputs(tx, ids)
    return expired.length
  })
}
