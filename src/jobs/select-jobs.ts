import type { Database, Db } from '../db/db.ts'
import { listJobs } from '../db/jobs/job-list.sql.ts'
import { findJob } from '../db/jobs/owned-jobs.sql.ts'
import { maxSelectedJobs, type SkippedJob } from '../domain/api/routes/job-filter.ts'
import { rollBackToSavepoint, setSavepoint } from '../db/savepoint.sql.ts'
import { AppError, type ErrorCode } from '../domain/errors/app-error.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'
import type { Job } from '../domain/job/job.ts'
import type { Log } from '../domain/ports/log.ts'
import { type JobFilter, toJobFilter } from './list-jobs.ts'
import { forbidJob } from './owned-jobs.ts'

/** Selects jobs by ID, in the given order, or by filter, oldest first. An empty filter selects all jobs. */
export type JobSelection = { ids: string[] } | { filter: JobFilter }

/** A dry run returns the same result as the change, but changes nothing. */
export type ChangeRequest = JobSelection & { dry_run?: boolean }

export interface SelectedJobs {
  jobs: Job[]
  /** IDs in the request that match no job, for example because it was deleted. */
  missing: string[]
}

/** Loads an owner's selected jobs, at most `maxSelectedJobs`. */
export async function selectOwnedJobs(
  deps: { db: Db; log: Log },
  ownerId: string,
  selection: JobSelection,
): Promise<SelectedJobs> {
  if ('ids' in selection) return namedJobs(deps, ownerId, selection.ids)
  const jobs = await matchingJobs(deps, ownerId, selection.filter)
  if (jobs.length > maxSelectedJobs)
    throw new AppError('INVALID_REQUEST', createDetail('too_many_jobs', { most: maxSelectedJobs }))
  return { jobs, missing: [] }
}

async function namedJobs(
  { db, log }: { db: Db; log: Log },
  ownerId: string,
  requestedIds: string[],
): Promise<SelectedJobs> {
  const ids = [...new Set(requestedIds.map((id) => id.toLowerCase()))]
  const found = await Promise.all(ids.map((id) => findJob(db, { id, owner_id: ownerId })))
  for (const one of found) if (one && !one.is_mine) forbidJob(log, ownerId, one.job.id)
  const jobs = found.flatMap((one) => (one ? [one.job] : []))
  return { jobs, missing: ids.filter((_id, index) => !found[index]) }
}

async function matchingJobs(
  { db }: { db: Db },
  ownerId: string,
  jobFilter: JobFilter,
): Promise<Job[]> {
  const page = { after: null, limit: maxSelectedJobs + 1 }
  const { jobs } = await listJobs(db, toJobFilter(ownerId, jobFilter), page)
  return jobs.reverse()
}

/** Returns why each selected job was not changed; `refusal` names the reason for a job that exists. */
export function listSkipped(
  { jobs, missing }: SelectedJobs,
  changed: ReadonlySet<string>,
  refusal: (job: Job) => ErrorCode,
): SkippedJob[] {
  const unchanged = jobs.filter(({ id }) => !changed.has(id))
  return [
    ...unchanged.map((job) => ({ id: job.id, code: refusal(job) })),
    ...missing.map((id) => ({ id, code: 'NOT_FOUND' as const })),
  ]
}

/** Runs a change in a transaction. A dry run applies the same rules, and then rolls the transaction back. */
export async function commitOrRollBack<Result>(
  db: Database,
  { dry_run = false }: ChangeRequest,
  change: (tx: Db) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    if (!dry_run) return change(tx)
    await setSavepoint(tx)
    const result = await change(tx)
    await rollBackToSavepoint(tx)
    return result
  })
}
