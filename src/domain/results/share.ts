import { z } from 'zod'
import { Role } from '../values/permissions.ts'
import { Job } from '../job/job.ts'
import { MeetOptions } from './meet-options.ts'
import { Timestamp } from '../values/timestamp.ts'

/** Fields common to all links. */
const linkFields = {
  views: z.int(),
  created_at: Timestamp,
  last_viewed_at: Timestamp.nullable(),
  expires_at: Timestamp,
}

/** A link that shows a job's result to anyone until it expires or is revoked. */
export const Share = z
  .object({
    job_id: z.uuid(),
    original_filename: z.string(),
    code: z.string(),
    path: z.string().describe('API path of the shared result.'),
    ...linkFields,
  })
  .meta({ id: 'Share' })
export type Share = z.infer<typeof Share>

/** What a link opens: a public page, the page linked from an email, or a calendar that phones subscribe to. */
export const LinkPurpose = z.enum(['page', 'mail', 'calendar'])
export type LinkPurpose = z.infer<typeof LinkPurpose>

/** A link that Docket created. It opens one resource, expires, can be revoked, and never starts a session. */
export const OwnedLink = z
  .object({
    id: z.uuid(),
    purpose: z
      .enum([...LinkPurpose.options, 'invitation'])
      .describe('An invitation lets one user join your team.'),
    path: z.string().nullable().describe('Null for an invitation, which is shown only once.'),
    filename: z.string().nullable().describe('First document.'),
    documents: z.int().describe('Number of documents.'),
    batch_id: z.uuid().nullable(),
    job_id: z.uuid().nullable().describe('Null for a whole batch.'),
    role: Role.nullable().describe('Role of an invited user.'),
    created_by: z.string().nullable().describe('Who invites.'),
    ...linkFields,
  })
  .meta({ id: 'Link' })
export type OwnedLink = z.infer<typeof OwnedLink>

/** Number of minutes before a swim at which to show a reminder. */
export const Reminder = z.coerce
  .number()
  .int()
  .min(0)
  .max(1440)
  .optional()
  .describe('For heat sheets: reminder in minutes before a swim; 0 for none.')

/** A calendar link's options: the swims that the calendar contains, and the reminder. */
export const MeetLinkOptions = MeetOptions.extend({ reminder: Reminder })
export type MeetLinkOptions = z.infer<typeof MeetLinkOptions>

/** A link to a batch that works in any browser until it expires or is revoked. */
export const BatchLink = z
  .object({
    code: z.string(),
    purpose: LinkPurpose,
    path: z.string().describe('Path of the page, or of the calendar.'),
    options: MeetLinkOptions.describe('What a calendar contains, or the page in an email shows.'),
    ...linkFields,
  })
  .meta({ id: 'BatchLink' })
export type BatchLink = z.infer<typeof BatchLink>

/** A shared job's public part: its result, without the owner or the source. */
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

/** A shared batch's public part. */
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
    options: MeetLinkOptions.describe("The owner's choice of swimmers, with which the page opens."),
  })
  .meta({ id: 'SharedBatch' })
export type SharedBatch = z.infer<typeof SharedBatch>
