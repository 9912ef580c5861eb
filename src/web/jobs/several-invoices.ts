import type { PageRange } from '../../domain/values/page-range.ts'
import type { Job } from '../../domain/job/job.ts'
import { isActive } from '../../domain/job/job-state.ts'

/** Returns the page ranges of the invoices that Docket found in the document; undefined if it did not find several. */
export function findProposedRanges({ review_reasons }: Job): PageRange[] | undefined {
  const reason = review_reasons.find(({ code }) => code === 'several_invoices')
  return reason?.params['ranges'] as PageRange[] | undefined
}

export function hasSeveralInvoices(job: Job): boolean {
  return job.split_into === null && findProposedRanges(job) !== undefined
}

/** True if the document can be split. The server also checks that its file still exists. */
export function canSplit(job: Job): boolean {
  return job.split_into === null && job.bytes !== null && !isActive(job) && job.status !== 'expired'
}
