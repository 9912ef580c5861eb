import { memo, useEffect, useRef } from 'react'
import type { Job } from '../../domain/job.ts'
import { useAgo } from '../clock.ts'
import { formatBytes, formatMoment } from '../figures.ts'
import { rowIdOf } from '../jobs/row-id.ts'
import { words } from '../words.ts'
import { DownloadLinks } from './download-links.tsx'
import { FileName } from './file-name.tsx'
import { JobReason } from './job-reason.tsx'
import { JobStatus } from './job-status.tsx'

/** Shared with the head of the list, so that its words stand above their columns. */
export const columnsClass = 'md:grid-cols-[minmax(0,1fr)_12rem_6rem_11rem] md:gap-x-6'

/** `isWanted`: someone came here for this row. */
export const JobRow = memo(function JobRow({ job, isWanted }: { job: Job; isWanted: boolean }) {
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isWanted) row.current?.focus()
  }, [isWanted])
  return (
    <li
      id={rowIdOf(job.id)}
      ref={row}
      tabIndex={isWanted ? -1 : undefined}
      className={`grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-2 px-4 py-2.5 md:items-center md:gap-y-0 ${columnsClass} ${isWanted ? 'bg-accent-wash' : ''}`}
    >
      <div className="col-span-2 min-w-0 md:col-span-1">
        <FileName>{job.original_filename}</FileName>
        <p className="text-sm text-ink-soft">{factsOf(job)}</p>
      </div>
      <JobStatus job={job} />
      <Added at={job.created_at} />
      <div className="col-span-2 empty:hidden md:col-span-1 md:min-h-12 md:content-center md:empty:block">
        <DownloadLinks job={job} />
      </div>
      <div className="col-span-2 pb-1 empty:hidden md:col-span-full">
        <JobReason job={job} />
      </div>
    </li>
  )
})

function factsOf(job: Job): string {
  return [
    job.bytes !== null && formatBytes(job.bytes),
    job.attempt_count > 1 && words.job.attempt(job.attempt_count),
  ]
    .filter((fact) => fact !== false)
    .join(' · ')
}

function Added({ at }: { at: string }) {
  return (
    <time
      dateTime={at}
      title={formatMoment(at)}
      className="text-sm whitespace-nowrap text-ink-soft"
    >
      {useAgo(at)}
    </time>
  )
}
