import { type Job, stageStart } from './job.ts'

/** The properties of a job that its upload determines. All others come from reading the document. */
export type NewJobFacts = Pick<
  Job,
  | 'id'
  | 'batch_id'
  | 'sequence'
  | 'client_reference'
  | 'original_filename'
  | 'bytes'
  | 'sha256'
  | 'mapping'
  | 'params'
  | 'priority'
  | 'source_url'
  | 'created_at'
>

/**
 * Creates a job as the database stores it with its first event. Lists all properties in one literal, because adding this
 * many properties to a spread object takes V8 over 40 µs, more than the insertion into the database.
 */
export function createNewJob({
  id,
  batch_id,
  sequence,
  client_reference,
  original_filename,
  bytes,
  sha256,
  mapping,
  params,
  priority,
  source_url,
  created_at,
}: NewJobFacts): Job {
  return {
    id,
    batch_id,
    sequence,
    client_reference,
    original_filename,
    bytes,
    sha256,
    mapping,
    params,
    priority,
    source_url,
    created_at,
    source_type: source_url === null ? 'file' : 'url',
    status: 'queued',
    stage: 'queued',
    progress: stageStart.queued,
    attempt_count: 0,
    reread_reason: null,
    error_code: null,
    error_detail: null,
    error_message: null,
    read_by: null,
    review_reasons: [],
    needs_review: false,
    summary: null,
    outputs: [],
    approved_at: null,
    exported: null,
    same_invoice: null,
    deduped_from: null,
    split_into: null,
    split_from: null,
    queued_at: created_at,
    updated_at: created_at,
    started_at: null,
    completed_at: null,
    failed_at: null,
    last_attempt_at: null,
    processing_time: null,
  }
}
