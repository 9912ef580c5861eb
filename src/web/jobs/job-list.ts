import type { Client } from '../../client/client.ts'
import type { Job } from '../../domain/job.ts'
import { activeStatuses, type JobStatus } from '../../domain/job-state.ts'
import { fitsFilter, type JobFilter } from './job-filter.ts'
import { newest, sinceOf } from './live-jobs.ts'

/** Where a list goes on: one place for each status that is asked for on its own. */
export type Place = { status?: JobStatus; cursor?: string }

/** A page of the list as it was at one moment. */
export interface JobsSlice {
  jobs: Job[]
  server_time: string
  next: Place[]
}

export function placesOf(filter: JobFilter): Place[] {
  if (filter === 'all') return [{}]
  if (filter === 'active') return activeStatuses.map((status) => ({ status }))
  return [{ status: filter }]
}

export async function fetchSlice(
  client: Client,
  places: Place[],
  signal: AbortSignal,
): Promise<JobsSlice> {
  const pages = await Promise.all(places.map((place) => client.listJobs(place, signal)))
  return {
    jobs: pages.flatMap((page) => page.jobs),
    server_time: earliest(pages.map((page) => page.server_time)),
    next: places.flatMap((place, index) => {
      const cursor = pages[index]?.next_cursor
      return cursor ? [{ ...place, cursor }] : []
    }),
  }
}

/**
 * The loaded pages as they are now, newest first: jobs that have changed since are shown as they are,
 * new ones are added, and those that no longer fit the filter are left out.
 */
export function mergeJobs(
  slices: JobsSlice[],
  live: ReadonlyMap<string, Job>,
  filter: JobFilter,
): Job[] {
  const [first, last] = [slices.at(0), slices.at(-1)]
  if (!first || !last) return []
  const loaded = slices.flatMap((slice) => slice.jobs)
  // What changed before the list was loaded is in it already, or no longer exists.
  const since = Date.parse(sinceOf(first.server_time))
  // Older than the last row: its place is on a page not yet loaded.
  const oldest = last.next.length > 0 ? Math.min(...loaded.map(createdAt)) : 0
  const changed = [...live.values()].filter(
    (job) => Date.parse(job.updated_at) >= since && createdAt(job) >= oldest,
  )
  const byId = new Map<string, Job>()
  for (const job of [...loaded, ...changed]) byId.set(job.id, newest(job, live.get(job.id)))
  return [...byId.values()]
    .filter((job) => fitsFilter(job, filter))
    .sort((one, other) => createdAt(other) - createdAt(one) || other.id.localeCompare(one.id))
}

function earliest(moments: string[]): string {
  return new Date(Math.min(...moments.map((moment) => Date.parse(moment)))).toISOString()
}

function createdAt(job: Job): number {
  return Date.parse(job.created_at)
}
