import type { ApiClient } from '../../../client/api-client.ts'
import type { Job } from '../../../domain/job/job.ts'
import { activeStatuses, type JobStatus } from '../../../domain/job/job-state.ts'
import { jobRoutes } from '../../../domain/api/routes/jobs.ts'
import { subtractOverlap } from '../../../domain/job/since.ts'
import { type LiveJobs, newerJob } from '../../live/live-jobs.ts'
import { matchesView, type JobsView } from './job-filter.ts'

/** Query for the next page; filters with several statuses use one query per status. */
export interface PageQuery {
  status?: JobStatus
  needs_review?: boolean
  q?: string
  upload_id?: string
  seller?: string
  period?: string
  cursor?: string
}

/** Jobs loaded at the same time. */
export interface JobsChunk {
  jobs: Job[]
  server_time: string
  next: PageQuery[]
}

export function firstPageQueries({ filter, q, upload, seller, period }: JobsView): PageQuery[] {
  const search = {
    ...(q !== '' && { q }),
    ...(upload && { upload_id: upload.id }),
    ...(seller !== undefined && { seller }),
    ...(period !== undefined && { period }),
  }
  if (filter === 'all') return [search]
  if (filter === 'review') return [{ ...search, needs_review: true }]
  const statuses = filter === 'active' ? activeStatuses : [filter]
  return statuses.map((status) => ({ ...search, status }))
}

const pageLength = 100

export async function fetchChunk(
  client: ApiClient,
  queries: PageQuery[],
  signal: AbortSignal,
): Promise<JobsChunk> {
  const pages = await Promise.all(
    queries.map((place) =>
      client.call(jobRoutes.listJobs, { query: { ...place, limit: pageLength }, signal }),
    ),
  )
  return {
    jobs: pages.flatMap((page) => page.jobs),
    server_time: findEarliest(pages.map((page) => page.server_time)),
    next: queries.flatMap((place, index) => {
      const cursor = pages[index]?.next_cursor
      return cursor ? [{ ...place, cursor }] : []
    }),
  }
}

/** Merges loaded pages with live changes, newest first; drops jobs that were deleted or no longer match. */
export function mergeJobs(
  chunks: JobsChunk[],
  { jobs: live, gone }: Pick<LiveJobs, 'jobs' | 'gone'>,
  view: JobsView,
): Job[] {
  const [first, last] = [chunks.at(0), chunks.at(-1)]
  if (!first || !last) return []
  const loaded = chunks.flatMap((slice) => slice.jobs)
  // Earlier changes are already in the loaded list.
  const since = Date.parse(subtractOverlap(first.server_time))
  // Older jobs belong to a page that is not loaded yet.
  const oldest = last.next.length > 0 ? Math.min(...loaded.map(createdAt)) : 0
  const changed = [...live.values()].filter(
    (job) => Date.parse(job.updated_at) >= since && createdAt(job) >= oldest,
  )
  const byId = new Map<string, Job>()
  for (const job of [...loaded, ...changed]) byId.set(job.id, newerJob(job, live.get(job.id)))
  return [...byId.values()]
    .filter((job) => matchesView(job, view) && !gone.has(job.id))
    .sort((one, other) => createdAt(other) - createdAt(one) || (other.id > one.id ? 1 : -1))
}

function findEarliest(moments: string[]): string {
  return new Date(Math.min(...moments.map((moment) => Date.parse(moment)))).toISOString()
}

function createdAt(job: Job): number {
  return Date.parse(job.created_at)
}
