import { z } from 'zod'
import { Job } from '../../job/job.ts'
import { Params } from '../../mapping/mapping.ts'
import { changeJobs, maxSelectionBytes, skippedJobs } from './job-filter.ts'
import { idParams, type Route } from '../route.ts'

export const ReadAgainResponse = z
  .object({
    queued_count: z.int().describe('With `dry_run`, the documents that would be queued.'),
    skipped: skippedJobs(
      'Documents that are not read again: `NOT_FOUND`, `APPROVED`, `SOURCE_GONE`, `EXPIRED` or `NOT_READY`.',
    ),
  })
  .meta({ id: 'ReadAgainResponse' })
export type ReadAgainResponse = z.infer<typeof ReadAgainResponse>

const options = {
  mapping: z
    .string()
    .optional()
    .describe('Mapping to read with ("Read as…"). Default: the same as before.'),
  params: Params.optional().describe('Parameters of the mapping; ignored without `mapping`.'),
  include_approved: z
    .boolean()
    .default(false)
    .describe('Read approved documents again too, which revokes their approval.'),
}

export const readAgainRoutes = {
  readJobAgain: {
    method: 'POST',
    path: '/api/jobs/:id/read-again',
    tag: 'Jobs',
    summary: 'Read a document again, optionally with another mapping',
    description:
      'The earlier result stays until the new one replaces it. Corrections are repeated on the new reading.',
    params: idParams,
    body: z.strictObject(options),
    success: { status: 202, body: Job },
  },
  readJobsAgain: {
    method: 'POST',
    path: '/api/jobs/read-again',
    budget: 'bulk-changes',
    tag: 'Jobs',
    summary: 'Read several documents again, optionally with another mapping',
    description:
      'At most 1,000 documents per request. Lists the documents that are not read again.',
    body: changeJobs(options),
    maxBodyBytes: maxSelectionBytes,
    success: { status: 202, body: ReadAgainResponse },
  },
} as const satisfies Record<string, Route>
