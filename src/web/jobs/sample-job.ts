import type { Job } from '../../domain/job/job.ts'

/** A waiting job, for tests. */
export function sampleJob(given: Partial<Job> = {}): Job {
  const at = given.created_at ?? '2026-01-01T00:00:00.000001Z'
  return {
    id: '00000000-0000-7000-8000-000000000001',
    batch_id: '00000000-0000-7000-8000-00000000000b',
    sequence: 1,
    original_filename: 'invoice.pdf',
    bytes: 1000,
    sha256: 'a'.repeat(64),
    mapping: 'document_text_v1',
    params: {},
    status: 'queued',
    stage: 'queued',
    progress: 0,
    priority: 0,
    source_type: 'file',
    source_url: null,
    attempt_count: 0,
    error_code: null,
    error_message: null,
    outputs: [],
    needs_review: false,
    review_reasons: [],
    summary: null,
    approved_at: null,
    deduped_from: null,
    read_by: null,
    created_at: at,
    queued_at: at,
    started_at: null,
    completed_at: null,
    failed_at: null,
    last_attempt_at: null,
    updated_at: at,
    processing_time: null,
    ...given,
  }
}
