import { Link } from '@tanstack/react-router'
import { ScanSearch } from 'lucide-react'
import type { Job } from '../../domain/job/job.ts'
import { jobWords } from '../i18n/job-words.ts'
import { buttonClass } from '../ui/button-class.ts'

export function ReviewLink({ job }: { job: Pick<Job, 'id' | 'original_filename'> }) {
  return (
    <Link
      to="/review/$id"
      params={{ id: job.id }}
      aria-label={jobWords().job.reviewLabel(job.original_filename)}
      className={buttonClass.small}
    >
      <ScanSearch aria-hidden="true" className="size-4" />
      {jobWords().job.review}
    </Link>
  )
}
