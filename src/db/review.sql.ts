import type { Db } from './db.ts'

/** Belongs in the transaction that completes the job, like its outputs. */
export function saveReviewReasons(db: Db, jobId: string, reasons: string[]): Promise<unknown> {
  return db.query('update jobs set review_reasons = $2 where id = $1', [
    jobId,
    JSON.stringify(reasons),
  ])
}
