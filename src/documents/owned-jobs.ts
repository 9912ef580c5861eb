import type { Log } from '../domain/log.ts'
import { z } from 'zod'
import type { Db } from '../db/db.ts'
import { countJobs, findJob, listJobs } from '../db/owned-jobs.sql.ts'
import { AppError } from '../domain/errors.ts'
import { type Job, Timestamp } from '../domain/job.ts'
import { activeStatuses, JobStatus } from '../domain/job-state.ts'
import type { JobsPage } from '../domain/routes.ts'

/** A job for its owner. Someone else's is refused and written down: ids cannot be guessed. */
export async function ownedJob(db: Db, log: Log, ownerId: string, id: string): Promise<Job> {
  const [found] = await findJob(db, id, ownerId)
  if (!found) throw new AppError('NOT_FOUND', 'There is no such job. It may have been deleted.')
  if (!found.is_mine) {
    log.warn({ job_id: id, owner_id: ownerId }, 'job of another owner was asked for')
    throw new AppError('FORBIDDEN')
  }
  return found.job
}

export interface JobsQuery {
  status?: JobStatus | undefined
  since?: string | undefined
  cursor?: string | undefined
  limit: number
}

/** One page of an owner's jobs, newest first, with the counts over all of them. */
export async function ownedJobs(db: Db, ownerId: string, query: JobsQuery): Promise<JobsPage> {
  const filter = {
    owner_id: ownerId,
    status: query.status ?? null,
    since: query.since === undefined ? null : moment(query.since),
    after: query.cursor === undefined ? null : decodeCursor(query.cursor),
    limit: query.limit + 1,
  }
  // Counted first: a change in between then shows again at the next `since`, and is not missed.
  const [tally] = await countJobs(db, ownerId)
  if (!tally) throw new Error('A count has one row')
  const found = await listJobs(db, filter)
  const jobs = found.slice(0, query.limit)
  const last = found.length > query.limit ? jobs.at(-1) : undefined
  const counts = Object.fromEntries(
    JobStatus.options.map((status) => [status, tally.counts[status] ?? 0]),
  ) as Record<JobStatus, number>
  return {
    jobs,
    active_count: activeStatuses.reduce((sum, status) => sum + counts[status], 0),
    counts,
    next_cursor: last ? encodeCursor(last) : null,
    server_time: tally.server_time,
  }
}

function encodeCursor(job: Job): string {
  return Buffer.from(`${job.created_at} ${job.id}`).toString('base64url')
}

function decodeCursor(cursor: string): { created_at: string; id: string } {
  const [created_at, id] = Buffer.from(cursor, 'base64url').toString().split(' ')
  const parsed = Cursor.safeParse({ created_at, id })
  if (parsed.success) return parsed.data
  throw new AppError('INVALID_REQUEST', 'This cursor is not one that /api/jobs gave out.')
}

const Cursor = z.object({ created_at: Timestamp, id: z.uuid() })

/** Within what Postgres takes: it knows neither the year 0 nor offsets of a whole day. */
function moment(text: string): string {
  return new Date(Math.max(0, Date.parse(text))).toISOString()
}
