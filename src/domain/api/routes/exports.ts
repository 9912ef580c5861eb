import { z } from 'zod'
import { ExportFormat, exportContentTypes } from '../../results/export.ts'
import { JobStatus } from '../../job/job-state.ts'
import type { Route, Success } from '../route.ts'

export const exportDescription =
  '`zip`: all outputs and a `manifest.json`. `xml`: one Coretax file of all invoices. `csv`, `ics`: one table, one calendar. Jobs that cannot be exported so are named and all is refused, unless `skip_incomplete`; then the header Docket-Left-Out and the manifest name them. Invoices of one number are refused in one `xml`, unless `allow_duplicates`.'

export const exported = {
  status: 200,
  body: 'file',
  types: Object.values(exportContentTypes),
  tells: ['Docket-Left-Out', 'Docket-Left-Out-Count'],
} as const satisfies Success

export const exportRoutes = {
  exportJobs: {
    method: 'POST',
    path: '/api/jobs/export',
    access: 'read',
    budget: 'exports',
    tag: 'Jobs',
    summary: 'The results of many jobs as one file',
    description: exportDescription,
    body: z
      .strictObject({
        ids: z.array(z.uuid()).min(1).optional().describe('Which jobs, in this order.'),
        filter: z
          .strictObject({
            status: JobStatus.optional(),
            since: z.iso.datetime({ offset: true }).optional(),
            q: z.string().trim().max(200).optional(),
            needs_review: z.boolean().optional(),
          })
          .optional()
          .describe('Or all that fit, as in the list of jobs; the oldest first.'),
        format: ExportFormat.default('zip'),
        skip_incomplete: z.boolean().default(false),
        allow_duplicates: z.boolean().default(false),
      })
      .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), {
        error: 'must have either ids or a filter',
      }),
    success: exported,
  },
} as const satisfies Record<string, Route>
