import {
  Ban,
  CircleAlert,
  CircleCheck,
  Clock,
  Hourglass,
  LoaderCircle,
  type LucideIcon,
  TriangleAlert,
} from 'lucide-react'
import type { Job } from '../../domain/job/job.ts'
import type { JobStatus as Status } from '../../domain/job/job-state.ts'
import { formatPercent, formatSeconds, formatWholeSeconds } from '../i18n/format.ts'
import { needsReview } from './job-operations.ts'
import { useTimeLeft } from './use-time-left.ts'
import { jobText } from '../i18n/job-text.ts'
import { ProgressBar } from '../ui/progress-bar.tsx'

const statusStyles: Record<Status, { icon: LucideIcon; className: string }> = {
  queued: { icon: Clock, className: 'text-ink-soft' },
  processing: { icon: LoaderCircle, className: 'text-accent [&>svg]:animate-spin' },
  complete: { icon: CircleCheck, className: 'text-done' },
  failed: { icon: CircleAlert, className: 'text-fail' },
  cancelled: { icon: Ban, className: 'text-ink-soft' },
  expired: { icon: Hourglass, className: 'text-ink-soft' },
}

const reviewStyle = { icon: TriangleAlert, className: 'text-doubt' }

/** Shows the status, with the progress or the duration. */
export function JobStatus({ job, isBrief = false }: { job: Job; isBrief?: boolean }) {
  const isReviewNeeded = needsReview(job)
  const { reread_reason: reread } = job
  const { icon: Icon, className } = isReviewNeeded ? reviewStyle : statusStyles[job.status]
  return (
    <div>
      <p
        className={`flex flex-wrap items-center gap-x-1.5 font-medium whitespace-nowrap ${className}`}
      >
        <Icon aria-hidden="true" className="size-4 shrink-0" />
        {isReviewNeeded
          ? jobText().job.needsReview
          : reread === null
            ? jobText().job.status[job.status]
            : jobText().job.rereading[reread]}
        {!isBrief && <Duration job={job} />}
      </p>
      {job.status === 'processing' && <Progress job={job} />}
    </div>
  )
}

function Progress({ job }: { job: Job }) {
  const { seconds, isSlow } = useTimeLeft(job)
  return (
    <div className="text-xs text-ink-soft">
      <div className="flex justify-between gap-2 pb-0.5">
        <span>{jobText().job.stage[job.stage]}</span>
        <span>
          {seconds !== undefined && `${jobText().job.left(formatWholeSeconds(seconds))} · `}
          {formatPercent(job.progress / 100)}
        </span>
      </div>
      <ProgressBar
        label={jobText().job.progressLabel(job.original_filename)}
        fraction={job.progress / 100}
      />
      {isSlow && <p className="pt-1 whitespace-normal text-doubt">{jobText().job.slow}</p>}
    </div>
  )
}

function Duration({ job }: { job: Job }) {
  if (job.processing_time === null) return null
  const time = formatSeconds(job.processing_time)
  return (
    <span className="font-normal text-ink-soft">
      {job.status === 'failed' ? jobText().job.failedAfter(time) : jobText().job.completeIn(time)}
    </span>
  )
}
