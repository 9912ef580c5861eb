import type { Job } from '../../domain/job/job.ts'
import type { Params } from '../../domain/mapping/mapping.ts'
import type { Db } from '../db.ts'
import { queuedChannel } from './transitions.sql.ts'
import { jobColumns } from './owned-jobs.sql.ts'

export interface NewBatch {
  id: string
  owner_id: string
  mapping: string
  params: Params
  client_ip: string | null
  user_agent: string | null
  /** How many of its jobs may run at once. */
  max_running: number
  /** Came alone: where its document is being read already, that job stands for it. */
  is_single: boolean
  /** Of the request that it came with, for the logs. */
  request_id?: string | undefined
  /** The trace that its jobs belong to. */
  traceparent?: string | undefined
  jobs: NewJob[]
}

interface JobSettings {
  id: string
  original_filename: string
  priority: number
  dependency: string
}

/** Bytes that are stored already. */
export interface FileSource {
  bytes: number
  sha256: string
  upload_key: string
}

/** Bytes that a worker fetches. Until then nobody knows which, and they are nobody's duplicate. */
export interface UrlSource {
  source_url: string
}

export type FileJob = JobSettings & FileSource
export type NewJob = FileJob | (JobSettings & UrlSource)

/** What became of a job that was to be queued: it, or the one that stands for it. */
export interface EnqueuedJob {
  requested_id: string
  job_id: string
  /** The job that has read or is reading the same document. */
  original_id: string | null
  /** Whether that one has read it, so that the new one is complete at once. */
  is_done: boolean
  /** The job itself, of one that came alone and is not done: outputs are not to be seen before the commit. */
  job?: Job
}

type EnqueueRow = Omit<EnqueuedJob, 'job'>

/**
 * What a function that queues answers. Whoever claims passes over an original that is locked just then, and would not
 * hear of it again: so there is a hint for the workers, sent with the commit.
 */
const enqueueRows = (queueing: string) => `(
  select *, case when original_id is not null and not is_done then pg_notify('${queuedChannel}', '') end as hint
  from ${queueing}($1) offset 0) as answer`

/** Batches, their jobs in their order, and their first events: one statement, one commit. */
export function enqueueBatches(db: Db, batches: NewBatch[]): Promise<EnqueuedJob[]> {
  const given = JSON.stringify(batches)
  return batches.some(({ is_single }) => is_single) ? enqueueAndRead(db, given) : enqueue(db, given)
}

function enqueue(db: Db, given: string): Promise<EnqueueRow[]> {
  return db.query(
    `select requested_id, job_id, original_id, is_done from ${enqueueRows('enqueue_batches')}`,
    [given],
  )
}

async function enqueueAndRead(db: Db, given: string): Promise<EnqueuedJob[]> {
  const rows = await db.query<Job & Omit<EnqueueRow, 'job_id'>>(
    `select requested_id, original_id, is_done, ${jobColumns}
    from ${enqueueRows('enqueue_batches_and_read')}, lateral (select (answer.job).*) as jobs`,
    [given],
  )
  return rows.map(({ requested_id, original_id, is_done, ...job }) => {
    return { requested_id, job_id: job.id, original_id, is_done, ...(!is_done && { job }) }
  })
}
