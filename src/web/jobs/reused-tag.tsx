import { Link } from '@tanstack/react-router'
import type { Job } from '../../domain/job/job.ts'
import { jobText } from '../i18n/job-text.ts'

/** Marks a result that was copied from an earlier job with the same document, and links to that job. */
export function ReusedTag({ job: { deduped_from: id } }: { job: Job }) {
  if (id === null) return null
  return (
    <Link
      to="/jobs/$id"
      params={{ id }}
      title={jobText().job.reusedHint}
      className="shrink-0 rounded bg-accent-wash px-1.5 text-accent underline-offset-2 hover:underline"
    >
      {jobText().job.reused}
    </Link>
  )
}
