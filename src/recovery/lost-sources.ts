import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { uuidv7 } from 'uuidv7'
import type { Blobs } from '../blobs/blobs.ts'
import { ownerMark, parseSourceKey } from '../blobs/blob-keys.ts'
import type { Db } from '../db/db.ts'
import { readDatabaseTime } from '../db/jobs/cleanup.sql.ts'
import { enqueueBatches } from '../db/jobs/enqueue.sql.ts'
import { findLostSources, listOwners } from '../db/jobs/recover.sql.ts'

/** A stored upload without a row in the database. */
export interface LostSource {
  key: string
  job_id: string
  /** Owner's ID; null if no owner matches the mark in the key. */
  owner_id: string | null
  stored_at: string
}

export interface RecoverDeps {
  db: Db
  blobs: Blobs
}

export interface Adoption {
  mapping: string
  maxRunning: number
}

/** Minimum age of lost uploads in ms. A running upload stores its file before it commits its row. */
const minAgeMs = 2 * 60 * 1000
const batchSize = 500

export async function* findLost({ db, blobs }: RecoverDeps): AsyncGenerator<LostSource> {
  const [clock] = await readDatabaseTime(db)
  const latest = Date.parse(clock?.now ?? '') - minAgeMs
  const owners = new Map(
    (await listOwners(db)).map(({ owner_id }) => [ownerMark(owner_id), owner_id]),
  )
  let files: LostSource[] = []
  const findInDatabase = async () => {
    const lost = new Set((await findLostSources(db, files)).map(({ key }) => key))
    return files.filter(({ key }) => lost.has(key))
  }
  for await (const { key, stored_at } of blobs.list('sources/')) {
    const parsed = parseSourceKey(key)
    if (parsed === undefined || stored_at.getTime() > latest) continue
    const owner_id = owners.get(parsed.mark ?? '') ?? null
    files.push({ key, job_id: parsed.job_id, owner_id, stored_at: stored_at.toISOString() })
    if (files.length < batchSize) continue
    yield* await findInDatabase()
    files = []
  }
  yield* await findInDatabase()
}

/**
 * Queues a lost upload again, under its previous ID. The name, mapping and parameters were lost with the row. If the
 * owner has uploaded the document again in the meantime, the jobs share the result.
 */
export async function adoptLostSource(
  { db, blobs }: RecoverDeps,
  { job_id: id, key, stored_at, owner_id }: LostSource & { owner_id: string },
  { mapping, maxRunning }: Adoption,
): Promise<void> {
  const facts = await measure((await blobs.open(key)).stream)
  const original_filename = `recovered-${stored_at.slice(0, 10)}-${id.slice(-6)}.pdf`
  await enqueueBatches(db, [
    {
      id: uuidv7(),
      owner_id,
      mapping,
      params: {},
      client_ip: null,
      user_agent: null,
      max_running: maxRunning,
      is_single: false,
      jobs: [{ id, original_filename, upload_key: key, ...facts, priority: 0, dependency: 'none' }],
    },
  ])
}

async function measure(stream: Readable): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: hash.digest('hex') }
}
