import type { Job } from '../../../domain/job/job.ts'
import { matchesSearch } from '../../../domain/job/job-search.ts'
import type { JobSort, SortOrder } from '../../../domain/job/job-sort.ts'
import { activeStatuses } from '../../../domain/job/job-state.ts'
import type { UploadSummary } from '../../../domain/job/batch.ts'
import type { JobsPage } from '../../../domain/api/routes/jobs.ts'

export const jobFilters = ['all', 'active', 'complete', 'review', 'failed'] as const
export type JobFilter = (typeof jobFilters)[number]

/** Search parameters of the queue page. */
export interface JobsView {
  filter: JobFilter
  /** Search text; empty for all jobs. */
  q: string
  /** Only jobs from this upload. */
  upload?: UploadSummary | undefined
  /** Only invoices from this seller. */
  seller?: string | undefined
  /** Only invoices from this month, such as 2026-11. */
  period?: string | undefined
  /** Only jobs with an open review reason that has this code. */
  reason?: string | undefined
  sort: JobSort
  order: SortOrder
}

export function matchesView(job: Job, view: JobsView): boolean {
  const { filter, q, upload } = view
  const isUploaded = upload === undefined || upload.batch_ids.includes(job.batch_id)
  return (
    isUploaded &&
    matchesFilter(job, filter) &&
    matchesSearch(job, q) &&
    matchesInvoice(job, view) &&
    matchesReason(job, view)
  )
}

function matchesInvoice({ summary }: Job, { seller, period }: JobsView): boolean {
  if (seller === undefined && period === undefined) return true
  if (summary?.kind !== 'invoice') return false
  const isSeller = seller === undefined || summary.seller === seller
  return isSeller && (period === undefined || summary.date?.slice(0, 7) === period)
}

function matchesReason({ needs_review, review_reasons }: Job, { reason }: JobsView): boolean {
  return (
    reason === undefined || (needs_review && review_reasons.some(({ code }) => code === reason))
  )
}

function matchesFilter(job: Job, filter: JobFilter): boolean {
  if (filter === 'all') return true
  if (filter === 'review') return job.needs_review
  return filter === 'active' ? activeStatuses.includes(job.status) : job.status === filter
}

export type ViewCounts = Pick<JobsPage, 'counts' | 'needs_review_count'>

/** Returns the counts of an upload in the same form as those of all jobs. */
export function uploadCounts(upload: UploadSummary): ViewCounts {
  const { queued, processing, complete, failed, cancelled, needs_review } = upload
  return {
    counts: { queued, processing, complete, failed, cancelled, expired: 0 },
    needs_review_count: needs_review,
  }
}

export function countJobs({ counts, needs_review_count }: ViewCounts, filter: JobFilter): number {
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
  if (filter === 'all') return sum(Object.values(counts))
  if (filter === 'active') return sum(activeStatuses.map((status) => counts[status]))
  return filter === 'review' ? needs_review_count : counts[filter]
}
