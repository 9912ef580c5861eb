import { Link } from '@tanstack/react-router'
import { ScanSearch, Scissors } from 'lucide-react'
import type { Job } from '../../domain/job/job.ts'
import { jobText } from '../i18n/job-text.ts'
import { buttonClass } from '../ui/button-class.ts'

interface JobLinkProps {
  job: Pick<Job, 'id' | 'original_filename'>
}

const pages = {
  review: { to: '/review/$id', Icon: ScanSearch },
  split: { to: '/split/$id', Icon: Scissors },
} as const

export const ReviewLink = ({ job }: JobLinkProps) => <JobLink job={job} page="review" />
export const SplitLink = ({ job }: JobLinkProps) => <JobLink job={job} page="split" />

function JobLink({ job, page }: JobLinkProps & { page: keyof typeof pages }) {
  const { to, Icon } = pages[page]
  const text = jobText().job
  return (
    <Link
      to={to}
      params={{ id: job.id }}
      aria-label={text[`${page}Label`](job.original_filename)}
      className={buttonClass.small}
    >
      <Icon aria-hidden="true" className="size-4" />
      {text[page]}
    </Link>
  )
}
