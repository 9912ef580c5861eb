import { z } from 'zod'
import { ErrorCode } from '../../errors/app-error.ts'
import { ClientReference } from '../../values/client-reference.ts'
import { JobStatus } from '../../job/job-state.ts'
import { encodeFault } from '../../messages/fault-codes.ts'
import { flag, TaxPeriod, uploadId } from '../route.ts'

const shared = {
  status: z
    .enum([...JobStatus.options, 'active'])
    .optional()
    .describe('`active`: queued or processing.'),
  q: z
    .string()
    .trim()
    .max(200)
    .optional()
    .describe(
      'Search terms. All of them must occur in the filename, URL, mapping, ID, reference, invoice number, companies or amount.',
    ),
  upload_id: uploadId.describe('Only jobs of this upload.'),
  client_reference: z.optional(ClientReference).describe('Only jobs uploaded with this reference.'),
  mapping: z
    .string()
    .max(200)
    .optional()
    .describe('Only jobs submitted or read with this mapping.'),
  number: z.string().max(200).optional().describe('Only invoices with this number.'),
  party: z
    .string()
    .trim()
    .max(200)
    .optional()
    .describe('Only invoices whose seller or buyer contains this text.'),
  date_from: z.iso.date().optional().describe('Only documents dated on or after this day.'),
  date_to: z.iso.date().optional().describe('Only documents dated on or before this day.'),
  created_from: z.iso
    .datetime({ offset: true })
    .optional()
    .describe('Only jobs created at or after this time.'),
  created_to: z.iso
    .datetime({ offset: true })
    .optional()
    .describe('Only jobs created before this time.'),
  seller: z.string().max(200).optional().describe('Only invoices of this seller.'),
  period: z.optional(TaxPeriod).describe('Only invoices dated in this month: 2026-11.'),
  reason: z
    .string()
    .max(100)
    .optional()
    .describe('Only jobs with this open review reason: its `code`.'),
  since: z.iso
    .datetime({ offset: true })
    .optional()
    .describe(
      'Only jobs changed since this time. The window starts ten seconds earlier, so that no change is missed. Some jobs may be returned twice.',
    ),
}

const exported = 'Only invoices that are (or are not) in an exported Coretax file.'

/** Filters for job lists, as query parameters. */
export const jobFilterQuery = {
  ...shared,
  needs_review: flag.describe('Only jobs that need review.'),
  exported: z
    .stringbool()
    .meta({ enum: ['true', 'false'] })
    .optional()
    .describe(exported),
}

/** Maximum number of jobs selected per request, which is also the tax office's limit for invoices in one file. */
export const maxSelectedJobs = 1000

/** Maximum body size of a request that selects jobs, in bytes: 1,000 IDs and, for an export, 1,000 confirmations. */
export const maxSelectionBytes = 160 * 1024

const filter = z.strictObject({
  ...shared,
  needs_review: z.boolean().optional(),
  exported: z.boolean().optional().describe(exported),
})

/** Selects jobs by ID or by the job list's filters. */
const jobSelection = {
  ids: z
    .array(z.uuid())
    .min(1)
    .max(maxSelectedJobs)
    .optional()
    .describe('Up to 1,000 job IDs, in this order.'),
  filter: z.optional(filter).describe('Or all jobs that match, as in the job list; oldest first.'),
}

/**
 * Builds the body of a request that selects jobs, either by ID or by the job list's filters, with additional fields.
 */
export const selectJobs = <Fields extends z.ZodRawShape>(fields: Fields) =>
  z.strictObject({ ...jobSelection, ...fields }).refine(isOneSelection, {
    error: encodeFault('ids_or_filter', {}),
  })

function isOneSelection({ ids, filter }: { ids?: unknown; filter?: unknown }): boolean {
  return (ids === undefined) !== (filter === undefined)
}

/** A selected job that a request does not change, and why. */
const SkippedJob = z.object({ id: z.uuid(), code: ErrorCode })
export type SkippedJob = z.infer<typeof SkippedJob>

export const skippedJobs = (meaning: string) => z.array(SkippedJob).describe(meaning)

/** Selects jobs to change. An empty filter is rejected, so that forgetting the filter does not change every job. */
const jobsToChange = {
  ids: jobSelection.ids,
  filter: z
    .optional(
      filter.refine(isRestrictive, {
        error: encodeFault('filter_empty', {}),
        // Runs only if there is no other fault, because a misspelled filter has its own error.
        when: ({ issues }) => issues.length === 0,
      }),
    )
    .describe('Or all jobs that match, as in the job list; oldest first. Must not be empty.'),
  all: z.literal(true).optional().describe('Or all jobs.'),
  dry_run: z
    .boolean()
    .default(false)
    .describe('Count the jobs that would be changed, without changing them.'),
}

/**
 * Builds the body of a request that changes all jobs, or those selected by ID or by a filter, with additional fields.
 */
export const changeJobs = <Fields extends z.ZodRawShape>(fields: Fields) =>
  z.strictObject({ ...jobsToChange, ...fields }).refine(isOneChange, {
    error: encodeFault('ids_filter_or_all', {}),
  })

function isOneChange(change: { ids?: unknown; filter?: unknown; all?: unknown }): boolean {
  const { ids, filter: given, all } = change
  return [ids, given, all].filter((one) => one !== undefined).length === 1
}

/** True if the filter can exclude any job. */
function isRestrictive({ needs_review, ...others }: z.infer<typeof filter>): boolean {
  return needs_review === true || Object.values(others).some((one) => (one ?? '') !== '')
}
