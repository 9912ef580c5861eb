import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import type { Job } from '../../../domain/job/job.ts'
import { autoMapping } from '../../../domain/mapping/mapping.ts'
import { useTimeAgo } from '../../live/server-clock.ts'
import { formatBytes, formatMoment } from '../../i18n/format.ts'
import { words } from '../../i18n/words.ts'
import { FileName } from '../../ui/file-name.tsx'
import { DownloadLinks } from '../../jobs/download-links.tsx'
import { JobActions } from '../../jobs/job-actions.tsx'
import { JobReason } from '../../jobs/job-reason.tsx'
import { JobStatus } from '../../jobs/job-status.tsx'
import { JobSummary } from './job-summary.tsx'

/** Shared with the column headings so that they align. */
export const columnsClass =
  'grid-cols-[1.5rem_minmax(0,1fr)_auto] gap-x-3 md:grid-cols-[1.5rem_minmax(0,1fr)_12rem_5.5rem_14rem] md:gap-x-5'

interface JobRowProps {
  job: Job
  isSelected: boolean
  isCurrent: boolean
  onSelect: (id: string, isSelected: boolean) => void
}

export const JobRow = memo(function JobRow({ job, isSelected, isCurrent, onSelect }: JobRowProps) {
  const { id, original_filename: name } = job
  return (
    <div
      data-current={isCurrent ? '' : undefined}
      className={`grid gap-y-2 px-4 py-2.5 md:items-center md:gap-y-0 ${columnsClass} data-current:bg-accent-wash`}
    >
      <input
        type="checkbox"
        className="mt-1 size-4.5 accent-accent md:mt-0"
        aria-label={words.queue.select(name)}
        checked={isSelected}
        onChange={({ currentTarget }) => onSelect(id, currentTarget.checked)}
      />
      <div className="col-span-2 min-w-0 md:col-span-1">
        <Link to="/jobs/$id" params={{ id }} className="hover:text-accent hover:underline">
          <FileName>{name}</FileName>
        </Link>
        <JobSummary summary={job.summary} />
        <Facts job={job} />
      </div>
      <div className="col-start-2 md:col-start-auto">
        <JobStatus job={job} />
      </div>
      <Added at={job.created_at} />
      <div className="col-span-2 col-start-2 flex flex-wrap gap-2 empty:hidden md:col-span-1 md:col-start-auto md:min-h-12 md:content-center md:empty:flex">
        <DownloadLinks job={job} />
        <JobActions job={job} />
      </div>
      <div className="col-start-2 -col-end-1 pb-1 empty:hidden">
        <JobReason job={job} />
      </div>
    </div>
  )
})

function Facts({ job }: { job: Job }) {
  const { bytes, attempt_count: attempts } = job
  const facts = [
    bytes !== null && formatBytes(bytes),
    attempts > 1 && words.job.attempt(attempts),
  ].filter((fact) => fact !== false)
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-soft">
      {facts.join(' · ')}
      {job.mapping !== autoMapping.name || job.read_by !== null ? (
        <span className="rounded border border-line px-1.5 font-mono text-xs">
          {job.read_by ?? job.mapping}
        </span>
      ) : null}
      {job.deduped_from !== null && (
        <Link
          to="/jobs/$id"
          params={{ id: job.deduped_from }}
          title={words.job.reusedHint}
          className="rounded bg-accent-wash px-1.5 text-xs text-accent underline-offset-2 hover:underline"
        >
          {words.job.reused}
        </Link>
      )}
    </p>
  )
}

function Added({ at }: { at: string }) {
  return (
    <time
      dateTime={at}
      title={formatMoment(at)}
      className="text-sm whitespace-nowrap text-ink-soft"
    >
      {useTimeAgo(at)}
    </time>
  )
}
