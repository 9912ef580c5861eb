import type { JobDetail } from '../../domain/job/job.ts'
import { formatWholeSeconds } from '../i18n/format.ts'
import { jobText } from '../i18n/job-text.ts'

/** Shows a waiting job's position in the queue and the estimated seconds left. */
export function QueuePosition({ detail }: { detail: JobDetail }) {
  const { queue_position: position, eta_seconds: seconds } = detail
  const { queuePosition, left } = jobText().job
  const facts = [
    position !== null && queuePosition(position),
    seconds !== null && left(formatWholeSeconds(Math.ceil(seconds))),
  ].filter((fact) => fact !== false)
  return <p className="text-sm text-ink-soft">{facts.join(' · ')}</p>
}
