import type { Blobs } from '../blobs/blobs.ts'
import { incomingPrefix } from '../blobs/blobs.ts'
import {
  type StoredFile,
  findOrphanedResults,
  findOrphanedSources,
  readDatabaseTime,
} from '../db/jobs/cleanup.sql.ts'
import type { Db } from '../db/db.ts'

/** Newer files may belong to a request or job that has not committed yet. */
const minAgeMs = 24 * 60 * 60 * 1000
const batchSize = 500

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const sourcePattern = new RegExp(`^sources/.+/(${uuid})(?:\\.\\d+)?\\.pdf$`)
const resultPattern = new RegExp(`^results/.+/(${uuid})\\.[^/]+$`)

type Finder = (db: Db, files: StoredFile[]) => Promise<{ key: string }[]>

/** Old files that no row references. Files whose keys have an unknown format are kept. */
export async function* findOrphans({
  db,
  blobs,
}: {
  db: Db
  blobs: Blobs
}): AsyncGenerator<string> {
  // Uses the database clock: if the local clock jumped ahead, running jobs' files would look old.
  const [clock] = await readDatabaseTime(db)
  if (!clock) throw new Error('Expected one row')
  const now = Date.parse(clock.now)
  yield* findUnfinished(blobs, now)
  yield* findUnreferenced({ db, blobs, now }, 'sources/', sourcePattern, findOrphanedSources)
  yield* findUnreferenced({ db, blobs, now }, 'results/', resultPattern, findOrphanedResults)
}

/** Presigned uploads that were never committed, partial copies, and files left behind by a killed health check. */
async function* findUnfinished(blobs: Blobs, now: number): AsyncGenerator<string> {
  for (const prefix of [incomingPrefix, 'checks/', 'sources/', 'results/']) {
    const isTemporary = prefix === incomingPrefix || prefix === 'checks/'
    for await (const { key, stored_at } of blobs.list(prefix)) {
      const isOld = now - stored_at.getTime() > minAgeMs
      if (isOld && (isTemporary || key.endsWith('.part'))) yield key
    }
  }
}

async function* findUnreferenced(
  { db, blobs, now }: { db: Db; blobs: Blobs; now: number },
  prefix: string,
  pattern: RegExp,
  find: Finder,
): AsyncGenerator<string> {
  let files: StoredFile[] = []
  for await (const { key, stored_at } of blobs.list(prefix)) {
    const job_id = pattern.exec(key)?.[1]
    if (job_id === undefined || now - stored_at.getTime() <= minAgeMs) continue
    files.push({ key, job_id })
    if (files.length < batchSize) continue
    yield* (await find(db, files)).map((one) => one.key)
    files = []
  }
  yield* (await find(db, files)).map((one) => one.key)
}
