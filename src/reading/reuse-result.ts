import type { Db } from '../db/db.ts'
import { copyResult, findResult } from '../db/jobs/outputs.sql.ts'
import type { ClaimedJob } from '../db/jobs/transitions.sql.ts'
import { AppError } from '../domain/errors/errors.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'
import type { Result } from '../queue/settle.ts'

/** The result of the job that read the same document; undefined if there is none. */
export async function reuseResult(db: Db, job: ClaimedJob): Promise<Result | undefined> {
  const { id, owner_id, duplicate_of } = job
  if (duplicate_of === null) return undefined
  const [original] = await findResult(db, duplicate_of, owner_id)
  if (!original) return undefined
  const commit = async (tx: Db) => {
    const [copied] = await copyResult(tx, duplicate_of, id)
    if (!copied) throw new AppError('IO_ERROR', createDetail('result_gone', {}))
  }
  return { result_key: original.result_key, commit }
}
