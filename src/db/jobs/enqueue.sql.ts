import type { Job } from '../../domain/job/job.ts'
import { createNewJob } from '../../domain/job/new-job.ts'
import type { PageRange } from '../../domain/values/page-range.ts'
import type { Params } from '../../domain/mapping/mapping.ts'
import type { Db } from '../db.ts'

export interface NewBatch {
  id: string
  owner_id: string
  /** Groups the batches that make up one upload. */
  upload_id?: string | undefined
  /** The client's own id for the request. */
  client_reference?: string | undefined
  /** Called when the job or the batch has ended; signed with the secret in the webhooks row `callback_id`. */
  callback_url?: string | undefined
  callback_scope?: 'job' | 'batch' | undefined
  callback_id?: string | undefined
  mapping: string
  params: Params
  client_ip: string | null
  user_agent: string | null
  /** Maximum number of jobs that run concurrently. */
  max_running: number
  /** For a single upload: if the same document is already being read, its job is returned instead of a new one. */
  is_single: boolean
  /**
   * Version of the reader and its mappings. Only results from this version are reused. If omitted, results from any
   * version are reused.
   */
  reader?: string | undefined
  /** The upload request's id, for the logs. */
  request_id?: string | undefined
  /** The upload request's W3C trace context. */
  traceparent?: string | undefined
  jobs: NewJob[]
}

interface JobSettings {
  id: string
  original_filename: string
  priority: number
  dependency: string
}

/** A stored document. */
export interface FileSource {
  bytes: number
  sha256: string
  upload_key: string
  /** Set if the document is a part of another document that a user has split. */
  split_from?: string
  split_pages?: PageRange
}

/**
 * A document that a worker downloads. Its hash is unknown until the download, so it is never treated as a duplicate.
 */
export interface UrlSource {
  source_url: string
}

export type FileJob = JobSettings & FileSource
export type NewJob = FileJob | (JobSettings & UrlSource)

/**
 * A requested job, or the job that is returned instead of it. A document that was already read for its owner with the
 * same mapping, parameters, reader and directory shares that result (`enqueue_batches` in migrations/0003_enqueue.sql).
 */
export interface EnqueuedJob {
  requested_id: string
  job_id: string
  /** The job that processed or is processing the same document. */
  original_id: string | null
  /** Whether the original is complete, so that the new job is immediately complete too. */
  is_done: boolean
  /**
   * Creates the new job. Not set if the document shares a job or a result, which is readable only after the commit. Most
   * callers do not need the job, and creating it takes longer than all other work here.
   */
  createJob?: () => Job
}

type KnownDocument = Omit<EnqueuedJob, 'createJob'>

/** A document that is already known, or the time alone. */
type EnqueueRow = { created_at: string } & (KnownDocument | { [Name in keyof KnownDocument]: null })

/** Inserts batches, their jobs and their first events in one statement. */
export async function enqueueBatches(db: Db, batches: NewBatch[]): Promise<EnqueuedJob[]> {
  const rows = await enqueue(db, JSON.stringify(batches))
  const created_at = rows[0]?.created_at ?? ''
  const known = new Map<string, EnqueuedJob>()
  for (const row of rows) {
    if (row.requested_id === null) continue
    const { requested_id, job_id, original_id, is_done } = row
    known.set(requested_id, { requested_id, job_id, original_id, is_done })
  }
  return batches.flatMap((batch) =>
    batch.jobs.map((job, index): EnqueuedJob => {
      const { id } = job
      const createJob = () => toNewJob(batch, job, index + 1, created_at)
      return (
        known.get(id) ?? {
          requested_id: id,
          job_id: id,
          original_id: null,
          is_done: false,
          createJob,
        }
      )
    }),
  )
}

function enqueue(db: Db, batchesJson: string): Promise<EnqueueRow[]> {
  return db.query(
    `select requested_id, job_id, original_id, is_done, created_at from enqueue_batches($1)`,
    [batchesJson],
  )
}

/** Returns the job as `enqueue_batches` stores it; reading it back would cost more than inserting it. */
function toNewJob(batch: NewBatch, given: NewJob, sequence: number, created_at: string): Job {
  const { id, original_filename, priority } = given
  const file = 'sha256' in given ? given : { bytes: null, sha256: null }
  return createNewJob({
    id,
    batch_id: batch.id,
    sequence,
    client_reference: batch.client_reference ?? null,
    original_filename,
    bytes: file.bytes,
    sha256: file.sha256,
    mapping: batch.mapping,
    params: batch.params,
    priority,
    source_url: 'source_url' in given ? given.source_url : null,
    created_at,
  })
}
