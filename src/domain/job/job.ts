import { z } from 'zod'
import { RenderedMessage } from '../messages/message.ts'
import { Timestamp } from '../values/timestamp.ts'
import { StoredDetail } from '../messages/stored-detail.ts'
import { ErrorCode } from '../errors/app-error.ts'
import { ClientReference } from '../values/client-reference.ts'
import { JobStatus } from './job-state.ts'
import { Params } from '../mapping/mapping.ts'
import { OutputFormat } from '../mapping/output-formats.ts'
import { PageRanges } from '../values/page-range.ts'
import { SheetChanges } from '../heat-sheet/sheet-change.ts'
import { Summary } from './summary.ts'

export const Stage = z.enum(['queued', 'downloading', 'reading', 'extracting', 'saving', 'done'])
export type Stage = z.infer<typeof Stage>

/** Progress in percent when each stage starts. */
export const stageStart: Record<Stage, number> = {
  queued: 0,
  downloading: 0,
  reading: 20,
  extracting: 50,
  saving: 90,
  done: 100,
}

const nextStage = { downloading: 'reading', reading: 'extracting', extracting: 'saving' } as const

/**
 * Returns the percentage after `done` of `total` steps in a stage, between the start of this stage and the start of the
 * next.
 */
export function computeStageProgress(
  stage: keyof typeof nextStage,
  done: number,
  total: number,
): number {
  const start = stageStart[stage]
  const end = stageStart[nextStage[stage]]
  return Math.floor(start + (end - start) * (total > 0 ? Math.min(done / total, 1) : 1))
}

/** Why a complete document is being read again. */
export const RereadReason = z.enum(['directory', 'mapping', 'reader', 'person', 'source'])
export type RereadReason = z.infer<typeof RereadReason>

/** A file written from a reading, ready to download. */
const JobOutput = z.object({
  format: OutputFormat,
  content_type: z.string(),
  bytes: z.int(),
})

const JobExport = z.object({ id: z.uuid(), filename: z.string(), exported_at: Timestamp })

export const Job = z
  .object({
    id: z.uuid(),
    batch_id: z.uuid(),
    sequence: z.int().describe('Position in the batch, from 1.'),
    client_reference: ClientReference.nullable().describe('Your reference from the upload.'),
    original_filename: z.string(),
    bytes: z.int().nullable(),
    sha256: z.string().nullable(),
    mapping: z.string(),
    read_by: z
      .string()
      .nullable()
      .describe('The mapping used. For `auto`, this is the selected mapping.'),
    params: Params,
    status: JobStatus,
    reread_reason: RereadReason.nullable().describe(
      'Why a complete document is being read again: its earlier result stays until then. Null otherwise.',
    ),
    stage: Stage,
    progress: z.int().min(0).max(100).describe('Percent.'),
    priority: z.int(),
    source_type: z.enum(['file', 'url']),
    source_url: z.string().nullable(),
    attempt_count: z.int(),
    error_code: ErrorCode.nullable(),
    error_detail: StoredDetail.nullable().describe(
      'More specific than `error_code`, if available.',
    ),
    error_message: z.string().nullable().describe('What went wrong and how to fix it.'),
    outputs: z.array(JobOutput),
    needs_review: z
      .boolean()
      .describe('Some values could not be verified; check the result before use.'),
    review_reasons: z.array(RenderedMessage).describe('What to check, and why.'),
    summary: Summary.nullable().describe('Summary of the document. Null until it is read.'),
    approved_at: Timestamp.nullable().describe('When a user approved the result.'),
    exported: JobExport.nullable().describe('The latest Coretax file that contains the invoice.'),
    same_invoice: z
      .object({ id: z.uuid(), filename: z.string() })
      .nullable()
      .describe('Your first document with the same seller and invoice number, if it is older.'),
    deduped_from: z.uuid().nullable(),
    split_into: z
      .uuid()
      .nullable()
      .describe(
        'The batch with the parts of a document that was split. The document itself is not exported.',
      ),
    split_from: z
      .object({ id: z.uuid().nullable(), pages: PageRanges.element })
      .nullable()
      .describe('For a part: the document that was split (null if deleted), and its pages in it.'),
    created_at: Timestamp,
    queued_at: Timestamp,
    started_at: Timestamp.nullable(),
    completed_at: Timestamp.nullable(),
    failed_at: Timestamp.nullable(),
    last_attempt_at: Timestamp.nullable(),
    updated_at: Timestamp,
    processing_time: z
      .number()
      .nullable()
      .describe('Seconds from the first attempt to the end. Null until finished.'),
  })
  .meta({ id: 'Job' })
export type Job = z.infer<typeof Job>

/** One attempt in a job's history. */
export const AttemptRecord = z.object({
  number: z
    .int()
    .describe(
      'From 1. A released or rescued attempt does not count and shares its number with the next.',
    ),
  worker: z.string().nullable(),
  started_at: Timestamp,
  ended_at: Timestamp.nullable(),
  outcome: z
    .string()
    .nullable()
    .describe('complete, fail, retry, release, rescue, cancel or restore. Null while running.'),
  error_code: ErrorCode.nullable(),
  error_detail: StoredDetail.nullable(),
  error_message: z.string().nullable(),
})
export type AttemptRecord = z.infer<typeof AttemptRecord>

/** Language model calls about a document. */
const LlmUse = z.object({
  model: z.string(),
  calls: z.int(),
  input_tokens: z.int(),
  output_tokens: z.int(),
  cost_usd: z
    .number()
    .nullable()
    .describe('Null unless LLM_INPUT_PRICE and LLM_OUTPUT_PRICE are set.'),
})
export type LlmUse = z.infer<typeof LlmUse>

export const JobDetail = Job.extend({
  attempts: z.array(AttemptRecord).describe('All attempts, oldest first.'),
  eta_seconds: z
    .number()
    .nullable()
    .describe(
      'Estimated seconds left. While waiting, from the position and the recent throughput; while running, from comparable documents. Null if there are none.',
    ),
  queue_position: z
    .int()
    .nullable()
    .describe('Approximate position in the queue, from 1, while waiting.'),
  callback_url: z
    .string()
    .nullable()
    .describe('Called when the job has ended. Null in a batch, which has its own callback.'),
  request_id: z
    .uuid()
    .nullable()
    .describe('ID of the request that submitted the document, as in the server log.'),
  changes: z
    .nullable(SheetChanges)
    .describe('For heat sheets: changes since the previous sheet of the same session.'),
  llm: z.nullable(LlmUse).describe('Language model usage, or null if none was used.'),
}).meta({ id: 'JobDetail' })
export type JobDetail = z.infer<typeof JobDetail>
