import { useQuery } from '@tanstack/react-query'
import type { Job } from '../../domain/job/job.ts'
import { liveJobs } from './feed.ts'
import { newer } from './live-jobs.ts'

export function useLiveJobs() {
  return useQuery(liveJobs)
}

/** A job as it is now, from what was last known of it. */
export function useLiveJob(job: Job): Job {
  return newer(job, useLiveJobs().data?.jobs.get(job.id))
}
