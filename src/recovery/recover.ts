import type { Database } from '../db/db.ts'
import { lockQueue, notifyQueued } from '../db/jobs/lock-and-notify.sql.ts'
import {
  expireIncompleteResults,
  listBlobFolders,
  listOutputsIn,
  listSourcesIn,
  markSourcesMissing,
  type ReferencedFile,
} from '../db/jobs/recover.sql.ts'
import { expireWithOutputs } from '../queue/expire-results.ts'
import {
  type Adoption,
  adoptLostSource,
  findLost,
  type LostSource,
  type RecoverDeps,
} from './lost-sources.ts'

export interface RecoverReport {
  /** Uploads that had no row and were returned to their owners. */
  adopted: LostSource[]
  /** Uploads that have neither a row nor a known owner. They stay in storage until retention deletes them. */
  unowned: LostSource[]
  /** Jobs whose upload is missing in storage. */
  missing_sources: ReferencedFile[]
  /** Jobs with a result that lacks a file in storage. */
  missing_results: ReferencedFile[]
}

export interface RecoverOrder extends Adoption {
  /** If false, only reports what it would do. */
  isApplied: boolean
  /** Receives the uploads whose owner is unknown. */
  fallbackOwner?: string | undefined
}

const batchSize = 500

/**
 * Reconciles database and file storage after a failover or a restore. Can be repeated, and run while Docket is running.
 */
export async function recover(
  deps: RecoverDeps & { db: Database },
  { isApplied, fallbackOwner, ...adoption }: RecoverOrder,
): Promise<RecoverReport> {
  const report: RecoverReport = { adopted: [], unowned: [], ...(await findMissing(deps)) }
  for await (const lost of findLost(deps)) {
    const owner_id = lost.owner_id ?? fallbackOwner
    if (owner_id === undefined) {
      report.unowned.push(lost)
      continue
    }
    const owned = { ...lost, owner_id }
    report.adopted.push(owned)
    if (isApplied) await adoptLostSource(deps, owned, adoption)
  }
  if (isApplied) {
    await markMissing(deps.db, report)
    await notifyQueued(deps.db)
  }
  return report
}

/** Compares one folder at a time, so that memory use does not depend on the number of files. */
async function findMissing({ db, blobs }: RecoverDeps) {
  const missing_sources: ReferencedFile[] = []
  const missing_results: ReferencedFile[] = []
  for (const { folder } of await listBlobFolders(db)) {
    // Loads rows before it lists files, because files are stored before their rows.
    const [sources, outputs] = [await listSourcesIn(db, folder), await listOutputsIn(db, folder)]
    const stored = new Set<string>()
    for await (const { key } of blobs.list(folder)) stored.add(key)
    missing_sources.push(...sources.filter(({ key }) => !stored.has(key)))
    missing_results.push(...outputs.filter(({ key }) => !stored.has(key)))
  }
  return { missing_sources, missing_results }
}

async function markMissing(
  db: Database,
  { missing_sources, missing_results }: RecoverReport,
): Promise<void> {
  const ids = (files: ReferencedFile[]) => [...new Set(files.map(({ job_id }) => job_id))]
  for (const part of inParts(ids(missing_sources))) {
    await db.transaction(async (tx) => {
      await lockQueue(tx)
      await markSourcesMissing(tx, part)
    })
  }
  for (const part of inParts(ids(missing_results))) {
    await expireWithOutputs(db, (tx) => expireIncompleteResults(tx, part))
  }
}

function inParts(ids: string[]): string[][] {
  const count = Math.ceil(ids.length / batchSize)
  return Array.from({ length: count }, (_, nth) =>
    ids.slice(nth * batchSize, (nth + 1) * batchSize),
  )
}
