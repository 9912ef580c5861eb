import type { Message } from '../../domain/messages/message.ts'
import type { Summary } from '../../domain/job/summary.ts'
import type { Db } from '../db.ts'

interface Findings {
  read_by: string
  review_reasons: Message[]
  page_count: number
  summary: Summary | null
}

/** Call it in the transaction that completes the job, like its outputs. */
export function saveFindings(db: Db, jobId: string, findings: Findings): Promise<unknown> {
  const { read_by, review_reasons, page_count, summary } = findings
  return db.query(
    'update jobs set read_by = $2, review_reasons = $3, page_count = $4, summary = $5 where id = $1',
    [jobId, read_by, JSON.stringify(review_reasons), page_count, summary],
  )
}
