import type { Db } from '../db/db.ts'
import { listJobs } from '../db/jobs/job-list.sql.ts'
import { findJob } from '../db/jobs/owned-jobs.sql.ts'
import { AppError } from '../domain/errors/errors.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'
import type { Job } from '../domain/job/job.ts'
import type { Log } from '../domain/ports/log.ts'
import { type JobFilter, toJobFilter } from './list-jobs.ts'
import { forbidJob } from './owned-jobs.ts'

/** Jobs by id, in the given order, or by filter, oldest first. */
export type JobSelection = { ids: string[] } | { filter: JobFilter }

/** Loads an owner's selected jobs, at most `most`. */
export async function selectOwnedJobs(
  deps: { db: Db; log: Log },
  ownerId: string,
  selection: JobSelection,
  maxJobs: number,
): Promise<Job[]> {
  const jobs =
    'ids' in selection
      ? await namedJobs(deps, ownerId, selection.ids, maxJobs)
      : await matchingJobs(deps, ownerId, selection.filter, maxJobs)
  if (jobs.length > maxJobs) throw tooMany(maxJobs)
  return jobs
}

function tooMany(maxJobs: number): AppError {
  return new AppError('INVALID_REQUEST', createDetail('too_many_jobs', { most: maxJobs }))
}

async function namedJobs(
  { db, log }: { db: Db; log: Log },
  ownerId: string,
  requestedIds: string[],
  maxJobs: number,
): Promise<Job[]> {
  const ids = [...new Set(requestedIds.map((id) => id.toLowerCase()))]
  if (ids.length > maxJobs) throw tooMany(maxJobs)
  const found = await Promise.all(ids.map((id) => findJob(db, { id, owner_id: ownerId })))
  for (const one of found) if (one && !one.is_mine) forbidJob(log, ownerId, one.job.id)
  return ids.map((id, index) => {
    const { job } = found[index] ?? {}
    if (!job) throw new AppError('NOT_FOUND', createDetail('job_id_not_found', { id }))
    return job
  })
}

async function matchingJobs(
  { db }: { db: Db },
  ownerId: string,
  jobFilter: JobFilter,
  maxJobs: number,
): Promise<Job[]> {
  const page = { after: null, limit: maxJobs + 1 }
  const { jobs } = await listJobs(db, toJobFilter(ownerId, jobFilter), page)
  return jobs.reverse()
}
