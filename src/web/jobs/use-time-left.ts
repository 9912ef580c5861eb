import { useMemo } from 'react'
import { type Duration, estimateSeconds } from '../../domain/job/eta.ts'
import type { Job } from '../../domain/job/job.ts'
import { useNow } from '../live/server-clock.ts'
import { useLiveJobs } from '../live/use-live-jobs.ts'

const slowSeconds = 5 * 60

/** Returns the durations of jobs with this mapping that ended while the page was open. */
function pastDurations(jobs: Iterable<Job>, mapping: string): Duration[] {
  return [...jobs].flatMap(({ mapping: other, bytes, processing_time, deduped_from }) =>
    other === mapping && bytes !== null && processing_time !== null && deduped_from === null
      ? [{ bytes, seconds: processing_time }]
      : [],
  )
}

/** Returns the estimated seconds left, and whether the job is slow. */
export function useTimeLeft(job: Job): { seconds: number | undefined; isSlow: boolean } {
  const jobs = useLiveJobs().data?.jobs
  const now = useNow()
  const expected = useMemo(
    () => estimateSeconds(pastDurations(jobs?.values() ?? [], job.mapping), job.bytes ?? 0),
    [jobs, job.mapping, job.bytes],
  )
  const startedAt = job.last_attempt_at ?? job.started_at
  const elapsed = startedAt === null ? 0 : (now - Date.parse(startedAt)) / 1000
  const left = expected === undefined ? undefined : expected - elapsed
  return {
    seconds: left !== undefined && left >= 1 ? left : undefined,
    isSlow: elapsed > slowSeconds,
  }
}
