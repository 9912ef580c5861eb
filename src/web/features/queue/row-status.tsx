import type { Job } from '../../../domain/job/job.ts'
import { JobStatus } from '../../jobs/job-status.tsx'
import { needsReview } from '../../jobs/job-operations.ts'
import { messageText } from '../../i18n/message-text.ts'
import { formatMoment } from '../../i18n/format.ts'
import { jobText } from '../../i18n/job-text.ts'
import { useTimeAgo } from '../../live/server-clock.ts'
import { capitalise } from '../../../domain/messages/capitalise.ts'

/** Status with one line of detail: the first reason, the exported file, a missing Coretax file or the age. */
export function RowStatus({ job }: { job: Job }) {
  return (
    <div className="leading-tight text-sm">
      <JobStatus job={job} isBrief />
      {job.status !== 'processing' && <Detail job={job} />}
    </div>
  )
}

function Detail({ job }: { job: Job }) {
  const [reason, ...others] = needsReview(job) ? job.review_reasons : []
  if (reason) {
    // The whole sentence would not fit here. The tooltip, the job page and the review show it.
    const title = jobText().queue.reasonTitles[reason.code]
    const text = title === undefined ? messageText(reason) : capitalise(title)
    const all = job.review_reasons.map(messageText).join('\n')
    return (
      <p title={all} className="text-xs text-doubt max-lg:line-clamp-2 lg:flex lg:gap-1">
        <span className="lg:truncate">{text}</span>{' '}
        {others.length > 0 && <span className="shrink-0">+{others.length}</span>}
      </p>
    )
  }
  if (job.exported) {
    return (
      <p title={job.exported.filename} className="truncate text-xs text-ink-soft">
        {jobText().queue.exported(job.exported.filename)}
      </p>
    )
  }
  if (lacksXml(job)) return <p className="truncate text-xs text-doubt">{jobText().queue.noXml}</p>
  return <Added at={job.created_at} />
}

/** True for an invoice in rupiah that is complete but has no Coretax file. */
function lacksXml({ status, summary }: Job): boolean {
  const isBlocked = summary?.kind === 'invoice' && summary.coretax === 'blocked'
  return status === 'complete' && isBlocked && summary.currency === 'IDR'
}

function Added({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatMoment(at)} className="block truncate text-xs text-ink-soft">
      {useTimeAgo(at)}
    </time>
  )
}
