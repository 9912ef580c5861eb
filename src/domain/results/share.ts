import { z } from 'zod'
import { Job } from '../job/job.ts'
import { Timestamp } from '../values/timestamp.ts'

/** A link by which anyone may see the result of a job, until it ends or its owner takes it back. */
export const Share = z
  .object({
    job_id: z.uuid(),
    original_filename: z.string(),
    code: z.string(),
    path: z.string().describe('API path of the shared result.'),
    views: z.int(),
    created_at: Timestamp,
    last_viewed_at: Timestamp.nullable(),
    expires_at: Timestamp,
  })
  .meta({ id: 'Share' })
export type Share = z.infer<typeof Share>

/** What a link shows of a job: its result, and nothing of who sent it, or how. */
export const SharedResult = Job.pick({
  original_filename: true,
  mapping: true,
  outputs: true,
  needs_review: true,
  review_reasons: true,
  completed_at: true,
})
  .extend({ expires_at: Timestamp.describe('When the link expires.') })
  .meta({ id: 'SharedResult' })
export type SharedResult = z.infer<typeof SharedResult>
