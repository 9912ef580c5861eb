import type { Message } from '../../domain/messages/message.ts'
import type { Summary } from '../../domain/job/summary.ts'
import type { Db } from '../db.ts'

export interface Findings {
  /** Null if the document was not read again; `page_count` and `reader` are then null too. */
  read_by: string | null
  review_reasons: Message[]
  page_count: number | null
  summary: Summary | null
  reader: string | null
  /** Version of the directory that was applied; null if none applies. */
  directory_version: number | null
  /** True if this replaces a reading that the user may have seen. */
  is_reread: boolean
}

/** Call it in the transaction that completes the job, like its outputs. */
export function saveFindings(db: Db, jobId: string, findings: Findings): Promise<unknown> {
  const { read_by, review_reasons, page_count, summary, reader, directory_version } = findings
  return db.query(
    `update jobs set read_by = coalesce($2, read_by), review_reasons = $3,
      page_count = coalesce($4, page_count), summary = $5, reader = coalesce($6, reader),
      directory_version = $7, revision = revision + $8::boolean::integer
    where id = $1`,
    [
      jobId,
      read_by,
      JSON.stringify(review_reasons),
      page_count,
      summary,
      reader,
      directory_version,
      findings.is_reread,
    ],
  )
}
