import { z } from 'zod'
import { PageRanges } from '../../values/page-range.ts'
import { BatchState } from '../../job/batch.ts'
import { BatchResults } from '../../results/batch-results.ts'
import { MeetResults } from '../../heat-sheet/meet-results.ts'
import { ProgramSwimmer } from '../../heat-sheet/program-swimmers.ts'
import { ExportFormat } from '../../results/export.ts'
import { MeetOptions } from '../../results/meet-options.ts'
import { Reminder } from '../../results/share.ts'
import { Job } from '../../job/job.ts'
import { exportDescription, exported } from './exports.ts'
import { flag, idParams, type Route } from '../route.ts'

/** Comma-separated IDs of swims. */
export const swimIds = z
  .string()
  .max(20_000)
  .transform((ids) => ids.split(','))
  .optional()
  .describe('For heat sheets: comma-separated IDs of the swims in the calendar.')

export const batchRoutes = {
  getBatch: {
    method: 'GET',
    path: '/api/batch/:id',
    tag: 'Batches',
    summary: 'Get a batch and its jobs',
    params: idParams,
    success: { status: 200, body: BatchState },
  },
  splitJob: {
    method: 'POST',
    path: '/api/jobs/:id/split',
    budget: 'trials',
    tag: 'Jobs',
    summary: 'Split a PDF with several invoices',
    description:
      'Creates a job for each range of pages, in a new batch. A document with several invoices has the review reason `several_invoices`, whose `params.ranges` propose where to split; other ranges are possible, in page order and without overlap, and pages may be left out. One range means that the document is one invoice. The document itself keeps its result, but is not exported any more. Repeating the request returns the same batch.',
    params: idParams,
    body: z.strictObject({
      ranges: PageRanges.describe('First and last page of each part: `[[1, 2], [3, 3]]`.'),
    }),
    success: { status: 202, body: BatchState, headers: ['Location'] },
  },
  batchResults: {
    method: 'GET',
    path: '/api/batch/:id/results',
    tag: 'Batches',
    summary: "Get a batch's results",
    description:
      '`sources` lists every job; results are listed for complete jobs. Duplicates are marked.',
    params: idParams,
    success: { status: 200, body: BatchResults },
  },
  batchMeet: {
    method: 'GET',
    path: '/api/batch/:id/meet',
    tag: 'Heat sheets',
    summary: 'Get the swims of any swimmers on the heat sheets of a batch',
    description:
      'Swimmers, session starts and time zone can differ from those of the upload; nothing is uploaded or read again.',
    params: idParams,
    query: MeetOptions,
    success: { status: 200, body: MeetResults },
  },
  batchSwimmers: {
    method: 'GET',
    path: '/api/batch/:id/swimmers',
    tag: 'Heat sheets',
    summary: 'List everybody on the heat sheets of a batch',
    params: idParams,
    success: { status: 200, body: z.object({ swimmers: z.array(ProgramSwimmer) }) },
  },
  downloadBatch: {
    method: 'GET',
    path: '/api/batch/:id/download',
    budget: 'exports',
    tag: 'Batches',
    summary: 'Export a batch as one file',
    description: exportDescription,
    params: idParams,
    query: MeetOptions.extend({
      format: ExportFormat.default('zip'),
      skip_incomplete: flag,
      allow_duplicates: flag,
      period: z.string().max(7).optional().describe('For `xml`: the tax period, "2026-10".'),
      confirmed: z
        .string()
        .max(40_000)
        .transform((ids) => ids.split(','))
        .optional()
        .describe('For `xml`: comma-separated IDs of jobs that a person confirmed.'),
      events: swimIds,
      reminder: Reminder,
    }),
    success: exported,
  },
  cancelBatch: {
    method: 'POST',
    path: '/api/batch/:id/cancel',
    tag: 'Batches',
    summary: 'Cancel all unfinished jobs in a batch',
    description: 'Existing results are kept; results that arrive later are discarded.',
    params: idParams,
    success: { status: 202, body: BatchState },
  },
  retryBatch: {
    method: 'POST',
    path: '/api/batch/:id/retry',
    tag: 'Batches',
    summary: 'Retry all failed jobs in a batch',
    description: 'Jobs whose file was deleted stay failed.',
    params: idParams,
    success: { status: 202, body: BatchState },
  },
  retryBatchJob: {
    method: 'POST',
    path: '/api/batch/:id/jobs/:job_id/retry',
    tag: 'Batches',
    summary: 'Retry one failed or cancelled job in a batch',
    params: idParams.extend({ job_id: z.uuid() }),
    success: { status: 202, body: Job },
  },
} as const satisfies Record<string, Route>
