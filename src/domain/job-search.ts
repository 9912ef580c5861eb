import type { Job } from './job.ts'

/** The words of a search; a job fits when all of them occur in it. */
export function searchWords(q: string): string[] {
  return q.split(/\s+/).filter(Boolean)
}

/** What words are looked for in, in any case; `listJobs` of db/owned-jobs.sql.ts looks in the same. */
export function fitsSearch(job: Job, q: string): boolean {
  const { original_filename, mapping, read_by, source_url, id } = job
  const text = [original_filename, mapping, read_by, source_url, id].join(' ').toLowerCase()
  return searchWords(q).every((word) => text.includes(word.toLowerCase()))
}
