import { useMutation } from '@tanstack/react-query'
import { FileSearch } from 'lucide-react'
import type { Job } from '../../domain/job/job.ts'
import { jobText } from '../i18n/job-text.ts'
import { announce } from '../ui/announcements.ts'
import { ErrorText } from '../ui/error-text.tsx'
import { retryJobs } from './bulk-operations.ts'
import { fetchFailedJobs, isOtherKind } from './job-operations.ts'
import { MutationButton } from '../ui/action-button.tsx'

interface DetectKindProps {
  jobs: readonly Job[]
  /** ID of an upload; its jobs are included even if they are not loaded. */
  upload_id?: string | undefined
}

/** Offers to detect the kind of all documents that do not match the selected one. */
export function DetectKind({ jobs, upload_id }: DetectKindProps) {
  const detect = useMutation({
    mutationFn: async () => {
      const failed = await fetchFailedJobs(upload_id === undefined ? {} : { upload_id })
      const ids = new Set(jobs.map(({ id }) => id))
      const isMeant = (job: Job) => upload_id !== undefined || ids.has(job.id)
      const others = failed.filter((job) => isOtherKind(job) && isMeant(job))
      return retryJobs(others)
    },
    onSuccess: ({ done }) => announce(jobText().readAgain.started(done)),
  })
  const count = jobs.filter(isOtherKind).length
  const [failure] = detect.data?.failures ?? []
  if (count === 0 && !failure) return null
  return (
    <section
      aria-label={jobText().job.detectAll}
      className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-doubt bg-manila px-4 py-2.5"
    >
      <p className="min-w-0 flex-1 basis-60">{jobText().job.otherKind(count)}</p>
      <MutationButton icon={FileSearch} mutation={detect}>
        {jobText().job.detectAll}
      </MutationButton>
      {failure && (
        <p className="basis-full text-sm text-fail">
          <ErrorText error={failure} />
        </p>
      )}
    </section>
  )
}
