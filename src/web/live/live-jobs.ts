import type { ApiClient } from '../../client/api-client.ts'
import type { Job } from '../../domain/job/job.ts'
import { activeStatuses } from '../../domain/job/job-state.ts'
import { jobRoutes, type JobsPage } from '../../domain/api/routes/jobs.ts'

/** Job counts, and every job that changed since the page opened. */
export interface LiveJobs {
  /** Jobs that changed since the page opened. */
  jobs: ReadonlyMap<string, Job>
  /** Ids of deleted jobs. */
  gone: ReadonlySet<string>
  counts: JobsPage['counts']
  needs_review_count: number
  active_count: number
  /** Server time of the latest response. */
  server_time: string
  /** Server time when the page opened. */
  opened_at: string
  /** Increases with every change to any job. */
  revision: number
}

/** Fetches all pages of changes. Takes the counts and the time from the first page, so that no change is missed. */
export async function fetchChanges(
  client: ApiClient,
  since: string,
  signal: AbortSignal,
): Promise<JobsPage> {
  const query = { since, limit: 200 }
  const first = await client.call(jobRoutes.listJobs, { query, signal })
  const jobs = [...first.jobs]
  let cursor = first.next_cursor
  while (cursor !== null) {
    const next = { query: { ...query, cursor }, signal }
    const page = await client.call(jobRoutes.listJobs, next)
    jobs.push(...page.jobs)
    cursor = page.next_cursor
  }
  return { ...first, jobs }
}

/** Merges a page of changes. Unchanged jobs keep their object identity. */
export function mergePage(before: LiveJobs | undefined, page: JobsPage): LiveJobs {
  const jobs = page.jobs.reduce(mergeJob, before?.jobs ?? new Map<string, Job>())
  const gone = (page.gone ?? []).reduce(addGone, before?.gone ?? new Set<string>())
  // Without a list of deletions, too much has changed to report each job.
  const hasChanged = page.gone === null || jobs !== before?.jobs || gone !== before.gone
  return {
    jobs,
    gone,
    revision: (before?.revision ?? 0) + Number(hasChanged),
    counts: page.counts,
    needs_review_count: page.needs_review_count,
    active_count: page.active_count,
    server_time: page.server_time,
    opened_at: before?.opened_at ?? page.server_time,
  }
}

function mergeJob(jobs: ReadonlyMap<string, Job>, job: Job): ReadonlyMap<string, Job> {
  const known = jobs.get(job.id)
  return newerJob(job, known) === known ? jobs : new Map(jobs).set(job.id, job)
}

/** Merges jobs from another response or the stream. */
export function mergeJobs(live: LiveJobs, changed: readonly Job[]): LiveJobs {
  const jobs = changed.reduce(mergeJob, live.jobs)
  return jobs === live.jobs ? live : { ...live, jobs, revision: live.revision + 1 }
}

export function removeJob(live: LiveJobs, id: string): LiveJobs {
  const gone = addGone(live.gone, id)
  return gone === live.gone ? live : { ...live, gone, revision: live.revision + 1 }
}

function addGone(deletedIds: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return deletedIds.has(id) ? deletedIds : new Set(deletedIds).add(id)
}

/** Returns the newer of two versions of a job; `known` if both are the same. */
export function newerJob(job: Job, known: Job | undefined): Job {
  if (known === undefined) return job
  // Compares text, because Date has no microseconds.
  return job.updated_at > known.updated_at ? job : known
}

/** Returns the jobs that ended between two states while the page was open. */
export function findEndedJobs(before: LiveJobs, after: LiveJobs): Job[] {
  return [...after.jobs.values()].filter((job) => {
    const known = before.jobs.get(job.id)
    const endedAt = job.completed_at ?? job.failed_at
    return (
      !isActive(job) &&
      job.status !== known?.status &&
      endedAt !== null &&
      Date.parse(endedAt) >= Date.parse(after.opened_at)
    )
  })
}

function isActive(job: Job): boolean {
  return activeStatuses.includes(job.status)
}
