import { Link } from '@tanstack/react-router'
import type { Job } from '../../domain/job.ts'
import { rowIdOf } from '../jobs/row-id.ts'
import { useLiveJob } from '../jobs/use-live-jobs.ts'
import { words } from '../words.ts'
import { buttonClass } from './button.ts'
import { DownloadLinks } from './download-links.tsx'
import { JobReason } from './job-reason.tsx'
import { JobStatus } from './job-status.tsx'

/** What became of an upload once the server had it. */
export function UploadedJob({ job: uploaded }: { job: Job }) {
  const job = useLiveJob(uploaded)
  return (
    <>
      <div className="max-w-60">
        <JobStatus job={job} />
      </div>
      <JobReason job={job} />
    </>
  )
}

/** Where to go on from there. */
export function JobLinks({ job: uploaded }: { job: Job }) {
  const job = useLiveJob(uploaded)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <DownloadLinks job={job} />
      <Link
        to="/queue"
        hash={rowIdOf(job.id)}
        className={`${buttonClass.quiet} first:-ml-2`}
        aria-label={words.uploads.showInQueueOf(job.original_filename)}
      >
        {words.uploads.showInQueue}
      </Link>
    </div>
  )
}
