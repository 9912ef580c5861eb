import type { Job } from '../../domain/job.ts'
import { words } from '../words.ts'
import { Reason } from './reason.tsx'

/** Why a job failed, or why it waits for another try. */
export function JobReason({ job }: { job: Job }) {
  if (job.error_message === null) return null
  if (job.status === 'failed') return <Reason>{job.error_message}</Reason>
  if (job.status !== 'queued') return null
  return <p className="text-sm text-ink-soft">{words.job.tryingAgain(job.error_message)}</p>
}
