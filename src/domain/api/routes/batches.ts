import { z } from 'zod'
import { Batch, BatchItem } from '../../job/batch.ts'
import { BatchResults } from '../../results/batch-results.ts'
import { ExportFormat } from '../../results/export.ts'
import { Job } from '../../job/job.ts'
import { Params } from '../../mapping/mapping.ts'
import { exportDescription, exported } from './exports.ts'
import { flag, mappingName, paramsText, type Route } from '../route.ts'

const batchId = z.object({ id: z.uuid() })

export const BatchState = z.object({
  batch: Batch,
  jobs: z.array(Job).describe('In the order in which they were sent.'),
})
export type BatchState = z.infer<typeof BatchState>

export const BatchAnswer = z.object({
  batch: Batch,
  items: z.array(BatchItem).describe('Every document that came, in its order.'),
})
export type BatchAnswer = z.infer<typeof BatchAnswer>

export const batchRoutes = {
  extractBatch: {
    method: 'POST',
    path: '/api/batch/extract',
    budget: 'uploads',
    honours: ['Idempotency-Key'],
    tag: 'Batches',
    summary: 'Send several PDFs, or their addresses, at once',
    description:
      'Files and addresses keep the order in which they come. A document that cannot be taken is named with its problem while the others are queued; where none can be, all are refused.',
    form: z.object({
      mapping: mappingName,
      params: paramsText,
      file: z.array(z.file()).optional().describe('The PDFs.'),
      url: z
        .array(z.string())
        .optional()
        .describe('Addresses of PDFs, between or after the files.'),
    }),
    json: z.strictObject({
      urls: z.array(z.string()).min(1).describe('The addresses of the PDFs.'),
      mapping: mappingName,
      params: Params.optional().describe("The mapping's parameters."),
    }),
    success: { status: 202, body: BatchAnswer, tells: ['Location'] },
  },
  getBatch: {
    method: 'GET',
    path: '/api/batch/:id',
    tag: 'Batches',
    summary: 'A batch and its jobs',
    params: batchId,
    success: { status: 200, body: BatchState },
  },
  batchResults: {
    method: 'GET',
    path: '/api/batch/:id/results',
    tag: 'Batches',
    summary: 'What was read, by source',
    description:
      'Every job is among `sources`; those that are complete also among the results. Duplicates are marked.',
    params: batchId,
    success: { status: 200, body: BatchResults },
  },
  downloadBatch: {
    method: 'GET',
    path: '/api/batch/:id/download',
    budget: 'exports',
    tag: 'Batches',
    summary: 'All results of a batch as one file',
    description: exportDescription,
    params: batchId,
    query: z.object({
      format: ExportFormat.default('zip'),
      skip_incomplete: flag,
      allow_duplicates: flag,
      events: z
        .string()
        .max(20_000)
        .transform((ids) => ids.split(','))
        .optional()
        .describe('Of heat sheets: the ids of the swims for the calendar, joined by commas.'),
      reminder: z.coerce
        .number()
        .int()
        .min(0)
        .max(1440)
        .optional()
        .describe('Of heat sheets: minutes before a swim to be reminded; 0 for never.'),
    }),
    success: exported,
  },
  cancelBatch: {
    method: 'POST',
    path: '/api/batch/:id/cancel',
    tag: 'Batches',
    summary: 'Stop all jobs of a batch that have not ended',
    description: 'Results that still arrive are dropped; those that are there stay.',
    params: batchId,
    success: { status: 202, body: BatchState },
  },
  retryBatch: {
    method: 'POST',
    path: '/api/batch/:id/retry',
    tag: 'Batches',
    summary: 'Try all failed jobs of a batch again',
    description: 'Those whose file has been deleted stay failed.',
    params: batchId,
    success: { status: 202, body: BatchState },
  },
  retryBatchJob: {
    method: 'POST',
    path: '/api/batch/:id/jobs/:job_id/retry',
    tag: 'Batches',
    summary: 'Try one failed or cancelled job of a batch again',
    params: batchId.extend({ job_id: z.uuid() }),
    success: { status: 202, body: Job },
  },
} as const satisfies Record<string, Route>
