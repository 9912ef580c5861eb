import { fetchedKey, resultKeyPrefix } from '../blobs/blob-keys.ts'
import type { Blobs } from '../blobs/blobs.ts'
import { storeFiles } from '../blobs/store-files.ts'
import type { Db } from '../db/db.ts'
import { lockQueue, notifyQueued } from '../db/jobs/lock-and-notify.sql.ts'
import { replaceOutputs } from '../db/jobs/outputs.sql.ts'
import { replaceSource } from '../db/jobs/sources.sql.ts'
import { recordChange } from '../db/review/sheet-refreshes.sql.ts'
import { recheckIfStale } from '../db/jobs/rereads.sql.ts'
import type { ClaimedJob } from '../db/jobs/transitions.sql.ts'
import { lockDirectory } from '../db/review/directory.sql.ts'
import { scheduleReplacedOutputDeletion, withdrawApproval } from '../db/review/readings.sql.ts'
import { stageStart } from '../domain/job/job.ts'
import type { Attempt } from '../queue/attempt.ts'
import type { Result } from '../queue/settle.ts'
import { compressOutputs } from '../results/compress-outputs.ts'
import type { CheckedResult } from './recheck.ts'
import type { FetchedDocument } from './fetch-source.ts'
import { compareSheets } from './sheet-changes.ts'

export interface StoreDeps {
  db: Db
  blobs: Blobs
  /** Version of the reader and its mappings. Results from other versions are not reused. */
  reader: string
}

/**
 * Stores the outputs under keys that contain the epoch. Returns the result, which makes the outputs visible when it is
 * committed.
 */
export async function storeResult(
  deps: StoreDeps,
  job: ClaimedJob,
  { report }: Attempt,
  result: CheckedResult,
  newer?: FetchedDocument,
): Promise<Result> {
  const { outputs, review_reasons, summary, page_count, mapping: read_by } = result
  const { directory_version = null } = result
  const { id, owner_id } = job
  const is_reread = job.reread_reason !== null
  report('saving', stageStart.saving)
  const saveChanges = newer ? undefined : await compareSheets(deps, job, result)
  const stored = await compressOutputs(outputs, resultKeyPrefix(job))
  await storeFiles(deps.blobs, stored)
  const rows = stored.map(({ format, key, content_type, bytes }) => ({
    format,
    key,
    content_type,
    bytes,
  }))
  const source = newer && { ...newer, upload_key: fetchedKey(job) }
  if (source && source.sha256 !== job.sha256)
    await deps.blobs.putFile(source.upload_key, source.file, source)
  const reader = read_by === null ? null : deps.reader
  const findings = { read_by, review_reasons, page_count, summary, reader, directory_version }
  const result_key = resultKeyPrefix(job)
  const completed = { result_key, owner_id, ...findings, is_reread }
  const recheckStale = async (tx: Db) => {
    const stale = await recheckIfStale(tx, id, owner_id)
    if (stale.length > 0) await notifyQueued(tx)
  }
  const lock = async (tx: Db) => {
    await lockDirectory(tx, owner_id)
    // Jobs may share files. The lock lets each job see whether another job still references them.
    if (is_reread) await lockQueue(tx)
  }
  if (!is_reread && !saveChanges)
    return { ...completed, outputs: rows, lock, commit: recheckStale, isShareable: true }
  const commit = async (tx: Db) => {
    if (is_reread) await scheduleReplacedOutputDeletion(tx, id, stored)
    await replaceOutputs(tx, id, stored)
    await saveChanges?.(tx)
    if (result.withdraws_approval) await withdrawApproval(tx, id)
    if (source && source.sha256 !== job.sha256) {
      await replaceSource(tx, id, source)
      if (job.sha256 !== null) await recordChange(tx, id, job.sha256)
    }
    await recheckStale(tx)
  }
  return { ...completed, lock, commit }
}
