import type { Job } from './job.ts'
import { listSummaryText } from './summary.ts'

/** Splits a search into words; a job matches if it contains all of them. */
export function splitSearch(q: string): string[] {
  return q.split(/\s+/).filter(Boolean)
}

/** Searches the same fields as `listJobs` in db/jobs/owned-jobs.sql.ts. */
export function matchesSearch(job: Job, q: string): boolean {
  const { original_filename, mapping, read_by, source_url, id, summary } = job
  const fields = [original_filename, mapping, read_by, source_url, id, ...listSummaryText(summary)]
  const text = fold(fields.join(' '))
  return splitSearch(q).every((word) => text.includes(fold(word)))
}

/** Removes case and accents like the database's `folded`; `searchText` handles the marks that this cannot. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
}
