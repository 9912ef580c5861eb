import type { Job } from './job.ts'
import { listSummaryText } from './summary.ts'

/**
 * Splits a search into words, each with its alternative spellings: an amount is also searched for in its stored
 * notation. A job matches if it contains at least one spelling of every word.
 */
export function splitSearch(q: string): string[][] {
  return q
    .replace(/\b(?:rp|idr)\.?\s*(?=\d)/gi, '')
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => [...new Set([word, ...listPlainAmounts(word)])])
}

const groupedAmount = /^(\d{1,3}(?:([.,])\d{3})(?:\2\d{3})*)(?:[.,](\d{1,2}|-))?$/

/** Lists the plain notations of a formatted amount: both `1.110,50` and `1,110.50` are 1110.5. */
function listPlainAmounts(word: string): string[] {
  const [, grouped, , decimals = ''] = groupedAmount.exec(word) ?? []
  if (grouped === undefined) {
    const [, whole, fraction = ''] = /^(\d+),(\d{1,2}|-)$/.exec(word) ?? []
    return whole === undefined ? [] : [joinAmount(whole, fraction)]
  }
  return [joinAmount(grouped.replace(/[.,]/g, ''), decimals)]
}

/** Omits trailing zeros, so that 1110.5 also finds a stored 1110.50. */
function joinAmount(whole: string, decimals: string): string {
  const significant = decimals.replace(/0+$|-/g, '')
  return significant === '' ? whole : `${whole}.${significant}`
}

/** True if the job matches the search. Covers the same fields as `listJobs` in db/jobs/job-list.sql.ts. */
export function matchesSearch(job: Job, q: string): boolean {
  const { original_filename, mapping, read_by, source_url, id, summary } = job
  const fields = [original_filename, mapping, read_by, source_url, id, ...listSummaryText(summary)]
  const text = fold(fields.join(' '))
  return splitSearch(q).every((spellings) => spellings.some((word) => text.includes(fold(word))))
}

/**
 * Removes case and accents, like `fold_text` in the database. `toSearchText` handles the marks that this function
 * cannot remove.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
}
