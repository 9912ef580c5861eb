import type { Blobs } from '../blobs/blobs.ts'
import { compactEvents, countDue, forgetBatches, takeChore } from '../db/jobs/cleanup.sql.ts'
import type { Database } from '../db/db.ts'
import { forgetDeletedJobs } from '../db/jobs/delete-job.sql.ts'
import { trimDurations } from '../db/jobs/durations.sql.ts'
import { trimTallies } from '../db/operations/outcome-counters.sql.ts'
import type { Log } from '../domain/ports/log.ts'
import type { Meter } from '../domain/ports/meter.ts'
import { deletedDays } from '../domain/job/since.ts'
import { forgetDeliveries } from '../db/notify/deliveries.sql.ts'
import { lockQueue } from '../db/jobs/transitions.sql.ts'
import { forgetMails } from '../db/notify/mails.sql.ts'
import { forgetPrograms } from '../db/review/program-cache.sql.ts'
import {
  doomedBlobs,
  doomOutputs,
  doomSources,
  expireNow,
  expireResults,
  forgetDoomed,
  saveTerms,
} from '../db/jobs/expiry.sql.ts'
import { orphans } from './orphans.ts'

export interface Retention {
  db: Database
  blobs: Blobs
  sourceDays: number
  resultDays: number
  batchDays: number
  /** Until the rows go as well. Without it they stay. */
  jobDays?: number | undefined
  log?: Log
}

/** How much was let go of, or would be. */
export interface LetGo {
  results: number
  uploads: number
  /** Whose events were compacted. */
  batches: number
  /** Of which nothing is left. */
  jobs: number
  orphans: number
}

const atOnce = 500
const durationsKept = 500
const eventDays = 90
const tallyDays = 32

/**
 * Lets go of what has outlived its time: results become `expired`, uploads can no longer be tried again.
 * Names go first, in one commit with the note that the file is doomed; the file follows. Whatever ends
 * this in between, the next round finishes it, and any number may run at once. A download that is under way
 * has its file open and is not cut.
 */
export async function retain(retention: Retention): Promise<LetGo> {
  const { db, sourceDays, resultDays: result, batchDays: batch, log } = retention
  await saveTerms(db, { result, batch })
  await trimDurations(db, durationsKept)
  await trimTallies(db, tallyDays)
  await forgetDeletedJobs(db, deletedDays)
  const results = await untilFew(() => expire(db, { result, batch }, log))
  await forgetPrograms(db, result)
  await forgetMails(db, Math.min(result, batch))
  await forgetDeliveries(db, result)
  const uploads = await untilFew(() => doomSources(db, sourceDays, atOnce))
  const batches = await untilFew(() => compactEvents(db, eventDays, atOnce))
  await deleteDoomed(retention)
  const forgets = retention.jobDays !== undefined
  const jobs = forgets ? await ifFirstToday(db, 'old jobs', () => forgetJobs(retention)) : 0
  const nameless = await ifFirstToday(db, 'orphans', () => deleteOrphans(retention))
  return { results, uploads, batches, jobs, orphans: nameless }
}

/** Lets go of results that someone has, and of what they were read from. The files follow with the next round. */
export async function letGoOf(db: Database, jobIds: string[]): Promise<void> {
  await db.transaction(async (tx) => {
    await lockQueue(tx)
    const expired = await expireNow(tx, jobIds)
    await doomOutputs(
      tx,
      expired.map(({ id }) => id),
    )
  })
}

/** At once, also where a worker has done today what it does once a day. */
export async function retainNow(retention: Retention): Promise<LetGo> {
  const gone = await retain(retention)
  const jobs = gone.jobs + (await forgetJobs(retention))
  return { ...gone, jobs, orphans: gone.orphans + (await deleteOrphans(retention)) }
}

export function countCleaned(meter: Meter, gone: LetGo): void {
  for (const [kind, count] of Object.entries(gone)) meter.count('cleaned', count, { kind })
}

/** What `retain` would do now, without doing it. */
export async function previewRetain(retention: Retention): Promise<LetGo> {
  const { db, sourceDays: uploads, resultDays: results, batchDays: batches } = retention
  const jobs = retention.jobDays ?? null
  const [due] = await countDue(db, { results, batches, uploads, events: eventDays, jobs })
  if (!due) throw new Error('A count has one row')
  let count = 0
  for await (const _ of orphans(retention)) count += 1
  return { ...due, orphans: count }
}

/** What looks through everything. */
async function ifFirstToday(db: Database, chore: string, work: () => Promise<number>) {
  const [isMine] = await takeChore(db, chore)
  return isMine ? work() : 0
}

async function forgetJobs({ db, jobDays }: Retention): Promise<number> {
  return jobDays === undefined ? 0 : untilFew(() => forgetBatches(db, jobDays, atOnce))
}

async function deleteOrphans({ db, blobs }: Pick<Retention, 'db' | 'blobs'>): Promise<number> {
  let count = 0
  for await (const key of orphans({ db, blobs })) {
    await blobs.delete(key)
    count += 1
  }
  return count
}

async function untilFew(take: () => Promise<unknown[]>): Promise<number> {
  for (let count = 0; ; ) {
    const { length } = await take()
    count += length
    if (length < atOnce) return count
  }
}

async function deleteDoomed({ db, blobs }: Retention): Promise<void> {
  for (;;) {
    const doomed = await doomedBlobs(db, atOnce)
    for (const { key } of doomed) {
      await blobs.delete(key)
      await forgetDoomed(db, key)
    }
    if (doomed.length < atOnce) return
  }
}

async function expire(
  db: Database,
  days: { result: number; batch: number },
  log: Log | undefined,
): Promise<unknown[]> {
  const gone = await db.transaction(async (tx) => {
    await lockQueue(tx)
    const expired = await expireResults(tx, days, atOnce)
    const ids = expired.map(({ id }) => id)
    await doomOutputs(tx, ids)
    return expired
  })
  for (const { id: job_id, ms, ...ids } of gone) {
    const change = { event: 'expire', from: 'complete', to: 'expired', ms: Math.round(ms) }
    log?.info({ job_id, ...ids, ...change }, 'job expired')
  }
  return gone
}
