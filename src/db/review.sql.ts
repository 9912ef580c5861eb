import type { Db } from './db.ts'

/** Belongs in the transaction that completes the job, like its outputs. */
export function saveFindings(
  db: Db,
  jobId: string,
  findings: { read_by: string; review_reasons: string[] },
): Promise<unknown> {
  return db.query('update jobs set read_by = $2, review_reasons = $3 where id = $1', [
    jobId,
    findings.read_by,
    JSON.stringify(findings.review_reasons),
  ])
}
