import type { Db } from '../db/db.ts'
import { findResult, listOutputs, lockResult } from '../db/jobs/outputs.sql.ts'
import type { ClaimedJob } from '../db/jobs/transitions.sql.ts'
import { AppError } from '../domain/errors/app-error.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'
import type { Result } from '../queue/settle.ts'

/**
 * Returns the result of an earlier job with the same document, or undefined if there is none. The output rows are
 * copied and the files are shared. `enqueue_batches` (migrations/0003_enqueue.sql) decides which documents are the
 * same.
 */
export async function reuseResult(db: Db, job: ClaimedJob): Promise<Result | undefined> {
  const { owner_id, duplicate_of } = job
  if (duplicate_of === null) return undefined
  const [original] = await findResult(db, duplicate_of, owner_id)
  if (!original) return undefined
  const lock = async (tx: Db) => {
    const [findings] = await lockResult(tx, duplicate_of)
    if (!findings) throw new AppError('IO_ERROR', createDetail('result_gone', {}))
    const copied = { is_reread: false, deduped_from: duplicate_of }
    return { ...findings, ...copied, outputs: await listOutputs(tx, duplicate_of) }
  }
  return { result_key: original.result_key, lock, isShareable: false }
}
