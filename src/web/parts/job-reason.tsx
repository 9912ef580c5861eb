import type { Job } from '../../domain/job.ts'
import { remarkOn } from '../../domain/mapping.ts'
import { words } from '../words.ts'

/** Why a job failed, waits for another try, or has to be looked at, and what was made of it where nobody said. */
export function JobReason({ job }: { job: Job }) {
  const remark = job.read_by === null ? null : remarkOn(job.mapping, job.read_by)
  if (job.status === 'complete' && (remark !== null || job.needs_review)) {
    return (
      <>
        {remark !== null && <p className="text-sm text-ink-soft">{remark}</p>}
        {job.needs_review && <Doubts reasons={job.review_reasons} />}
      </>
    )
  }
  if (job.error_message === null) return null
  if (job.status === 'failed') return <p className="text-sm text-fail">{job.error_message}</p>
  if (job.status === 'queued')
    return <p className="text-sm text-ink-soft">{words.job.tryingAgain}</p>
  return null
}

const shownAtFirst = 3

function Doubts({ reasons }: { reasons: string[] }) {
  const rest = reasons.slice(shownAtFirst)
  return (
    <div className="text-sm text-doubt">
      <DoubtList reasons={reasons.slice(0, shownAtFirst)} />
      {rest.length > 0 && (
        <details>
          <summary className="cursor-pointer underline">
            {words.job.moreReasons(rest.length)}
          </summary>
          <DoubtList reasons={rest} />
        </details>
      )}
    </div>
  )
}

function DoubtList({ reasons }: { reasons: string[] }) {
  return (
    <ul className="list-disc pl-5">
      {reasons.map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
    </ul>
  )
}
