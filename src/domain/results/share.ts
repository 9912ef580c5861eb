import { z } from 'zod'
import { Job } from '../job/job.ts'
import { Timestamp } from '../values/timestamp.ts'

/** A link that shows a job's result to anyone until it expires or is revoked. */
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

/** A shared job's public part: its result, without its owner or source. */
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
