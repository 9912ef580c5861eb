import type { ApiClient } from '../../../client/api-client.ts'
import type { Job } from '../../../domain/job/job.ts'
import { compareJobs, type JobSort, type SortOrder } from '../../../domain/job/job-sort.ts'
import type { JobStatus } from '../../../domain/job/job-state.ts'
import { jobRoutes } from '../../../domain/api/routes/jobs.ts'
import { subtractOverlap } from '../../../domain/job/since.ts'
import { type LiveJobs, newerJob } from '../../live/live-jobs.ts'
import { matchesView, type JobsView } from './job-filter.ts'

export interface PageQuery {
  status?: JobStatus | 'active'
  needs_review?: boolean
  q?: string
  upload_id?: string
  seller?: string
  period?: string
  reason?: string
  sort?: JobSort
  order?: SortOrder
  cursor?: string
}

/** The jobs that one request loaded. */
export interface JobsChunk {
  jobs: Job[]
  server_time: string
  /** The next page; undefined on the last one. */
  next: PageQuery | undefined
}

/** Returns the filters of a view, without its sort order. */
export function toFilterQuery({ filter, q, upload, seller, period, reason }: JobsView) {
  return {
    ...(q !== '' && { q }),
    ...(upload && { upload_id: upload.id }),
    ...(seller !== undefined && { seller }),
    ...(period !== undefined && { period }),
    ...(reason !== undefined && { reason }),
    ...(filter === 'review' && { needs_review: true }),
    ...(filter !== 'all' && filter !== 'review' && { status: filter }),
  }
}

export function firstPageQuery(view: JobsView): PageQuery {
  const { sort, order } = view
  const isDefault = sort === 'created' && order === 'desc'
  return { ...toFilterQuery(view), ...(!isDefault && { sort, order }) }
}

const pageLength = 100

export async function fetchChunk(
  client: ApiClient,
  place: PageQuery,
  signal: AbortSignal,
): Promise<JobsChunk> {
  const query = { ...place, limit: pageLength }
  const page = await client.call(jobRoutes.listJobs, { query, signal })
  const { jobs, server_time, next_cursor: cursor } = page
  return { jobs, server_time, next: cursor === null ? undefined : { ...place, cursor } }
}

/**
 * Merges loaded pages with live changes, in the order of the view. Drops deleted jobs and those that no longer match
 * the view.
 */
export function mergeJobs(
  chunks: JobsChunk[],
  { jobs: live, gone }: Pick<LiveJobs, 'jobs' | 'gone'>,
  view: JobsView,
): Job[] {
  const [first, last] = [chunks.at(0), chunks.at(-1)]
  if (!first || !last) return []
  const compare = compareJobs(view.sort, view.order)
  const loaded = chunks.flatMap((slice) => slice.jobs)
  // The loaded list already includes earlier changes.
  const since = Date.parse(subtractOverlap(first.server_time))
  // Jobs that sort after the last loaded one belong to a page that is not loaded yet.
  const end = last.next ? loaded.at(-1) : undefined
  const changed = [...live.values()].filter(
    (job) => Date.parse(job.updated_at) >= since && (!end || compare(job, end) <= 0),
  )
  const byId = new Map<string, Job>()
  for (const job of [...loaded, ...changed]) byId.set(job.id, newerJob(job, live.get(job.id)))
  return [...byId.values()]
    .filter((job) => matchesView(job, view) && !gone.has(job.id))
    .sort(compare)
}
