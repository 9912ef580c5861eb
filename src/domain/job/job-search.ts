import type { Job } from './job.ts'
import { summaryTexts } from './summary.ts'

/** The words of a search; a job matches if it contains all of them. */
export function searchWords(q: string): string[] {
  return q.split(/\s+/).filter(Boolean)
}

/** The searched text of a job; `listJobs` in db/jobs/owned-jobs.sql.ts searches the same fields. */
export function matchesSearch(job: Job, q: string): boolean {
  const { original_filename, mapping, read_by, source_url, id, summary } = job
  const places = [original_filename, mapping, read_by, source_url, id, ...summaryTexts(summary)]
  const text = fold(places.join(' '))
  return searchWords(q).every((word) => text.includes(fold(word)))
}

/** Ignores case and accents like `folded` of the database; `searchText` handles marks that it cannot. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
}
