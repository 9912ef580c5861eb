import type { Job } from './job.ts'
import { wordsIn } from './summary.ts'

/** The words of a search; a job fits when all of them occur in it. */
export function searchWords(q: string): string[] {
  return q.split(/\s+/).filter(Boolean)
}

/** What words are looked for in; `listJobs` of db/jobs/owned-jobs.sql.ts looks in the same. */
export function fitsSearch(job: Job, q: string): boolean {
  const { original_filename, mapping, read_by, source_url, id, summary } = job
  const places = [original_filename, mapping, read_by, source_url, id, ...wordsIn(summary)]
  const text = folded(places.join(' '))
  return searchWords(q).every((word) => text.includes(folded(word)))
}

/** Apart from case and accents, as `folded` of the database does: `searchText` knows marks that it cannot name. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
}
