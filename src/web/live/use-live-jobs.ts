import { useQuery } from '@tanstack/react-query'
import type { Job } from '../../domain/job/job.ts'
import { liveJobsQuery } from './feed.ts'
import { newerJob } from './live-jobs.ts'

export function useLiveJobs() {
  return useQuery(liveJobsQuery)
}

/**
 * False until the feed has loaded or failed. Data that was fetched earlier may be older than the feed, which does not
 * report the changes in between.
 */
export function useIsFeedReady(): boolean {
  return !useLiveJobs().isPending
}

/** Returns the newer of the given job and its version in the feed. */
export function useLiveJob(job: Job): Job {
  return newerJob(job, useLiveJobs().data?.jobs.get(job.id))
}
