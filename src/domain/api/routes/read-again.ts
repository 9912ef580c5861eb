import { z } from 'zod'
import { ErrorCode } from '../../errors/errors.ts'
import { Job } from '../../job/job.ts'
import { JobStatus } from '../../job/job-state.ts'
import { Params } from '../../mapping/mapping.ts'
import { coded } from '../../messages/fault-codes.ts'
import { jobId, type Route } from '../route.ts'

export const ReadAgainAnswer = z
  .object({
    queued_count: z.int(),
    skipped: z
      .array(z.object({ id: z.uuid(), code: ErrorCode }))
      .describe(
        'Documents that are not read again: `APPROVED`, `SOURCE_GONE`, `EXPIRED` or `NOT_READY`.',
      ),
  })
  .meta({ id: 'ReadAgainAnswer' })
export type ReadAgainAnswer = z.infer<typeof ReadAgainAnswer>

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

/** Selects jobs by id or by the job list's filters. */
const jobSelection = {
  ids: z.array(z.uuid()).min(1).optional().describe('Job IDs.'),
  filter: z
    .strictObject({
      status: JobStatus.optional(),
      since: z.iso.datetime({ offset: true }).optional(),
      q: z.string().trim().max(200).optional(),
      needs_review: z.boolean().optional(),
    })
    .optional()
    .describe('Or all jobs that match, as in the job list.'),
}

export const readAgainRoutes = {
  readJobAgain: {
    method: 'POST',
    path: '/api/jobs/:id/read-again',
    tag: 'Jobs',
    summary: 'Read a document again, optionally with another mapping',
    description:
      'The earlier result stays until the new one replaces it. Corrections are repeated on the new reading.',
    params: jobId,
    body: z.strictObject(options),
    success: { status: 202, body: Job },
  },
  readJobsAgain: {
    method: 'POST',
    path: '/api/jobs/read-again',
    tag: 'Jobs',
    summary: 'Read several documents again, optionally with another mapping',
    description: 'At most 1,000 documents per request. Lists those that are not read again.',
    body: z
      .strictObject({ ...jobSelection, ...options })
      .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), {
        error: coded('ids_or_filter', {}),
      }),
    success: { status: 202, body: ReadAgainAnswer },
  },
} as const satisfies Record<string, Route>
