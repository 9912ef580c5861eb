import { useMutation } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { retryJobs } from '../../jobs/bulk-operations.ts'
import { fetchFailedJobs } from '../../jobs/job-operations.ts'
import { announce } from '../../ui/announcements.ts'
import { jobText } from '../../i18n/job-text.ts'
import { ErrorText } from '../../ui/error-text.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { MutationButton } from '../../ui/action-button.tsx'

/** Retries all failed jobs, including those that are not loaded. */
export function RetryFailed({ count }: { count: number }) {
  const retry = useMutation({
    mutationFn: async () => retryJobs(await fetchFailedJobs()),
    onSuccess: (result) => announce(jobText().queue.retried(result.done)),
  })
  const failures = retry.data?.failures ?? []
  const [first] = failures
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pb-3">
      <MutationButton icon={RotateCw} mutation={retry}>
        {retry.isPending ? jobText().queue.retrying(count) : jobText().queue.retryFailed(count)}
      </MutationButton>
      {first && (
        <p role="alert" className="text-sm text-fail">
          {jobText().queue.notRetried(failures.length)} <ErrorText error={first} />
        </p>
      )}
      <ErrorMessage error={retry.error} className="text-sm" />
    </div>
  )
}
