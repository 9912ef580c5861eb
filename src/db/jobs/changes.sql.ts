import type { ErrorCode } from '../../domain/errors/app-error.ts'
import type { StoredDetail } from '../../domain/messages/stored-detail.ts'
import type { BatchEvent, JobEvent } from '../../domain/job/event.ts'
import type { Job } from '../../domain/job/job.ts'
import type { Db } from '../db.ts'
import { jobColumns, type JobRow, toJob, withErrorMessage } from './owned-jobs.sql.ts'

// Reads changes for live subscribers. Events are the history of a batch; jobs are its current state.

/** Payload: ids of changed batches, and `gone` if a job was deleted. */
export const changedChannel = 'docket_changed'

interface EventRow {
  batch_id: string
  number: number
  job_id: string | null
  type: string
  status: string
  stage: string | null
  progress: number | null
  attempt: number | null
  actor: string | null
  error_code: ErrorCode | null
  error_detail: StoredDetail | null
  created_at: string
}

const eventColumns = `batch_id, number, job_id, type, status, stage, progress, attempt, actor, error_code,
  error_detail, created_at`

function toEvent({ number, job_id, type, status, created_at, ...row }: EventRow) {
  const { stage, progress, attempt, actor, error_code, error_detail } = row
  const state = withErrorMessage({ stage, progress, attempt, actor, error_code, error_detail })
  const event = { number, type, status, ...(job_id && { job_id, ...state }), created_at }
  return event as JobEvent | BatchEvent
}

/** Lists a batch's events after a given number, oldest first. */
export async function listBatchEvents(
  db: Db,
  batchId: string,
  after: number,
  limit: number,
): Promise<(JobEvent | BatchEvent)[]> {
  const rows = await db.query<EventRow>(
    `select ${eventColumns} from events where batch_id = $1 and number > $2 order by number limit $3`,
    [batchId, after, limit],
  )
  return rows.map(toEvent)
}

export async function listJobEvents(
  db: Db,
  jobId: string,
  after: number,
  limit: number,
): Promise<JobEvent[]> {
  const rows = await db.query<EventRow>(
    `select ${eventColumns} from events
    where batch_id = (select batch_id from jobs where id = $1) and job_id = $1 and number > $2
    order by number limit $3`,
    [jobId, after, limit],
  )
  return rows.map((row) => toEvent(row) as JobEvent)
}

export interface NewBatchEvent {
  event: JobEvent | BatchEvent
  /** Whether all jobs in the batch had ended at that moment. */
  has_ended: boolean
  last_event_id: number
}

/** Lists the new events of several batches, grouped by batch, each after a given number. All are from one snapshot. */
export async function listNewEvents(
  db: Db,
  batches: { id: string; number: number }[],
  limitEach: number,
): Promise<Map<string, NewBatchEvent[]>> {
  const rows = await db.query<EventRow & { has_ended: boolean; last_event_id: number }>(
    `select event.*, completed_at is not null as has_ended, last_event_id
    from unnest($1::uuid[], $2::integer[]) as watched (id, number)
    join batches on batches.id = watched.id
    cross join lateral (
      select ${eventColumns} from events
      where events.batch_id = watched.id and events.number > watched.number
      order by events.number limit $3
    ) as event
    order by event.batch_id, event.number`,
    [batches.map(({ id }) => id), batches.map(({ number }) => number), limitEach],
  )
  const eventsByBatch = new Map<string, NewBatchEvent[]>()
  for (const { has_ended, last_event_id, ...row } of rows) {
    const known = eventsByBatch.get(row.batch_id) ?? []
    eventsByBatch.set(row.batch_id, known)
    known.push({ event: toEvent(row), has_ended, last_event_id })
  }
  return eventsByBatch
}

/** Returns the given batches that no longer exist. */
export function findDeletedBatches(db: Db, ids: string[]): Promise<{ id: string }[]> {
  return db.query(
    `select id from unnest($1::uuid[]) as watched (id)
    where not exists (select from batches where batches.id = watched.id)`,
    [ids],
  )
}

export interface OwnedJob {
  owner_id: string
  job: Job
}

function toOwned(rows: (JobRow & { owner_id: string })[]): OwnedJob[] {
  return rows.map(({ owner_id, ...job }) => ({ owner_id, job: toJob(job) }))
}

/** Returns the given owners who own at least one of the given batches. */
export function findBatchOwners(
  db: Db,
  batchIds: string[],
  owners: string[],
): Promise<{ owner_id: string }[]> {
  return db.query(
    'select distinct owner_id from batches where id = any ($1) and owner_id = any ($2)',
    [batchIds, owners],
  )
}

/** Lists the given owners' jobs in the given batches. */
export async function listJobsInBatches(
  db: Db,
  batchIds: string[],
  owners: string[],
): Promise<OwnedJob[]> {
  return toOwned(
    await db.query(
      `select owner_id, ${jobColumns} from jobs where batch_id = any ($1) and owner_id = any ($2)`,
      [batchIds, owners],
    ),
  )
}

/** Lists the given owners' jobs that were updated after a (time, id) position, oldest first. */
export async function listUpdatedJobs(
  db: Db,
  owners: string[],
  { updated_at, id = '00000000-0000-0000-0000-000000000000' }: { updated_at: string; id?: string },
  limit: number,
): Promise<OwnedJob[]> {
  return toOwned(
    await db.query(
      `select owner_id, ${jobColumns} from jobs
      where owner_id = any ($1) and (updated_at, id) > ($2, $3)
      order by updated_at, id limit $4`,
      [owners, updated_at, id, limit],
    ),
  )
}

export interface DeletedJob {
  id: string
  owner_id: string
}

export function listDeletedJobs(
  db: Db,
  owners: string[],
  since: string,
  limit: number | null = null,
): Promise<DeletedJob[]> {
  return db.query(
    `select id, owner_id from deleted_jobs
    where owner_id = any ($1) and deleted_at >= $2 order by deleted_at limit $3`,
    [owners, since, limit],
  )
}

/** Returns the current time by the database clock. */
export async function databaseTime(db: Db): Promise<string> {
  const [row] = await db.query<{ time: string }>('select clock_timestamp() as time')
  if (!row) throw new Error('Expected one row')
  return row.time
}
