import type { Blobs } from '../blobs/blobs.ts'
import { incomingPrefix } from '../blobs/blobs.ts'
import { type StoredFile, unnamedResults, unnamedSources } from '../db/jobs/cleanup.sql.ts'
import type { Db } from '../db/db.ts'

/** Whatever is younger may belong to a request or a job that has not committed yet. */
const safeAgeMs = 24 * 60 * 60 * 1000
const atOnce = 500

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const sourceShape = new RegExp(`^sources/.+/(${uuid})(?:\\.\\d+)?\\.pdf$`)
const resultShape = new RegExp(`^results/.+/(${uuid})/[^/]+/[^/]+$`)

type Finder = (db: Db, files: StoredFile[]) => Promise<{ key: string }[]>

/** Old files that nothing names. Keys of a shape that we do not make are left alone. */
export async function* orphans(
  { db, blobs }: { db: Db; blobs: Blobs },
  now = Date.now(),
): AsyncGenerator<string> {
  yield* unfinished(blobs, now)
  yield* unnamed({ db, blobs, now }, 'sources/', sourceShape, unnamedSources)
  yield* unnamed({ db, blobs, now }, 'results/', resultShape, unnamedResults)
}

/** Sent by a link and never committed, half copied, or left by a check-up that was killed. */
async function* unfinished(blobs: Blobs, now: number): AsyncGenerator<string> {
  for (const prefix of [incomingPrefix, 'checks/', 'sources/', 'results/']) {
    const isAny = prefix === incomingPrefix || prefix === 'checks/'
    for await (const { key, stored_at } of blobs.list(prefix)) {
      const isOld = now - stored_at.getTime() > safeAgeMs
      if (isOld && (isAny || key.endsWith('.part'))) yield key
    }
  }
}

async function* unnamed(
  { db, blobs, now }: { db: Db; blobs: Blobs; now: number },
  prefix: string,
  shape: RegExp,
  find: Finder,
): AsyncGenerator<string> {
  let files: StoredFile[] = []
  for await (const { key, stored_at } of blobs.list(prefix)) {
    const job_id = shape.exec(key)?.[1]
    if (job_id === undefined || now - stored_at.getTime() <= safeAgeMs) continue
    files.push({ key, job_id })
    if (files.length < atOnce) continue
    yield* (await find(db, files)).map((one) => one.key)
    files = []
  }
  yield* (await find(db, files)).map((one) => one.key)
}
