import type { Blobs } from '../blobs/blobs.ts'
import { incomingPrefix } from '../blobs/blobs.ts'
import { parseResultKey, parseSourceKey } from '../blobs/blob-keys.ts'
import {
  type StoredFile,
  findOrphanedResults,
  findOrphanedSources,
  readDatabaseTime,
} from '../db/jobs/cleanup.sql.ts'
import type { Db } from '../db/db.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Minimum age of orphans in ms; newer files may belong to a request or job that has not committed yet. */
const minAgeMs = dayMs
/**
 * Minimum age of orphaned uploads in ms. Until then, `docket recover` can restore uploads whose rows were lost in a
 * failover or a restore.
 */
const minSourceAgeMs = 7 * dayMs
const batchSize = 500

type Finder = (db: Db, files: StoredFile[]) => Promise<{ key: string }[]>

/** Yields old files that no row references. Keeps files whose keys have an unknown format. */
export async function* findOrphans({
  db,
  blobs,
}: {
  db: Db
  blobs: Blobs
}): AsyncGenerator<string> {
  // Uses the database clock. If the local clock jumped ahead, the files of running jobs would look old.
  const [clock] = await readDatabaseTime(db)
  if (!clock) throw new Error('Expected one row')
  const now = Date.parse(clock.now)
  yield* findUnfinished(blobs, now)
  const storage = { db, blobs, now }
  yield* findUnreferenced(storage, {
    prefix: 'sources/',
    parse: parseSourceKey,
    find: findOrphanedSources,
    minAgeMs: minSourceAgeMs,
  })
  yield* findUnreferenced(storage, {
    prefix: 'results/',
    parse: parseResultKey,
    find: findOrphanedResults,
    minAgeMs,
  })
}

/** Yields presigned uploads that were never committed, partial copies, and the files of killed health checks. */
async function* findUnfinished(blobs: Blobs, now: number): AsyncGenerator<string> {
  for (const prefix of [incomingPrefix, 'checks/', 'sources/', 'results/']) {
    const isTemporary = prefix === incomingPrefix || prefix === 'checks/'
    for await (const { key, stored_at } of blobs.list(prefix)) {
      const isOld = now - stored_at.getTime() > minAgeMs
      if (isOld && (isTemporary || key.endsWith('.part'))) yield key
    }
  }
}

interface Search {
  prefix: string
  parse: (key: string) => { job_id: string } | undefined
  find: Finder
  minAgeMs: number
}

async function* findUnreferenced(
  { db, blobs, now }: { db: Db; blobs: Blobs; now: number },
  { prefix, parse, find, minAgeMs: minAge }: Search,
): AsyncGenerator<string> {
  let files: StoredFile[] = []
  for await (const { key, stored_at } of blobs.list(prefix)) {
    const parsed = parse(key)
    if (parsed === undefined || now - stored_at.getTime() <= minAge) continue
    files.push({ key, job_id: parsed.job_id })
    if (files.length < batchSize) continue
    yield* (await find(db, files)).map((one) => one.key)
    files = []
  }
  yield* (await find(db, files)).map((one) => one.key)
}
