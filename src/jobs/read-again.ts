import { type RereadRequest, requeueJobs, rereadJobs } from '../db/jobs/rereads.sql.ts'
import type { ReadAgainResponse } from '../domain/api/routes/read-again.ts'
import { AppError, type ErrorCode } from '../domain/errors/app-error.ts'
import { checkParams } from '../domain/mapping/check-params.ts'
import type { Mapping, Params } from '../domain/mapping/mapping.ts'
import type { Job } from '../domain/job/job.ts'
import { isActive } from '../domain/job/job-state.ts'
import type { Log } from '../domain/ports/log.ts'
import { resolveMapping } from '../intake/mapping-drafts.ts'
import { requireMapping } from '../intake/upload-form.ts'
import { queueAgain, type RereadDeps } from '../queue/reread.ts'
import { loadOwnedJob } from './owned-jobs.ts'
import {
  type ChangeRequest,
  commitOrRollBack,
  listSkipped,
  type SelectedJobs,
  selectOwnedJobs,
} from './select-jobs.ts'

export interface ReadAgainDeps extends RereadDeps {
  log: Log
  mappings: ReadonlyMap<string, Mapping>
}

export interface ReadAgainOptions {
  /** The mapping to use from now on. Omit it to keep the current mapping. */
  mapping?: string | undefined
  params?: Params | undefined
  include_approved: boolean
}

export type ReadAgainRequest = ChangeRequest & ReadAgainOptions

/** Reads one document again, then reapplies its corrections. */
export async function readOwnedJobAgain(
  deps: ReadAgainDeps,
  ownerId: string,
  id: string,
  options: ReadAgainOptions,
): Promise<Job> {
  const job = await loadOwnedJob(deps.db, deps.log, ownerId, id)
  const selected = { jobs: [job], missing: [] }
  const { skipped } = await queueJobs(deps, ownerId, selected, { ids: [id], ...options })
  if (skipped[0]) throw new AppError(skipped[0].code)
  return loadOwnedJob(deps.db, deps.log, ownerId, id)
}

/** Reads all selected documents again. The result also lists those that cannot be read again. */
export async function readOwnedJobsAgain(
  deps: ReadAgainDeps,
  ownerId: string,
  request: ReadAgainRequest,
): Promise<ReadAgainResponse> {
  return queueJobs(deps, ownerId, await selectOwnedJobs(deps, ownerId, request), request)
}

async function queueJobs(
  deps: ReadAgainDeps,
  owner_id: string,
  selected: SelectedJobs,
  options: ReadAgainRequest,
): Promise<ReadAgainResponse> {
  const { include_approved, dry_run = false } = options
  const target = await resolveTarget(deps, options)
  const request: RereadRequest = {
    ids: selected.jobs.map(({ id }) => id),
    owner_id,
    ...target,
    include_approved,
  }
  const moved = await commitOrRollBack(deps.db, options, (tx) =>
    queueAgain(tx, async () => [
      ...(await rereadJobs(tx, request)),
      ...(await requeueJobs(tx, request)),
    ]),
  )
  const queued = new Set(moved.map(({ id }) => id))
  const skipped = listSkipped(selected, queued, (job) => refusal(job, include_approved))
  const facts = { owner_id, jobs: queued.size, skipped: skipped.length, mapping: target.mapping }
  if (dry_run) return { queued_count: queued.size, skipped }
  for (const id of queued) deps.statuses.changed(id)
  deps.log.info({ ...facts, event: 'reread' }, 'documents queued for rereading')
  return { queued_count: queued.size, skipped }
}

async function resolveTarget(
  deps: ReadAgainDeps,
  { mapping: name, params = {} }: ReadAgainOptions,
): Promise<Pick<RereadRequest, 'mapping' | 'params'>> {
  if (name === undefined) return { mapping: null, params: null }
  const { known, storedName } = await resolveMapping(deps, name)
  const mapping = requireMapping(known, name)
  checkParams(mapping, params)
  return { mapping: storedName(mapping.name), params }
}

/** Returns the reason why a document was not queued. */
function refusal(job: Job, include_approved: boolean): ErrorCode {
  if (isActive(job)) return 'NOT_READY'
  if (job.status === 'expired') return 'EXPIRED'
  return job.approved_at !== null && !include_approved ? 'APPROVED' : 'SOURCE_GONE'
}
