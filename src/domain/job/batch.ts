import { z } from 'zod'
import { ProblemFields } from '../errors/problem.ts'
import { ClientReference } from '../values/client-reference.ts'
import { Job } from './job.ts'
import { Timestamp } from '../values/timestamp.ts'
import { Params } from '../mapping/mapping.ts'

/** `partial`: all jobs have ended, but not all are complete. */
export const BatchStatus = z.enum([
  'pending',
  'processing',
  'complete',
  'partial',
  'failed',
  'cancelled',
])

/** A group of jobs submitted together. Its counters change in the same transaction as the jobs. */
export const Batch = z
  .object({
    id: z.uuid(),
    status: BatchStatus,
    client_reference: ClientReference.nullable().describe('Your reference from the upload.'),
    callback_url: z.string().nullable().describe('Called when the upload has ended.'),
    mapping: z.string(),
    params: Params,
    total: z.int(),
    queued: z.int(),
    processing: z.int(),
    complete: z.int().describe('Includes jobs whose results have expired.'),
    failed: z.int(),
    cancelled: z.int(),
    last_event_id: z.int().describe('Number of the latest event.'),
    created_at: Timestamp,
    started_at: Timestamp.nullable(),
    completed_at: Timestamp.nullable(),
    expires_at: Timestamp.nullable().describe(
      'When the first result expires. Null without results.',
    ),
  })
  .meta({ id: 'Batch' })
export type Batch = z.infer<typeof Batch>

/** The outcome for one document in an upload: a job or an error. */
export const BatchItem = z
  .object({
    name: z.string().describe('File name, or the URL as given.'),
    job: Job.optional(),
    deduped_from: z
      .uuid()
      .optional()
      .describe('Your earlier job with the same document, whose result is shared.'),
    problem: ProblemFields.optional().describe('Why the document was rejected.'),
  })
  .meta({ id: 'BatchItem' })
export type BatchItem = z.infer<typeof BatchItem>

export const BatchState = z.object({
  batch: Batch,
  jobs: z.array(Job).describe('In upload order.'),
})
export type BatchState = z.infer<typeof BatchState>

export const BatchResponse = z.object({
  batch: Batch,
  items: z.array(BatchItem).describe('Every document, in upload order.'),
})
export type BatchResponse = z.infer<typeof BatchResponse>

/** Totals for the documents in one upload, across all its batches. */
export const UploadSummary = z
  .object({
    id: z.uuid(),
    batch_ids: z.array(z.uuid()).describe('In upload order.'),
    total: z.int().describe('Documents received so far.'),
    queued: z.int(),
    processing: z.int(),
    complete: z.int(),
    failed: z.int(),
    cancelled: z.int(),
    needs_review: z.int().describe('Complete jobs that need review.'),
    same_invoice: z.int().describe('Invoices with the seller and number of an older document.'),
    created_at: Timestamp,
  })
  .meta({ id: 'UploadSummary' })
export type UploadSummary = z.infer<typeof UploadSummary>
