import { Link, type LinkProps } from '@tanstack/react-router'
import type { Job } from '../../domain/job/job.ts'
import { jobText } from '../i18n/job-text.ts'

const linkClass = 'text-accent underline-offset-4 hover:underline'

interface JobTitleProps {
  job: Job
  /** Link to the parent page, in addition to the queue. */
  parent: Pick<LinkProps, 'to' | 'params' | 'children'>
  /** Size and position classes. */
  className: string
}

/** Shows the job's file name, with links to the queue and to the parent page. */
export function JobTitle({ job, parent, className }: JobTitleProps) {
  return (
    <div className={`min-w-0 flex-1 ${className}`}>
      <nav className="flex gap-4 text-sm whitespace-nowrap">
        <Link to="/queue" className={linkClass}>
          {jobText().queue.title}
        </Link>
        <Link {...parent} className={linkClass} />
      </nav>
      <h1 className="pt-1 font-bold wrap-anywhere">
        <bdi>{job.original_filename}</bdi>
      </h1>
    </div>
  )
}
