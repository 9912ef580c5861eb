import type { Db } from '../db/db.ts'
import {
  databaseTime,
  type DeletedJob,
  deletedSince,
  jobsInBatches,
  jobsSince,
  type OwnedJob,
} from '../db/watch.sql.ts'
import { frame, type Reader } from './frame.ts'

/** One owner's jobs, told to all who watch them as they are now. */
interface Feed {
  readers: Set<Pick<Reader, 'send'>>
  /** What was told of each job last, so that it is not told twice. */
  told: Map<string, string>
}

export interface OwnerFeeds {
  /** Tells of every change from now on. Returns how to leave. */
  follow(owner: string, reader: Pick<Reader, 'send'>): () => void
  /** Looks for changes in these batches: one query, however many owners there are and however many watch. */
  look(ids: ReadonlySet<string>): Promise<void>
  /** Looks for all that has changed since this was last done. */
  lookBack(): Promise<void>
}

/**
 * A change is stamped before its transaction commits, so it may be stamped before a look that did not see it
 * yet: every look reaches back this far.
 */
const overlapMs = 10_000
const mostReplayed = 500
const mostTold = 1000

export function createOwnerFeeds(db: Db): OwnerFeeds {
  const feeds = new Map<string, Feed>()
  let lookedAt: string | undefined

  function follow(owner: string, reader: Pick<Reader, 'send'>): () => void {
    const feed = feeds.get(owner) ?? { readers: new Set(), told: new Map() }
    feeds.set(owner, feed)
    feed.readers.add(reader)
    return () => {
      feed.readers.delete(reader)
      if (feed.readers.size === 0 && feeds.get(owner) === feed) feeds.delete(owner)
    }
  }

  function tell(owner: string, id: string, version: string, news: () => Buffer): void {
    const feed = feeds.get(owner)
    if (feed === undefined || feed.told.get(id) === version) return
    feed.told.delete(id)
    feed.told.set(id, version)
    const [oldest] = feed.told.keys()
    if (feed.told.size > mostTold && oldest !== undefined) feed.told.delete(oldest)
    const frames = news()
    for (const reader of feed.readers) reader.send(frames)
  }

  const tellJob = (owned: OwnedJob) =>
    tell(owned.owner_id, owned.job.id, owned.job.updated_at, () => changed(owned))

  async function tellDeleted(owners: string[], since: string): Promise<void> {
    for (const job of await deletedSince(db, owners, since)) {
      tell(job.owner_id, job.id, 'gone', () => deleted(job))
    }
  }

  async function look(ids: ReadonlySet<string>): Promise<void> {
    const owners = [...feeds.keys()]
    const batches = [...ids].filter((id) => id !== 'gone')
    if (owners.length === 0 || lookedAt === undefined) return
    for (const job of await jobsInBatches(db, batches, owners)) tellJob(job)
    if (ids.has('gone')) await tellDeleted(owners, before(lookedAt))
  }

  async function lookBack(): Promise<void> {
    const owners = [...feeds.keys()]
    const now = await databaseTime(db)
    const since = before(lookedAt ?? now)
    if (owners.length > 0) {
      for (const job of await jobsSince(db, owners, since, 100_000)) tellJob(job)
      await tellDeleted(owners, since)
    }
    lookedAt = now
  }

  return { follow, look, lookBack }
}

/** Tells one reader of what has changed since a moment, or to begin anew where that is too much. */
export async function replayChanges(
  db: Db,
  owner: string,
  since: string | undefined,
  reader: Reader,
): Promise<void> {
  const server_time = await databaseTime(db)
  reader.send(frame('ready', { server_time }, server_time))
  if (since === undefined) return
  const reset = frame('reset', {}, server_time)
  if (Number.isNaN(Date.parse(since))) return reader.send(reset)
  const from = before(since)
  const jobs = await jobsSince(db, [owner], from, mostReplayed + 1)
  if (jobs.length > mostReplayed) return reader.send(reset)
  const gone = await deletedSince(db, [owner], from)
  const frames = [...jobs.map(changed), ...gone.map(deleted)]
  if (frames.length > 0) reader.send(Buffer.concat(frames))
}

function before(moment: string): string {
  return new Date(Math.max(0, Date.parse(moment) - overlapMs)).toISOString()
}

function changed({ job }: OwnedJob): Buffer {
  return frame('job', job, job.updated_at)
}

function deleted({ id, deleted_at }: DeletedJob): Buffer {
  return frame('gone', { id }, deleted_at)
}
