import { z } from 'zod'
import { PageRanges } from '../../document/page-ranges.ts'
import { jobId, type Route } from '../route.ts'
import { BatchState } from './batches.ts'

export const splitRoutes = {
  splitJob: {
    method: 'POST',
    path: '/api/jobs/:id/split',
    budget: 'trials',
    tag: 'Jobs',
    summary: 'Split a PDF with several invoices',
    description:
      'Creates a job for each range of pages, in a new batch. A document with several invoices has the review reason `several_invoices`, whose `params.ranges` propose where to split; other ranges are possible, in page order and without overlap, and pages may be left out. One range means that the document is one invoice. The document itself keeps its result, but is not exported any more. Repeating the request returns the same batch.',
    params: jobId,
    body: z.strictObject({
      ranges: PageRanges.describe('First and last page of each part: `[[1, 2], [3, 3]]`.'),
    }),
    success: { status: 202, body: BatchState, headers: ['Location'] },
  },
} as const satisfies Record<string, Route>
