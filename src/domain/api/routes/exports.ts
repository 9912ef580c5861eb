import { z } from 'zod'
import { ExportFormat, exportContentTypes } from '../../results/export.ts'
import { JobStatus } from '../../job/job-state.ts'
import { coded } from '../../messages/fault-codes.ts'
import type { Route, Success } from '../route.ts'

export const exportDescription =
  '`zip`: all outputs and a `manifest.json`. `xml`: one Coretax file with all invoices. `csv`, `ics`: one table, one calendar. If some jobs cannot be exported, the request fails and lists them; with `skip_incomplete` they are omitted and listed in the Docket-Left-Out header and the manifest. Duplicate invoice numbers fail an `xml` export unless `allow_duplicates` is set.'

export const exported = {
  status: 200,
  body: 'file',
  types: Object.values(exportContentTypes),
  headers: ['Docket-Left-Out', 'Docket-Left-Out-Count'],
} as const satisfies Success

export const exportRoutes = {
  exportJobs: {
    method: 'POST',
    path: '/api/jobs/export',
    access: 'read',
    budget: 'exports',
    tag: 'Jobs',
    summary: 'Export several jobs as one file',
    description: exportDescription,
    body: z
      .strictObject({
        ids: z.array(z.uuid()).min(1).optional().describe('Job IDs, in export order.'),
        filter: z
          .strictObject({
            status: JobStatus.optional(),
            since: z.iso.datetime({ offset: true }).optional(),
            q: z.string().trim().max(200).optional(),
            needs_review: z.boolean().optional(),
          })
          .optional()
          .describe('Or all jobs that match, as in the job list; oldest first.'),
        format: ExportFormat.default('zip'),
        skip_incomplete: z.boolean().default(false),
        allow_duplicates: z.boolean().default(false),
      })
      .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), {
        error: coded('ids_or_filter', {}),
      }),
    success: exported,
  },
} as const satisfies Record<string, Route>
