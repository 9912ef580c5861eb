import { z } from 'zod'
import { Preflight } from '../../coretax/preflight-result.ts'
import { ExportFormat, exportContentTypes } from '../../results/export.ts'
import { Timestamp } from '../../values/timestamp.ts'
import { maxSelectedJobs, maxSelectionBytes, selectJobs } from './job-filter.ts'
import {
  idParams,
  noContent,
  paginationParams,
  type Route,
  type Success,
  TaxPeriod,
} from '../route.ts'

export const exportDescription =
  '`zip`: all outputs and a `manifest.json`. `xml`: one Coretax file with all invoices. `csv`, `ics`: one table, one calendar. `xlsx`: a sheet of invoices and a sheet of lines. If some jobs cannot be exported, the request fails and lists them; with `skip_incomplete` they are omitted and listed in the Docket-Left-Out header and the manifest; jobs that were deleted are listed only in the header. An `xml` file contains only documents that pass the preflight check; rules of severity `confirm` pass for documents listed in `confirmed`. The documents are then marked as exported. If only repeated invoice numbers are open, the request fails with `SAME_NUMBERS` unless `allow_duplicates` is set.'

export const exported = {
  status: 200,
  body: 'file',
  types: Object.values(exportContentTypes),
  headers: ['Docket-Left-Out', 'Docket-Left-Out-Count'],
} as const satisfies Success

/** A Coretax file that was exported. */
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
    exported_by: z.string().describe('Name of the user.'),
    exported_at: Timestamp,
  })
  .meta({ id: 'Export' })

export const ExportsPage = z.object({
  exports: z.array(ExportEntry),
  next_cursor: z.string().nullable(),
})
export type ExportsPage = z.infer<typeof ExportsPage>

const exportPage = paginationParams(z.uuid())

const Confirmation = z.union([
  z.uuid(),
  z.strictObject({
    id: z.uuid(),
    version: z
      .string()
      .max(100)
      .describe('`version` from the check. If the document has changed since, it is not exported.'),
  }),
])
export type Confirmation = z.infer<typeof Confirmation>

const filing = {
  period: TaxPeriod.optional().describe('Tax period of the file. Default: that of most invoices.'),
  confirmed: z
    .array(Confirmation)
    .max(maxSelectedJobs)
    .default([])
    .describe(
      'Jobs that the user confirmed, for rules with severity `confirm`: IDs, or IDs with the version that the user saw. If an entry has a version, jobs that are not listed are not exported, even if they are ready.',
    ),
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
    body: selectJobs(filing),
    maxBodyBytes: maxSelectionBytes,
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
    params: idParams,
    success: noContent,
  },
  exportJobs: {
    method: 'POST',
    path: '/api/jobs/export',
    access: 'read',
    budget: 'exports',
    tag: 'Jobs',
    summary: 'Export several jobs as one file',
    description: exportDescription,
    body: selectJobs({
      ...filing,
      format: ExportFormat.default('zip'),
      skip_incomplete: z.boolean().default(false),
      allow_duplicates: z.boolean().default(false),
    }),
    maxBodyBytes: maxSelectionBytes,
    success: exported,
  },
} as const satisfies Record<string, Route>
