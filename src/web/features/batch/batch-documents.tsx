import { Link } from '@tanstack/react-router'
import { Check, LoaderCircle } from 'lucide-react'
import { type Job, Stage, stageStart } from '../../../domain/job/job.ts'
import { jobText } from '../../i18n/job-text.ts'
import { FileName } from '../../ui/file-name.tsx'
import { JobReason } from '../../jobs/job-reason.tsx'
import { JobStatus } from '../../jobs/job-status.tsx'
import { MappingLabel } from '../../jobs/mapping-label.tsx'
import { ReusedTag } from '../../jobs/reused-tag.tsx'
import { JobButtons } from '../../jobs/job-buttons.tsx'

/** Lists the documents in a batch. Documents that are being processed show their stage. */
export function BatchDocuments({ jobs }: { jobs: readonly Job[] }) {
  return (
    <ol
      aria-label={jobText().batch.documents}
      className="divide-y divide-line rounded-xl border border-line bg-surface print:hidden"
    >
      {jobs.map((job) => (
        <li
          key={job.id}
          className="grid gap-x-5 gap-y-2 px-4 py-3 md:grid-cols-[minmax(0,1fr)_13rem_15rem] md:items-center"
        >
          <div className="min-w-0">
            <Link
              to="/jobs/$id"
              params={{ id: job.id }}
              className="hover:text-accent hover:underline"
            >
              <FileName>{job.original_filename}</FileName>
            </Link>
            <p className="flex items-center gap-1.5 text-xs text-ink-soft">
              <MappingLabel job={job} />
              <ReusedTag job={job} />
            </p>
          </div>
          <JobStatus job={job} />
          <div className="flex flex-wrap gap-2 empty:hidden">
            <JobButtons job={job} />
          </div>
          <div className="empty:hidden md:col-span-full">
            {job.status === 'processing' && <Stages job={job} />}
            <JobReason job={job} />
          </div>
        </li>
      ))}
    </ol>
  )
}

function Stages({ job }: { job: Job }) {
  const stages = Stage.options.filter(
    (stage) =>
      stage !== 'queued' &&
      stage !== 'done' &&
      (stage !== 'downloading' || job.source_type === 'url'),
  )
  return (
    <ol
      aria-label={jobText().batch.stages(job.original_filename)}
      className="flex flex-wrap gap-x-5 gap-y-1 text-sm"
    >
      {stages.map((stage) => {
        const isCurrent = stage === job.stage
        const isDone = !isCurrent && stageStart[stage] < stageStart[job.stage]
        return (
          <li
            key={stage}
            aria-current={isCurrent ? 'step' : undefined}
            className={`flex items-center gap-1.5 ${isCurrent ? 'font-medium text-accent' : isDone ? 'text-done' : 'text-ink-soft'}`}
          >
            {isCurrent && <LoaderCircle aria-hidden="true" className="size-3.5 animate-spin" />}
            {isDone && <Check aria-hidden="true" className="size-3.5" />}
            {jobText().job.stage[stage]}
          </li>
        )
      })}
    </ol>
  )
}
