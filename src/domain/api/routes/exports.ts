import { z } from 'zod'
import { Preflight } from '../../coretax/preflight-result.ts'
import { ExportFormat, exportContentTypes } from '../../results/export.ts'
import { JobStatus } from '../../job/job-state.ts'
import { coded } from '../../messages/fault-codes.ts'
import { Timestamp } from '../../values/timestamp.ts'
import { type Route, type Success, TaxPeriod } from '../route.ts'

export const exportDescription =
  '`zip`: all outputs and a `manifest.json`. `xml`: one Coretax file with all invoices. `csv`, `ics`: one table, one calendar. If some jobs cannot be exported, the request fails and lists them; with `skip_incomplete` they are omitted and listed in the Docket-Left-Out header and the manifest. An `xml` file contains only documents that pass the preflight check; rules of severity `confirm` pass for documents listed in `confirmed`. The documents are then marked as exported. If only repeated invoice numbers are open, the request fails with `SAME_NUMBERS` unless `allow_duplicates` is set.'

export const exported = {
  status: 200,
  body: 'file',
  types: Object.values(exportContentTypes),
  headers: ['Docket-Left-Out', 'Docket-Left-Out-Count'],
} as const satisfies Success

/** A Coretax file. */
const ExportEntry = z
  .object({
    id: z.uuid(),
    filename: z.string(),
    seller: z.string().nullable(),
    seller_npwp: z.string().nullable(),
    period: z.string().nullable().describe('Tax period: "2026-10". Null if there are several.'),
    invoices: z.int(),
    tax_base: z.string().describe('DPP of all invoices.'),
    tax: z.string().describe('PPN of all invoices.'),
    exported_at: Timestamp,
  })
  .meta({ id: 'Export' })

export const ExportsPage = z.object({
  exports: z.array(ExportEntry),
  next_cursor: z.string().nullable(),
})
export type ExportsPage = z.infer<typeof ExportsPage>

const exportPage = {
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.uuid().optional().describe('`next_cursor` of the previous page.'),
}

const selection = {
  ids: z.array(z.uuid()).min(1).optional().describe('Job IDs, in export order.'),
  filter: z
    .strictObject({
      status: JobStatus.optional(),
      since: z.iso.datetime({ offset: true }).optional(),
      q: z.string().trim().max(200).optional(),
      needs_review: z.boolean().optional(),
      upload_id: z.uuid().optional(),
      seller: z.string().max(200).optional(),
      period: TaxPeriod.optional(),
    })
    .optional()
    .describe('Or all jobs that match, as in the job list; oldest first.'),
}

const filing = {
  period: TaxPeriod.optional().describe('Tax period of the file. Default: that of most invoices.'),
  confirmed: z
    .array(z.uuid())
    .max(1000)
    .default([])
    .describe('Jobs that a person confirmed, for rules of severity `confirm`.'),
}

const isOneSelection = {
  check: ({ ids, filter }: { ids?: unknown; filter?: unknown }) =>
    (ids === undefined) !== (filter === undefined),
  error: { error: coded('ids_or_filter', {}) },
}

export const exportRoutes = {
  checkExport: {
    method: 'POST',
    path: '/api/jobs/export/check',
    access: 'read',
    budget: 'exports',
    tag: 'Jobs',
    summary: 'Check invoices before they are exported as a Coretax file',
    description:
      'Lists the rules that each document fails, with severity and remedy, and the totals by seller and tax period. Writes nothing.',
    body: z
      .strictObject({ ...selection, ...filing })
      .refine(isOneSelection.check, isOneSelection.error),
    success: { status: 200, body: Preflight },
  },
  listExports: {
    method: 'GET',
    path: '/api/exports',
    tag: 'Jobs',
    summary: 'List exported Coretax files',
    query: z.object(exportPage),
    success: { status: 200, body: ExportsPage },
  },
  undoExport: {
    method: 'DELETE',
    path: '/api/exports/:id',
    tag: 'Jobs',
    summary: 'Undo an export',
    description:
      'Its documents are no longer marked as exported, for example because Coretax rejected the file.',
    params: z.object({ id: z.uuid() }),
    success: { status: 204, body: 'nothing' },
  },
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
        ...selection,
        ...filing,
        format: ExportFormat.default('zip'),
        skip_incomplete: z.boolean().default(false),
        allow_duplicates: z.boolean().default(false),
      })
      .refine(isOneSelection.check, isOneSelection.error),
    success: exported,
  },
} as const satisfies Record<string, Route>
