import type { ApiClient } from '../../client/api-client.ts'
import type { Job } from '../../domain/job/job.ts'
import { activeStatuses } from '../../domain/job/job-state.ts'
import { jobRoutes, type JobsPage } from '../../domain/api/routes/jobs.ts'

/** What is known of my jobs without asking for their list: the counts, and each job that has changed. */
export interface LiveJobs {
  /** Jobs as they are now, those that changed since the page was opened. */
  jobs: ReadonlyMap<string, Job>
  /** Those that were deleted meanwhile. */
  gone: ReadonlySet<string>
  counts: JobsPage['counts']
  needs_review_count: number
  active_count: number
  /** Of the latest answer. */
  server_time: string
  /** The server's time when the page was opened. */
  opened_at: string
}

/** All jobs that changed since an answer, with the counts and the time from before they were listed. */
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

/** Takes in an answer of the server. A job that did not change stays the same object. */
export function mergePage(before: LiveJobs | undefined, page: JobsPage): LiveJobs {
  return {
    jobs: page.jobs.reduce(mergeJob, before?.jobs ?? new Map<string, Job>()),
    gone: (page.gone ?? []).reduce(addGone, before?.gone ?? new Set<string>()),
    counts: page.counts,
    needs_review_count: page.needs_review_count,
    active_count: page.active_count,
    server_time: page.server_time,
    opened_at: before?.opened_at ?? page.server_time,
  }
}

export function mergeJob(jobs: ReadonlyMap<string, Job>, job: Job): ReadonlyMap<string, Job> {
  const known = jobs.get(job.id)
  return newerJob(job, known) === known ? jobs : new Map(jobs).set(job.id, job)
}

/** Without a job that was deleted. */
export function removeJob(live: LiveJobs, id: string): LiveJobs {
  return { ...live, gone: addGone(live.gone, id) }
}

function addGone(gone: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return gone.has(id) ? gone : new Set(gone).add(id)
}

/** Of two views of one job the later; `known` when they are the same. */
export function newerJob(job: Job, known: Job | undefined): Job {
  if (known === undefined) return job
  // As text, for a Date would cut off the microseconds in which a job can change twice.
  return job.updated_at > known.updated_at ? job : known
}

/** The jobs that came to an end between two answers, while the page was open. */
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
