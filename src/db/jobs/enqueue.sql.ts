import type { Job } from '../../domain/job/job.ts'
import type { Params } from '../../domain/mapping/mapping.ts'
import type { Db } from '../db.ts'
import { queuedChannel } from './lock-and-notify.sql.ts'
import { jobColumns, type JobRow, toJob } from './owned-jobs.sql.ts'

export interface NewBatch {
  id: string
  owner_id: string
  /** Groups the batches that make up one upload. */
  upload_id?: string | undefined
  mapping: string
  params: Params
  client_ip: string | null
  user_agent: string | null
  /** Maximum number of jobs that run concurrently. */
  max_running: number
  /** For a single upload: if the same document is already being read, that job is returned instead of a new one. */
  is_single: boolean
  /**
   * Version of the reader and its mappings. Only results from this version are reused; if omitted, results from any
   * version are.
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
}

/** A document that a worker downloads; its hash is unknown until then, so it is never a duplicate. */
export interface UrlSource {
  source_url: string
}

export type FileJob = JobSettings & FileSource
export type NewJob = FileJob | (JobSettings & UrlSource)

/**
 * A requested job, or the job that is returned instead of it. A document that was already read for its owner with the
 * same mapping, parameters, reader and directory shares that result (`enqueue_batches` in migrations/0002_queue.sql).
 */
export interface EnqueuedJob {
  requested_id: string
  job_id: string
  /** The job that has read or is reading the same document. */
  original_id: string | null
  /** Whether the original is complete, so that the new job is immediately complete too. */
  is_done: boolean
  /**
   * Set for a single upload whose job is not complete. A complete job's outputs become visible only after the commit.
   */
  job?: Job
}

type EnqueueRow = Omit<EnqueuedJob, 'job'>

/**
 * Rows returned by an enqueue function. A claim skips an original that this transaction has locked, so the commit
 * wakes the workers again.
 */
const enqueueRows = (queueing: string) => `(
  select *, case when original_id is not null and not is_done then pg_notify('${queuedChannel}', '') end as hint
  from ${queueing}($1) offset 0) as answer`

/** Inserts batches, their jobs and first events in one statement and one commit. */
export function enqueueBatches(db: Db, batches: NewBatch[]): Promise<EnqueuedJob[]> {
  const batchesJson = JSON.stringify(batches)
  return batches.some(({ is_single }) => is_single)
    ? enqueueAndRead(db, batchesJson)
    : enqueue(db, batchesJson)
}

function enqueue(db: Db, batchesJson: string): Promise<EnqueueRow[]> {
  return db.query(
    `select requested_id, job_id, original_id, is_done from ${enqueueRows('enqueue_batches')}`,
    [batchesJson],
  )
}

async function enqueueAndRead(db: Db, batchesJson: string): Promise<EnqueuedJob[]> {
  const rows = await db.query<JobRow & Omit<EnqueueRow, 'job_id'>>(
    `select requested_id, original_id, is_done, ${jobColumns}
    from ${enqueueRows('enqueue_batches_and_read')}, lateral (select (answer.job).*) as jobs`,
    [batchesJson],
  )
  return rows.map(({ requested_id, original_id, is_done, ...job }) => {
    return {
      requested_id,
      job_id: job.id,
      original_id,
      is_done,
      ...(!is_done && { job: toJob(job) }),
    }
  })
}
