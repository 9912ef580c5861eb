import { z } from 'zod'
import type { Route } from '../route.ts'
import { changeJobs, maxSelectionBytes, skippedJobs } from './job-filter.ts'

export const BulkResponse = z
  .object({
    changed_count: z.int().describe('With `dry_run`, the jobs that would be changed.'),
    skipped: skippedJobs(
      'Jobs that stay as they are: `NOT_FOUND`, `NOT_CANCELLABLE`, `NOT_RETRYABLE` or `SOURCE_GONE`.',
    ),
  })
  .meta({ id: 'BulkResponse' })
export type BulkResponse = z.infer<typeof BulkResponse>

const selectedJobs = changeJobs({})

/** Changes to several jobs at once. */
export const bulkRoutes = {
  cancelJobs: {
    method: 'POST',
    path: '/api/jobs/cancel',
    budget: 'bulk-changes',
    tag: 'Jobs',
    summary: 'Cancel several unfinished jobs',
    description:
      'At most 1,000 jobs per request. Closing the connection stops it; jobs changed already stay changed.',
    body: selectedJobs,
    maxBodyBytes: maxSelectionBytes,
    success: { status: 202, body: BulkResponse },
  },
  retryJobs: {
    method: 'POST',
    path: '/api/jobs/retry',
    budget: 'bulk-changes',
    tag: 'Jobs',
    summary: 'Retry several failed or cancelled jobs',
    description:
      'At most 1,000 jobs per request. Closing the connection stops it; jobs changed already stay changed.',
    body: selectedJobs,
    maxBodyBytes: maxSelectionBytes,
    success: { status: 202, body: BulkResponse },
  },
  deleteJobs: {
    method: 'POST',
    path: '/api/jobs/delete',
    budget: 'bulk-changes',
    tag: 'Jobs',
    summary: 'Delete several jobs with their files and results permanently',
    description:
      'At most 1,000 jobs per request. Closing the connection stops it. Unfinished jobs are cancelled first.',
    body: selectedJobs,
    maxBodyBytes: maxSelectionBytes,
    success: { status: 200, body: BulkResponse },
  },
} as const satisfies Record<string, Route>
