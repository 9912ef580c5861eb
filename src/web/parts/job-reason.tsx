import type { Job } from '../../domain/job.ts'
import { words } from '../words.ts'

/** Why a job failed, or that it waits for another try. */
export function JobReason({ job }: { job: Job }) {
  if (job.error_message === null) return null
  if (job.status === 'failed') return <p className="text-sm text-fail">{job.error_message}</p>
  if (job.status === 'queued')
    return <p className="text-sm text-ink-soft">{words.job.tryingAgain}</p>
  return null
}
