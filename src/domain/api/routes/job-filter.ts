import { z } from 'zod'
import { ClientReference } from '../../values/client-reference.ts'
import { JobStatus } from '../../job/job-state.ts'
import { maxSelectedIds } from '../../results/export.ts'
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
      'Search terms; all must occur in the filename, URL, mapping, ID, reference, invoice number, companies or amount.',
    ),
  upload_id: uploadId.describe('Only jobs of this upload.'),
  client_reference: ClientReference.optional().describe('Only jobs uploaded with this reference.'),
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
  period: TaxPeriod.optional().describe('Only invoices dated in this month: 2026-11.'),
  reason: z
    .string()
    .max(100)
    .optional()
    .describe('Only jobs with this open review reason: its `code`.'),
  since: z.iso
    .datetime({ offset: true })
    .optional()
    .describe(
      'Only jobs changed since this time. The window starts ten seconds earlier, so that no change is missed; some jobs may be returned twice.',
    ),
}

const exported = 'Only invoices that are (or are not) in an exported Coretax file.'

/** Filters for job lists, in a query string. */
export const jobFilterQuery = {
  ...shared,
  needs_review: flag.describe('Only jobs that need review.'),
  exported: z
    .stringbool()
    .meta({ enum: ['true', 'false'] })
    .optional()
    .describe(exported),
}

const jobSelection = {
  ids: z.array(z.uuid()).min(1).max(maxSelectedIds).optional().describe('Job IDs, in this order.'),
  filter: z
    .strictObject({
      ...shared,
      needs_review: z.boolean().optional(),
      exported: z.boolean().optional().describe(exported),
    })
    .optional()
    .describe('Or all jobs that match, as in the job list; oldest first.'),
}

/** A request that selects jobs either by id or by the job list's filters, and has these fields. */
export const selectJobs = <Fields extends z.ZodRawShape>(fields: Fields) =>
  z.strictObject({ ...jobSelection, ...fields }).refine(isOneSelection, {
    error: encodeFault('ids_or_filter', {}),
  })

function isOneSelection({ ids, filter }: { ids?: unknown; filter?: unknown }): boolean {
  return (ids === undefined) !== (filter === undefined)
}
