import { z } from 'zod'
import { Job } from '../job/job.ts'
import { MeetOptions } from './meet-options.ts'
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

/** What a link is for: a page for anyone, the page of an email, or a calendar that phones subscribe to. */
export const LinkPurpose = z.enum(['page', 'mail', 'calendar'])
export type LinkPurpose = z.infer<typeof LinkPurpose>

/** Reminder before a swim, in minutes. */
export const Reminder = z.coerce
  .number()
  .int()
  .min(0)
  .max(1440)
  .optional()
  .describe('For heat sheets: reminder in minutes before a swim; 0 for none.')

/** What a subscribed calendar contains. */
export const MeetLinkOptions = MeetOptions.extend({ reminder: Reminder })
export type MeetLinkOptions = z.infer<typeof MeetLinkOptions>

/** A link to a batch that works in any browser until it expires or is revoked. */
export const BatchLink = z
  .object({
    code: z.string(),
    purpose: LinkPurpose,
    path: z.string().describe('Path of the page, or of the calendar.'),
    options: MeetLinkOptions.describe('What a calendar contains.'),
    views: z.int(),
    created_at: Timestamp,
    last_viewed_at: Timestamp.nullable(),
    expires_at: Timestamp,
  })
  .meta({ id: 'BatchLink' })
export type BatchLink = z.infer<typeof BatchLink>

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

/** The public part of a shared batch. */
export const SharedBatch = z
  .object({
    documents: z
      .array(
        Job.pick({
          id: true,
          original_filename: true,
          status: true,
          outputs: true,
          needs_review: true,
          review_reasons: true,
          summary: true,
        }),
      )
      .describe('In upload order.'),
    expires_at: Timestamp.describe('When the link expires.'),
  })
  .meta({ id: 'SharedBatch' })
export type SharedBatch = z.infer<typeof SharedBatch>
